/** The shown part of the models: inside a box, and on the positive side of each plane. ECEF metres. */
import type { Vec3 } from '@overlook/shared/maths';

/** Upright: turned by `headingRad` clockwise from north about the vertical at its centre. `size` is east, north, up before it is turned. */
export interface SectionBox {
  readonly centerEcef: Vec3;
  readonly size: Vec3;
  readonly headingRad: number;
}

/** Keeps the side its unit normal points to. */
export interface SectionPlane {
  readonly pointEcef: Vec3;
  readonly normalEcef: Vec3;
}

/** A range of heights: metres above the ground point of the site, along the vertical there. `toM` is above `fromM`. */
export interface HeightRange {
  readonly fromM: number;
  readonly toM: number;
}

export interface SectionVolume {
  readonly box: SectionBox | null;
  readonly planes: readonly SectionPlane[];
}
