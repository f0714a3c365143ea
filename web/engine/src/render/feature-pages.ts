/**
 * One texel for each feature id, in pages of {@link STYLES_PER_ROW} ids. Pages that no rule names share one row, and so do pages
 * that the same rules cover as a whole: the memory grows with the number of named pages, not with the largest id.
 *
 * The first rows are the list of pages: red and green of the texel of a page are the low and the high byte of its row. Shaders and
 * picks find the texel of an id through it.
 */

/** Texels in a row: every WebGL 2 device supports this width, and nearly all of them the rows of every id below 2^24. */
export const STYLES_PER_ROW = 2048;

/** RGBA8 texels in whole rows of {@link STYLES_PER_ROW}: the list of pages, then the rows that it names. */
export interface PagedTexels {
  readonly texels: Uint8Array;
  readonly rows: number;
}

/** Returns the index of the first byte of the texel of an id below the table's count. */
export function texelAt(texels: Uint8Array, id: number): number {
  const page = 4 * Math.floor(id / STYLES_PER_ROW);
  return 4 * ((texels[page]! + 256 * texels[page + 1]!) * STYLES_PER_ROW + (id % STYLES_PER_ROW));
}

/** Texels that rules write, as numbers in the byte order of the platform. */
export class FeaturePages {
  /** Row of each page; row 0 has the texel of ids that no rule names. */
  private readonly pages: Uint32Array;
  private readonly rows: Uint32Array[];
  /** Page that alone has a row; −1 for a row that pages share. */
  private readonly owners = [-1];

  /** The table has the ids below `count`. */
  constructor(
    readonly count: number,
    rest: number,
  ) {
    this.pages = new Uint32Array(Math.ceil(count / STYLES_PER_ROW));
    this.rows = [new Uint32Array(STYLES_PER_ROW).fill(rest)];
  }

  /** Sets bits of the texels of runs of ids: `(texel & keep) | set`. `runs`: first and last id of each run, below the count. */
  write(runs: ArrayLike<number>, keep: number, set: number): void {
    /** Rows that this rule has written as a whole, by the row that they replace. */
    const whole = new Map<number, number>();
    for (let i = 0; i < runs.length; i += 2) {
      const [first, last] = [runs[i]!, runs[i + 1]!];
      for (let page = Math.floor(first / STYLES_PER_ROW); page * STYLES_PER_ROW <= last; page++) {
        const from = Math.max(0, first - page * STYLES_PER_ROW);
        const to = Math.min(STYLES_PER_ROW - 1, last - page * STYLES_PER_ROW);
        const isWhole = from === 0 && to === STYLES_PER_ROW - 1;
        const before = this.pages[page]!;
        const known = isWhole ? whole.get(before) : undefined;
        const row = known ?? (this.owners[before] === page ? before : this.copy(before, isWhole ? -1 : page));
        this.pages[page] = row;
        if (known !== undefined) continue;
        const words = this.rows[row]!;
        for (let at = from; at <= to; at++) words[at] = ((words[at]! & keep) | set) >>> 0;
        if (isWhole && row !== before) whole.set(before, row);
      }
    }
  }

  /** Returns the table with the rows that pages still have. */
  finish(): PagedTexels {
    const listRows = Math.max(1, Math.ceil(this.pages.length / STYLES_PER_ROW));
    const used = [...new Set(this.pages)];
    const places = new Map(used.map((row, i) => [row, listRows + i]));
    const rows = listRows + used.length;
    const words = new Uint32Array(rows * STYLES_PER_ROW);
    const texels = new Uint8Array(words.buffer);
    for (const [row, place] of places) words.set(this.rows[row]!, place * STYLES_PER_ROW);
    for (const [page, row] of this.pages.entries()) {
      const place = places.get(row)!;
      texels[4 * page] = place & 255;
      texels[4 * page + 1] = place >> 8;
    }
    return { texels, rows };
  }

  private copy(row: number, owner: number): number {
    this.owners.push(owner);
    return this.rows.push(this.rows[row]!.slice()) - 1;
  }
}
