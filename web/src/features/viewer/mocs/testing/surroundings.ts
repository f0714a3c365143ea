import type { MocSurroundings } from '../surroundings.ts';

/** Surroundings without stage and tools; a test replaces the parts that it needs. */
export const surroundingsOf = (own: Partial<MocSurroundings> = {}): MocSurroundings => ({
  viewNow: () => null,
  pictureNow: () => Promise.resolve(null),
  measurementsNow: () => null,
  showMeasurements: () => undefined,
  showMoc: () => undefined,
  selectObjects: () => undefined,
  ...own,
});
