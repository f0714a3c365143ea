/**
 * The refinement of a view at rest beyond the chosen error, while memory is free. A pure state machine: the finer tiles are
 * fetched first, and drawn together when all are loaded, so that a still does not restart with each tile.
 */

import { TILE_OPTIONS } from '../tiles/tile-options.ts';

const { restErrorFactors, restMemoryShare } = TILE_OPTIONS;

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
    return restErrorFactors[this.step]!;
  }

  /** The factor of the chosen error for the tiles to fetch; null for nothing finer. */
  get wantedFactor(): number | null {
    return this.wanted > this.step ? restErrorFactors[this.wanted]! : null;
  }

  /** The camera has moved, or the content has changed. */
  restart(): void {
    this.step = this.wanted = 0;
  }

  /** The view has settled. Returns true if finer tiles must be fetched from now on. */
  settled({ neededBytes, capBytes }: RestMemory): boolean {
    if (this.wanted > this.step || this.step === restErrorFactors.length - 1) return false;
    const growth = (restErrorFactors[this.step]! / restErrorFactors[this.step + 1]!) ** 2;
    if (neededBytes * growth > capBytes * restMemoryShare) return false;
    this.wanted = this.step + 1;
    return true;
  }

  /** All requested finer tiles are loaded: they are drawn from now on. */
  fetched(): void {
    this.step = this.wanted;
  }
}
