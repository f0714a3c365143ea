import type { HeightDatum, SystemGrids } from '../../pointclouds/crs/index.ts';
import type { FrameDescription } from '../../pointclouds/frame.ts';
import type { PointGrid } from '../../pointclouds/record.ts';

/**
 * Coordinates that cannot be the frame of a cloud, because their axes differ: degrees with metres, metres with feet, a
 * sphere's plane. `geocentric` is ECEF of WGS84.
 */
export type SourceFrame =
  | {
      readonly kind: 'projection';
      /** What `proj4` reads; longitude and latitude are in degrees. */
      readonly proj4: string;
      readonly heights: HeightDatum;
      readonly metresPerHeightUnit: number;
      readonly grids?: SystemGrids | undefined;
    }
  | { readonly kind: 'geocentric'; readonly metresPerUnit: number };

/** The common settings of the files of one layer; plain data, so that it can be sent to workers. */
export interface BuildRules {
  /** The coordinate system of the cloud. */
  readonly frame: FrameDescription;
  /** Of every record of the cloud. */
  readonly grid: PointGrid;
  /**
   * The coordinate system of the files, where each point is projected to `frame`; null where they have that of `frame`.
   */
  readonly reprojectedFrom: SourceFrame | null;
}
