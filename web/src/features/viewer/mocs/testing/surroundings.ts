import type { MocSurroundings } from '../surroundings.ts';

/** Surroundings without stage and tools, but for what a test says of them. */
export const surroundingsOf = (own: Partial<MocSurroundings> = {}): MocSurroundings => ({
  viewNow: () => null,
  measurementsNow: () => null,
  showMeasurements: () => undefined,
  showMoc: () => undefined,
  selectObjects: () => undefined,
  ...own,
});
