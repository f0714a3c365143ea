import type { Vec3 } from '@overlook/shared/maths';

/** A place of something that has a page or card of its own: plain data, the tip of the pin in ECEF metres. */
export interface StagePin {
  /** Unique in a list. */
  readonly id: string;
  readonly pointEcef: Vec3;
  /** "#rrggbb" */
  readonly color: string;
  /** The symbol that distinguishes kinds without their colour. */
  readonly glyph: 'ring' | 'dot' | 'check' | 'question';
}
