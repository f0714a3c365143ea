/** Names that programs give to the fields of points, in lower case. */
const FIELD_NAMES = {
  intensity: ['intensity', 'scalar_intensity', 'reflectance'],
  classification: ['classification', 'scalar_classification', 'class', 'label'],
  red: ['red', 'r', 'diffuse_red', 'rf'],
  green: ['green', 'g', 'diffuse_green', 'gf'],
  blue: ['blue', 'b', 'diffuse_blue', 'bf'],
} as const;

/** The fields of a point that are kept, by the names of columns in a file. */
export interface NamedColumns {
  /** Columns of the file in the order of a row: x, y, z, then the fields that are there. -1 for a missing axis. */
  readonly order: readonly number[];
  /** Places in `order`; null for a field that is not there. */
  readonly intensity: number | null;
  readonly classification: number | null;
  readonly color: readonly [red: number, green: number, blue: number] | null;
}

/** `find` returns the column with one of these names, -1 for none. */
export function namedColumns(find: (names: readonly string[]) => number): NamedColumns {
  const order = ['x', 'y', 'z'].map((axis) => find([axis]));
  const put = (column: number) => (column < 0 ? null : order.push(column) - 1);
  const intensity = put(find(FIELD_NAMES.intensity));
  const classification = put(find(FIELD_NAMES.classification));
  const [red, green, blue] = [find(FIELD_NAMES.red), find(FIELD_NAMES.green), find(FIELD_NAMES.blue)];
  const first = order.length;
  const hasColor = red >= 0 && green >= 0 && blue >= 0;
  if (hasColor) order.push(red, green, blue);
  return { order, intensity, classification, color: hasColor ? [first, first + 1, first + 2] : null };
}
