/**
 * Text with figures of one width, so that a value that changes under the pointer does not shake its label. A canvas can
 * choose a font but none of its features, so each figure is set in a cell of its own.
 */

/** Runs of text without figures, and single figures. */
const PIECES = /\d|\D+/g;
const isFigure = (piece: string): boolean => piece.length === 1 && piece >= '0' && piece <= '9';

export class TabularText {
  private readonly widths = new Map<string, number>();
  private cellPx = 0;

  /** `measure` gives the width of a text in CSS pixels, in the font that is drawn with. */
  constructor(private readonly measure: (text: string) => number) {}

  /** The font has changed. */
  clear(): void {
    this.widths.clear();
    this.cellPx = 0;
  }

  /** CSS pixels. */
  widthPx(text: string): number {
    let width = 0;
    for (const piece of piecesOf(text)) width += this.advancePx(piece);
    return width;
  }

  /** Calls `put` for each piece with its distance in CSS pixels from where the text begins. */
  layOut(text: string, put: (piece: string, offsetPx: number) => void): void {
    let offsetPx = 0;
    for (const piece of piecesOf(text)) {
      const advancePx = this.advancePx(piece);
      put(piece, offsetPx + (advancePx - this.ownWidthPx(piece)) / 2);
      offsetPx += advancePx;
    }
  }

  private advancePx(piece: string): number {
    if (!isFigure(piece)) return this.ownWidthPx(piece);
    this.cellPx ||= Math.max(...[...'0123456789'].map((figure) => this.ownWidthPx(figure)));
    return this.cellPx;
  }

  private ownWidthPx(piece: string): number {
    let width = this.widths.get(piece);
    if (width === undefined) {
      // Units and signs repeat; names that a user types do not.
      if (this.widths.size >= 500) this.widths.clear();
      width = this.measure(piece);
      this.widths.set(piece, width);
    }
    return width;
  }
}

const piecesOf = (text: string): string[] => text.match(PIECES) ?? [];
