import type { Vec3 } from '@overlook/shared/maths';

/** The line style of an area's edges, besides its colour (interface brief §2 "MOC states"). */
export type AreaOutline = 'dashed' | 'solid' | 'double' | 'dotted';

/** An area that a stage draws as a volume: plain data, ECEF metres; the same object means the same volume. */
export interface StageArea {
  /** Unique in a list. */
  readonly id: string;
  /** At least three, in order, the first not repeated; the ring does not cross itself. */
  readonly cornersEcef: readonly Vec3[];
  /** Metres above the base, which is the height of the lowest corner. */
  readonly bottomHeight: number;
  readonly topHeight: number;
  /** Closed on top. */
  readonly isCapped: boolean;
  /** "#rrggbb". */
  readonly color: string;
  readonly outline: AreaOutline;
  /** Drawn with a bolder edge. */
  readonly isSelected: boolean;
  /** Fill and edge are drawn fainter. */
  readonly isPale?: boolean | undefined;
}
