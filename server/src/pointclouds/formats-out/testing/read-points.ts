/** A point as a strict reader found it: coordinates in the units of the file's system. Null where the file has no such field. */
export interface ReadPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly intensity: number | null;
  readonly red: number | null;
  readonly green: number | null;
  readonly blue: number | null;
}

/** A whole file as a strict reader found it. */
export interface ReadFile {
  readonly points: readonly ReadPoint[];
  /** The coordinate system that the file states; null where it states none. */
  readonly wkt: string | null;
}

/** Fails with the rule that a file breaks. */
export function rule(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new Error(`Not as the standard has it: ${broken}`);
}
