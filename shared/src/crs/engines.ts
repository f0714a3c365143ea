/** Points of a projection, x and y in its units or degrees, heights in metres. */
interface Triple {
  x: number;
  y: number;
  z: number;
}

/** proj4, as far as it is used. */
export interface Proj4 {
  (
    from: string,
    to: string,
  ): {
    forward(point: Triple, enforceAxis: boolean): Triple;
    inverse(point: Triple, enforceAxis: boolean): Triple;
  };
  readonly Proj: new (definition: string) => object;
}

/** What computes: libraries with tables of megabytes, which the server has at hand and a browser loads when it needs them. */
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
