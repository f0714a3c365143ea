/** Which capture of a layer a point lies on. */
export interface CaptureKey {
  /** Model type of the layer (shared/config/model-types.ts). */
  readonly modeltypeId: number;
  /** Calendar date of the capture, '2026-03-14'; null or absent where it is not known. */
  readonly takenOn?: string | null;
}

/** A layer whose dates are not known has one capture only. */
export const isSameCapture = (a: CaptureKey, b: CaptureKey): boolean =>
  a.modeltypeId === b.modeltypeId && (!a.takenOn || !b.takenOn || a.takenOn === b.takenOn);

/** Dates of the captures that points lie on, each once, in the order of the points. */
export const datesOf = (points: readonly CaptureKey[]): string[] => [
  ...new Set(points.flatMap(({ takenOn }) => takenOn ?? [])),
];
