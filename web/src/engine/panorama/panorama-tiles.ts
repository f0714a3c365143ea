/** Which tiles a look into a panorama needs, and the layers of a texture that hold them. */
import { PANORAMA } from '@overlook/shared/config';
import { type PanoramaLevel, type PhotoCamera, type Vec3, add, photoPixelOf } from '@overlook/shared/maths';

export interface TileAddress {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

export const tileKey = ({ level, column, row }: TileAddress): string => `${level}/${column}/${row}`;

/** A view is asked for its tiles at points so many device pixels apart: less than any tile on the screen. */
const SAMPLE_PX = 96;

/** The coarsest level as fine as the screen, by device pixels per radian; the finest where none is. */
export function levelFor(
  levels: readonly PanoramaLevel[],
  sphereWidthPx: number,
  pictureWidthPx: number,
  pixelsPerRad: number,
): number {
  const fine = levels.findIndex(
    ({ widthPx }) => (widthPx * sphereWidthPx) / pictureWidthPx / (2 * Math.PI) >= 0.8 * pixelsPerRad,
  );
  return fine < 0 ? levels.length - 1 : fine;
}

/** Tiles of a level that a view shows, from its middle outwards. `rayOf` gives the direction of a point of the view in the camera's frame. */
export function tilesInView(
  camera: PhotoCamera,
  level: { readonly index: number; readonly size: PanoramaLevel },
  view: { readonly widthPx: number; readonly heightPx: number },
  rayOf: (x: number, y: number) => Vec3,
): TileAddress[] {
  const found = new Map<string, { address: TileAddress; away: number }>();
  const [nx, ny] = [view.widthPx, view.heightPx].map((side) => Math.max(2, Math.ceil(side / SAMPLE_PX))) as [
    number,
    number,
  ];
  const { lens } = camera;
  const { size } = level;
  for (let j = 0; j <= ny; j++)
    for (let i = 0; i <= nx; i++) {
      const [s, t] = [i / nx, j / ny];
      const pixel = photoPixelOf(camera, add(camera.position, rayOf(s * view.widthPx, t * view.heightPx)));
      if (!pixel) continue;
      const column = Math.floor((pixel.x * size.widthPx) / lens.widthPx / PANORAMA.tilePx);
      const row = Math.floor((pixel.y * size.heightPx) / lens.heightPx / PANORAMA.tilePx);
      if (column < 0 || row < 0 || column >= size.columns || row >= size.rows) continue;
      const address = { level: level.index, column, row };
      const away = Math.hypot(s - 0.5, t - 0.5);
      const known = found.get(tileKey(address));
      if (!known || away < known.away) found.set(tileKey(address), { address, away });
    }
  return [...found.values()].sort((a, b) => a.away - b.away).map(({ address }) => address);
}

/** Layers by what they hold; the one that was used longest ago is released. */
export class TileLayers {
  private readonly layerOf = new Map<string, number>();

  constructor(private readonly count: number) {}

  layer(key: string): number | null {
    const layer = this.layerOf.get(key);
    if (layer === undefined) return null;
    this.layerOf.delete(key);
    this.layerOf.set(key, layer);
    return layer;
  }

  /** A layer for a tile that has none, and the key that lost it. */
  take(key: string): { layer: number; lost: string | null } {
    if (this.layerOf.size < this.count) {
      const layer = this.layerOf.size;
      this.layerOf.set(key, layer);
      return { layer, lost: null };
    }
    const [lost, layer] = this.layerOf.entries().next().value!;
    this.layerOf.delete(lost);
    this.layerOf.set(key, layer);
    return { layer, lost };
  }

  clear(): void {
    this.layerOf.clear();
  }
}
