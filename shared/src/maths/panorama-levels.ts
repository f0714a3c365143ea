/** One level of the tiles of a panorama: its size in pixels, its columns and rows. Tiles at the right and lower edge may be smaller. */
export interface PanoramaLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly columns: number;
  readonly rows: number;
}

/** Largest width of the coarsest level, pixels. */
const COARSEST_PX = 2048;

/** The levels of a panorama, the coarsest first; each is twice as wide as the previous one, the last is the picture itself. */
export function panoramaLevels(widthPx: number, heightPx: number, tilePx: number): readonly PanoramaLevel[] {
  const levels: PanoramaLevel[] = [];
  for (let [width, height] = [widthPx, heightPx]; ; [width, height] = [Math.ceil(width / 2), Math.ceil(height / 2)]) {
    levels.unshift({
      widthPx: width,
      heightPx: height,
      columns: Math.ceil(width / tilePx),
      rows: Math.ceil(height / tilePx),
    });
    if (width <= COARSEST_PX) return levels;
  }
}
