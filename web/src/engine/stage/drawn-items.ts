/** What is asked of the tiles that are drawn, all of them together. */
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';

/** From the camera to the nearest; Infinity when there is none. */
export const nearestMetresOf = (items: readonly DrawItem<Tile>[]): number =>
  items.reduce((nearest, { distance }) => Math.min(nearest, distance), Infinity);

/** Their GPU memory, bytes. */
export const bytesOf = (items: readonly DrawItem<Tile>[]): number =>
  items.reduce((sum, { tile }) => sum + tile.bytes, 0);

/** Who is to be credited, each once. */
export function creditsOf(items: readonly DrawItem<Tile>[]): string[] {
  const credits = items.flatMap(({ tile }) => tile.gpu.map((content) => content.copyright));
  return [...new Set(credits.filter((credit): credit is string => Boolean(credit)))];
}
