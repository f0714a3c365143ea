/** One level of a panorama's tiles: its size in pixels and its tiles across and down. Those at the right and lower edge may be smaller. */
export interface PanoramaLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly columns: number;
  readonly rows: number;
}

/** Widest a coarsest level may be, pixels. */
const COARSEST_PX = 2048;

/** The levels of a panorama, the coarsest first; each is twice as wide as the one before, the last is the picture itself. */
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
