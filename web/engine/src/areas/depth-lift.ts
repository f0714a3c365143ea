import { CAMERA } from '@overlook/shared/config';
import { RAD_PER_DEG } from '@overlook/shared/maths';

/** Tangent of half the angle at which a perspective view has the scale of an orthographic one. */
const HALF_VIEW = Math.tan((CAMERA.fovYDeg * RAD_PER_DEG) / 2);

/**
 * The value to add to z in clip space so that a place counts as nearer by a small share of its distance. There z is A·w
 * + B, and for the same place at the smaller distance it is A·w + B / (1 − share). `projection` is a perspective
 * matrix, column by column; or an orthographic one, whose share is of the distance at which a perspective view has its scale.
 */
export const liftZ = (projection: readonly number[], share: number): number =>
  isOrthoMatrix(projection) ? (projection[10]! * share) / projection[5]! / HALF_VIEW : projection[14]! * share;

/** w where z is −w: the near plane. Nothing is before that of an orthographic view, in which w is 1. */
export const nearW = (projection: readonly number[]): number =>
  isOrthoMatrix(projection) ? 0 : projection[14]! / (projection[10]! - 1);

const isOrthoMatrix = (projection: readonly number[]): boolean => projection[15] === 1;
