/** Files of a person that are shown beside the layers and stay in the browser. */

/** Ends of the names of point clouds; COPC is LAZ. */
export const OWN_CLOUD_ENDS = ['.las', '.laz', '.e57'] as const;

/** Ends of the names of models: 3D Tiles archives, and scene layer packages of I3S. */
export const OWN_MODEL_ENDS = ['.3tz', '.slpk'] as const;

const endsWithOne = (fileName: string, ends: readonly string[]): boolean =>
  ends.some((end) => fileName.toLowerCase().endsWith(end));

export const isOwnCloud = (fileName: string): boolean => endsWithOne(fileName, OWN_CLOUD_ENDS);
export const isOwnModel = (fileName: string): boolean => endsWithOne(fileName, OWN_MODEL_ENDS);
