/** Where a photo was taken from (specification §3). */
export const PHOTO_HEIGHT_TYPES = ['ground', 'airborne', 'panosphere'] as const;
export type PhotoHeightType = (typeof PHOTO_HEIGHT_TYPES)[number];

/** Search radii by their number in a request (specification §3), metres. */
export const PHOTO_RADII = [
  { id: 1, label: 'Near', metres: 25 },
  { id: 2, label: 'Middle', metres: 75 },
  { id: 3, label: 'Far', metres: 200 },
] as const;

/** Nearby photos (specification §9). */
export const PHOTOS = {
  radiusDefault: 3,
  nearestMost: 20,
  /** A billboard nearer to the camera than this is hidden, metres. */
  hiddenWithinM: 5,
  /** The camera has moved when a component of its position or direction differs by more than this. */
  cameraTrigger: 0.001,
  thumbsPerPage: 5,
  pagesMost: 5,
  popOutWidthPx: 1200,
  popOutHeightPx: 800,
} as const;

/** Assumed errors of a photo's pose where its file states none, for points that are found through the photo. */
export const PHOTO_POSE_ERROR = {
  /**
   * Of the direction, degrees, by its source. A table mostly has the poses of an aligned block of photos. A gimbal is
   * steadier than a degree, but its heading is that of the compass and the inertial unit, which vehicles correct to
   * about one. A compass alone, and a pitch that is taken to be level, are off by ten. A scanner's pictures are aligned with its points.
   */
  angleDeg: { table: 0.1, scan: 0.1, file: 1, assumed: 10 },
  /**
   * Of the position, metres: that of a receiver without corrections, more where its altitude is assumed. None is
   * assumed for tables, because it is not known whether their positions are surveyed; pictures of a scan are where its points are, to the
   * accuracy of their alignment.
   */
  positionM: { table: null, scan: 0.02, file: 5, assumed: 10 },
} as const;

/** Scan positions of one capture. */
export const SCAN_POSITIONS_MOST = 10_000;

/** Limits and assumptions of `site import --photos`. */
export const PHOTO_IMPORT = {
  /** A photo without an altitude is assumed to be this far above the ground of its site, metres. */
  eyeHeightM: 1.6,
  /** Photos farther from their site than this need `--anywhere`, metres. */
  farthestM: 5000,
  /** A photo at least this far above the ground of its site is airborne, metres. */
  airborneFromM: 30,
  /** A picture is a whole panorama when its width is twice its height, within this relative tolerance. */
  panoramaTolerance: 0.01,
  /** Limits of one picture: bytes of its file, and pixels. */
  largestBytes: 512 * 1024 * 1024,
  pixelsMost: 256_000_000,
  /** Pictures of one import. */
  filesMost: 200_000,
  /** Refused pictures that the result names. */
  refusedListed: 500,
} as const;
