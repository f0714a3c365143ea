import type { HeightDatum } from '../../pointclouds/crs/index.ts';
import type { FrameDescription } from '../../pointclouds/frame.ts';
import type { PointGrid } from '../../pointclouds/record.ts';

/**
 * Coordinates that are no frame of a cloud, because their axes differ: degrees with metres, metres with feet, a sphere's
 * plane. `geocentric` is ECEF of WGS84.
 */
export type SourceFrame =
  | {
      readonly kind: 'projection';
      /** What `proj4` reads; longitude and latitude are in degrees. */
      readonly proj4: string;
      readonly heights: HeightDatum;
      readonly metresPerHeightUnit: number;
    }
  | { readonly kind: 'geocentric'; readonly metresPerUnit: number };

/** What the files of one layer have in common; plain data, so that it can be sent to workers. */
export interface BuildRules {
  /** What the cloud's coordinates mean. */
  readonly frame: FrameDescription;
  /** Of every record of the cloud. */
  readonly grid: PointGrid;
  /** What the files' coordinates are, where each point is projected to `frame`; null where they are those of `frame`. */
  readonly reprojectedFrom: SourceFrame | null;
}
