/**
 * Marks: the graphics of tools and features over a stage. Plain data in ECEF metres; every stage draws the same list.
 */
import type { Vec3 } from '@overlook/shared/maths';

/** `id` is unique in a list; a press on a mark that can be grabbed reports it. */
interface MarkBase {
  readonly id: string;
  readonly canGrab?: boolean;
  /** Not cut by the section: the marks of the section itself. */
  readonly isUncut?: boolean;
}

/**
 * A disc of fixed size on the screen. 'point' white, 'active' blue, 'target' a crosshair ring, 'cursor' the blue ring of
 * the shared cursor, 'pivot' the small ring an orbit turns about, 'handle' a disc in `color`.
 */
export interface PointMark extends MarkBase {
  readonly kind: 'point';
  readonly pointEcef: Vec3;
  readonly variant: 'point' | 'active' | 'target' | 'cursor' | 'pivot' | 'handle';
  /** CSS colour of a handle. */
  readonly color?: string;
  /** Written beside the point while it is hovered or active. */
  readonly label?: string;
}

/** Straight segments in space from point to point. */
export interface LineMark extends MarkBase {
  readonly kind: 'line';
  readonly pointsEcef: readonly Vec3[];
  readonly isClosed?: boolean;
  /** Still following the pointer. */
  readonly isDashed?: boolean;
  /** A CSS colour instead of white, and a fill of that colour at `fillAlpha` for closed ones. */
  readonly color?: string;
  readonly fillAlpha?: number;
}

/** A value on a dark label, placed readably: beside `pointEcef`, and beside the line `alongEcef` where there is one. */
export interface LabelMark extends MarkBase {
  readonly kind: 'label';
  readonly pointEcef: Vec3;
  readonly alongEcef?: readonly [Vec3, Vec3];
  readonly text: string;
  /** 'selection' on amber and 'total' on white above `pointEcef`, or below it where the screen ends; else a value. */
  readonly variant?: 'value' | 'selection' | 'total';
  /** Where two would overlap the one of higher priority is kept. */
  readonly priority: number;
}

export type Mark = PointMark | LineMark | LabelMark;
