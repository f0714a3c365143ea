/**
 * What to add to z in clip space so that a place counts as nearer by a small share of its distance. z is A·w + B there, and
 * of the same place so much nearer it is A·w + B / (1 − share). `projection` is a perspective matrix, column by column.
 */
export const liftZ = (projection: readonly number[], share: number): number => projection[14]! * share;
