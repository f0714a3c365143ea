import { invertAffine, type Mat4, moveMatrix, multiply, type RigidMove, toMat4 } from '@overlook/shared/maths';
import { applyAffine } from './open-frame.ts';
import type { PointFrame } from './frame.ts';

/** An exact cloud, and where the capture was placed by hand. */
export interface PlacedCloud {
  readonly folder: string;
  /** See `placedFrame`. */
  readonly moveEcef: readonly number[] | null;
}

/** A frame whose points lie at `moveEcef` (ECEF to ECEF, metres, 16 numbers) of where the cloud has them; null moves nothing. */
export function placedFrame(frame: PointFrame, moveEcef: ArrayLike<number> | null): PointFrame {
  if (!moveEcef) return frame;
  const move: Mat4 = toMat4(moveEcef);
  const undo = invertAffine(move);
  const unmoved = new Float64Array(3);
  return {
    description: frame.description,
    toEcef(point, out) {
      frame.toEcef(point, out);
      applyAffine(move, out, out);
    },
    fromEcef(pointEcef, out) {
      applyAffine(undo, pointEcef, unmoved);
      frame.fromEcef(unmoved, out);
    },
    affineAt: (point) => multiply(move, frame.affineAt(point)),
  };
}

/** The matrix of a stored move as plain data; null without one. */
export const moveOfPlacement = (placement: RigidMove | null): number[] | null =>
  placement && Array.from(moveMatrix(placement));
