/** Names that programs give to the fields of points, in lower case. */
export const FIELD_NAMES = {
  intensity: ['intensity', 'scalar_intensity', 'reflectance'],
  classification: ['classification', 'scalar_classification', 'class', 'label'],
  red: ['red', 'r', 'diffuse_red', 'rf'],
  green: ['green', 'g', 'diffuse_green', 'gf'],
  blue: ['blue', 'b', 'diffuse_blue', 'bf'],
} as const;
