/**
 * The value to add to z in clip space so that a place counts as nearer by a small share of its distance. There z is A·w
 * + B, and for the same place at the smaller distance it is A·w + B / (1 − share). `projection` is a perspective
 * matrix, column by column.
 */
export const liftZ = (projection: readonly number[], share: number): number => projection[14]! * share;
