import { uprightFrame } from '../../geometry/frame.ts';
import { side } from '../../geometry/solids.ts';
import type { PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';

/** A cone of loose material on the ground. Metres. */
export interface Stockpile {
  readonly east: number;
  readonly north: number;
  /** Of its foot. */
  readonly radius: number;
  readonly height: number;
}

/** Adds a stockpile; scenery, since no drawing shows it. */
export function stockpile(builder: PlantBuilder, { east, north, radius, height }: Stockpile): void {
  builder.scenery({
    material: 'plain',
    colour: PALETTE.stockpileSand,
    patches: [side(uprightFrame([east, north, 0]), radius, 0, 0, height)],
    thickness: height,
  });
}
