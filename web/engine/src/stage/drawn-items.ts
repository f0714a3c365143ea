/** Properties of all drawn tiles together. */
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';
import { alongView, type CameraFrame } from '../view/camera-frame.ts';

/** Distance from the camera to the nearest tile; Infinity if there is none. */
export const nearestMetresOf = (items: readonly DrawItem<Tile>[]): number =>
  items.reduce((nearest, { distance }) => Math.min(nearest, distance), Infinity);

/** The distances along an orthographic view between which they are, metres; null without items. */
export function depthsOf(items: readonly DrawItem<Tile>[], camera: CameraFrame): [from: number, to: number] | null {
  let [from, to] = [Infinity, -Infinity];
  for (const { tile } of items) {
    const middle = alongView(camera, tile.volume);
    from = Math.min(from, middle - tile.volume.radius);
    to = Math.max(to, middle + tile.volume.radius);
  }
  return from < to ? [from, to] : null;
}

/** Their GPU memory, bytes. */
export const bytesOf = (items: readonly DrawItem<Tile>[]): number =>
  items.reduce((sum, { tile }) => sum + tile.bytes, 0);

/** Attributions of the tiles, each once. */
export function creditsOf(items: readonly DrawItem<Tile>[]): string[] {
  const credits = items.flatMap(({ tile }) => tile.gpu.map((content) => content.copyright));
  return [...new Set(credits.filter((credit): credit is string => Boolean(credit)))];
}

/** Whether two selections for one camera result in different frames. Tiles of another view make no difference. */
export class DrawnBefore {
  private tiles: readonly Tile[] = [];
  private spacings: readonly number[] = [];
  private hasCutouts = false;

  /** Stores the drawn items. Returns true if they differ from the previous ones. */
  isOther(items: readonly DrawItem<Tile>[]): boolean {
    const { tiles, spacings, hasCutouts } = this;
    this.tiles = items.map(({ tile }) => tile);
    this.spacings = items.map(({ finer }) => finer?.spacing ?? 0);
    this.hasCutouts = items.some(({ cutouts }) => cutouts !== null);
    const isSame = (one: Tile, i: number) => one === tiles[i] && this.spacings[i] === spacings[i];
    return this.hasCutouts || hasCutouts || tiles.length !== items.length || !this.tiles.every(isSame);
  }
}
