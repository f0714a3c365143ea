import type { Lla, PhotoAngles } from '@overlook/shared/maths';
import type { E57Projection } from '@overlook/shared/point-files';

/** Where a scanner stood. */
export interface ScanPosition {
  /** As its file names it. */
  readonly name: string;
  /** Empty where the file gives none. */
  readonly guid: string;
  readonly place: Lla;
  /** When it began; null where the file does not say so. */
  readonly takenAt: Date | null;
  /** As stated. */
  readonly points: number;
}

/** A picture of a point file, copied to a file of its own and placed where the points are. */
export interface CloudPicture {
  /** Absolute path. */
  readonly path: string;
  /** For messages: “hall.e57, picture 3 (Hall)”. */
  readonly name: string;
  /** For people; empty where the file gives none. */
  readonly title: string;
  /** The file of points that it is from, and the scan in it; empty where none is known. */
  readonly source: string;
  readonly scan: string;
  readonly description: string;
  readonly camera: string;
  readonly takenAt: Date | null;
  readonly place: Lla;
  /** What the heights of its file are above. */
  readonly heights: 'ellipsoidal' | 'orthometric' | 'local';
  /** Of the optical axis, or of the middle column at the height of the camera; null where no direction is known. */
  readonly angles: PhotoAngles | null;
  readonly projection: E57Projection;
  readonly stated: { readonly widthPx: number; readonly heightPx: number } | null;
}

/** What the files of a cloud have beside their points. */
export interface BesidePoints {
  readonly positions: readonly ScanPosition[];
  readonly pictures: readonly CloudPicture[];
  /** Pictures that are left out, with a sentence each. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** One sentence each. */
  readonly warnings: readonly string[];
}
