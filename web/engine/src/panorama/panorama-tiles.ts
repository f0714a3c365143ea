/** Selection of the tiles for a look into a panorama, and the texture layers that hold them. */
import { PANORAMA } from '@overlook/shared/config';
import { type PanoramaLevel, type PhotoCamera, type Vec3, add, photoPixelOf } from '@overlook/shared/maths';

export interface TileAddress {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

export const tileKey = ({ level, column, row }: TileAddress): string => `${level}/${column}/${row}`;

/** Interval of the points at which a view is sampled for tiles, device pixels: less than the size of any tile on the screen. */
const SAMPLE_PX = 96;

/** The coarsest level with at least the resolution of the screen, in device pixels per radian; else the finest level. */
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

/** Visible tiles of a level, from the centre of the view outwards. `rayOf` gives the direction of a point of the view in the camera's frame. */
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

/** Texture layers by their tiles; the least recently used one is released first. */
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

  /** Assigns a layer to a tile without one; also returns the key of the tile that it was taken from. */
  assign(key: string): { layer: number; evicted: string | null } {
    if (this.layerOf.size < this.count) {
      const layer = this.layerOf.size;
      this.layerOf.set(key, layer);
      return { layer, evicted: null };
    }
    const [evicted, layer] = this.layerOf.entries().next().value!;
    this.layerOf.delete(evicted);
    this.layerOf.set(key, layer);
    return { layer, evicted };
  }

  clear(): void {
    this.layerOf.clear();
  }
}
