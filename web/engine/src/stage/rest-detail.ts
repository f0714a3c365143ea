/**
 * The refinement of a view at rest beyond the chosen error, while memory is free. A pure state machine: the finer tiles are
 * fetched first, and drawn together when all are loaded, so that a still does not restart with each tile.
 */

/** Factors of the chosen screen-space error. Each step quarters the area of a tile on the screen and quadruples the bytes. */
const FACTORS = [1, 1 / 2, 1 / 4] as const;
/** Share of the cap for the finer tiles in view: the rest is for the next views. */
const MEMORY_SHARE = 0.5;

export interface RestMemory {
  /** GPU memory of the drawn tiles, bytes. */
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

  /** The camera has moved, or the content has changed. */
  restart(): void {
    this.step = this.wanted = 0;
  }

  /** The view has settled. Returns true if finer tiles must be fetched from now on. */
  settled({ neededBytes, capBytes }: RestMemory): boolean {
    if (this.wanted > this.step || this.step === FACTORS.length - 1) return false;
    const growth = (FACTORS[this.step]! / FACTORS[this.step + 1]!) ** 2;
    if (neededBytes * growth > capBytes * MEMORY_SHARE) return false;
    this.wanted = this.step + 1;
    return true;
  }

  /** All requested finer tiles are loaded: they are drawn from now on. */
  fetched(): void {
    this.step = this.wanted;
  }
}
