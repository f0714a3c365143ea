/** A point of a projection: x and y in its units or degrees, height in metres. */
export interface ProjectionPoint {
  x: number;
  y: number;
  z: number;
}

/** The used part of proj4's parsed definition; its own types name only part of it. */
export interface OpenedProjection {
  readonly projName?: string;
  readonly to_meter?: number;
  readonly a?: number;
  readonly datum?: { readonly datum_type?: number; readonly grids?: readonly { readonly isNull?: boolean }[] | null };
}

/** The used part of proj4. */
export interface Proj4 {
  (
    from: string,
    to: string,
  ): {
    forward(point: ProjectionPoint, enforceAxis: boolean): ProjectionPoint;
    inverse(point: ProjectionPoint, enforceAxis: boolean): ProjectionPoint;
  };
  readonly Proj: new (definition: string) => OpenedProjection;
}

/** The libraries that compute. Their tables take megabytes, so they are loaded when they are needed. */
export interface CrsEngines {
  readonly proj4: Proj4;
  /** Degrees and metres above the EGM96 geoid to metres above the ellipsoid of WGS84. */
  egm96ToEllipsoid(latitude: number, longitude: number, heightM: number): number;
}

let engines: CrsEngines | null = null;

/** Call this once, before any computation of this folder. */
export function setCrsEngines(given: CrsEngines): void {
  engines = given;
}

/** Throws Error before {@link setCrsEngines}: a fault of the program. */
export function crsEngines(): CrsEngines {
  if (!engines) throw new Error('Coordinate systems are used before setCrsEngines was called.');
  return engines;
}
