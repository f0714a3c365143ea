/**
 * How much more finely than chosen a view at rest is refined, while memory is free. A pure machine: the finer tiles are
 * fetched first, and drawn all at once when they are there, so that the frames of a still do not start again with each.
 */

/** Of the chosen screen-space error. Each quarters the area of a tile on the screen: the bytes grow by as much. */
const FACTORS = [1, 1 / 2, 1 / 4] as const;
/** Share of the cap that the finer tiles in view may take: the rest is for where the camera goes next. */
const MEMORY_SHARE = 0.5;

export interface RestMemory {
  /** GPU memory of what the view draws now, bytes. */
  readonly neededBytes: number;
  readonly capBytes: number;
}

export class RestDetail {
  private step = 0;
  private wanted = 0;

  /** The factor of the chosen error for the tiles that are drawn. */
  get factor(): number {
    return FACTORS[this.step]!;
  }

  /** The factor of the chosen error for the tiles to fetch; null for nothing finer. */
  get wantedFactor(): number | null {
    return this.wanted > this.step ? FACTORS[this.wanted]! : null;
  }

  /** The camera has moved, or something else is to be shown. */
  restart(): void {
    this.step = this.wanted = 0;
  }

  /** The view has settled. Whether something finer is to be fetched now that was not before. */
  settled({ neededBytes, capBytes }: RestMemory): boolean {
    if (this.wanted > this.step || this.step === FACTORS.length - 1) return false;
    const growth = (FACTORS[this.step]! / FACTORS[this.step + 1]!) ** 2;
    if (neededBytes * growth > capBytes * MEMORY_SHARE) return false;
    this.wanted = this.step + 1;
    return true;
  }

  /** All finer tiles that were to be fetched are there: they are drawn from now on. */
  fetched(): void {
    this.step = this.wanted;
  }
}
