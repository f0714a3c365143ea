/** A national or global system of heights above the sea, as a source names it. */
export interface VerticalSystem {
  readonly epsg: number | null;
  readonly name: string;
}
