import type { FittedMove, PointPair, RigidMove, Vec3 } from '@overlook/shared/maths';

/** How the newest move came about; `rmsM` is null for one by hand. */
export interface MoveOrigin {
  readonly by: 'hand' | 'pairs' | 'fit';
  readonly count: number;
  readonly rmsM: number | null;
}

/** One step of the history. `fromEcef` of a pair is where the files of the layer have the point. */
export interface PlaceStep {
  readonly move: RigidMove;
  readonly origin: MoveOrigin;
  readonly pairs: readonly PointPair[];
  readonly isLevel: boolean;
}

export interface PlaceState extends PlaceStep {
  /** What the next click gives; null while clicks are not for this tool. */
  readonly awaits: 'draft' | 'target' | null;
  /** The first point of a pair whose second one is awaited, where the files have it. */
  readonly half: Vec3 | null;
  /** What the pairs say; null where they are fewer than three, or on one line. */
  readonly fitted: FittedMove | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}
