/** A point of a projection: x and y in its units or degrees, height in metres. */
export interface ProjectionPoint {
  x: number;
  y: number;
  z: number;
}

/** What proj4 makes of a definition, as far as it is used; its types name only part of it. */
export interface OpenedProjection {
  readonly projName?: string;
  readonly to_meter?: number;
  readonly a?: number;
  readonly datum?: { readonly datum_type?: number; readonly grids?: readonly { readonly isNull?: boolean }[] | null };
}

/** proj4, as far as it is used. */
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

/** What computes: libraries with tables of megabytes, which the server has loaded and a browser loads when it needs them. */
export interface CrsEngines {
  readonly proj4: Proj4;
  /** Degrees and metres above the EGM96 geoid to metres above the ellipsoid of WGS84. */
  egm96ToEllipsoid(latitude: number, longitude: number, heightM: number): number;
}

let engines: CrsEngines | null = null;

/** To be called once, before anything of this folder computes. */
export function setCrsEngines(given: CrsEngines): void {
  engines = given;
}

/** Throws Error before {@link setCrsEngines}: a fault of the program. */
export function crsEngines(): CrsEngines {
  if (!engines) throw new Error('Coordinate systems are used before their engines are there.');
  return engines;
}
