/** Reads rows with positions: degrees, metres of a projected system, or metres of the site, by their column names. */
import { type FeatureContent, FEATURES_AT_MOST } from './file-content.ts';
import type { FilePlaces } from './file-places.ts';

export type TableRow = Readonly<Record<string, unknown>>;

interface Columns {
  readonly names: readonly [RegExp, RegExp, RegExp];
  readonly read: 'degrees' | 'local';
}

const HEIGHT = /^(?:h|z|alt|altitude|height|elev|elevation|up)(?:_?m)?$/i;
/** In the order of the search. */
const KNOWN: readonly Columns[] = [
  { names: [/^(?:lon|lng|long|longitude)$/i, /^(?:lat|latitude)$/i, HEIGHT], read: 'degrees' },
  { names: [/^(?:e|east|easting)$/i, /^(?:n|north|northing)$/i, HEIGHT], read: 'local' },
  { names: [/^x$/i, /^y$/i, HEIGHT], read: 'local' },
];

/** Returns a point for each row with a position. Throws an Error for a table without position columns. */
export async function contentOfTable(
  rows: readonly TableRow[],
  places: FilePlaces,
  stated: string | null = null,
): Promise<FeatureContent> {
  if (rows.length > FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} rows.`);
  const titles = Object.keys(rows[0] ?? {});
  const find = (pattern: RegExp) => titles.find((title) => pattern.test(title.trim()));
  const known = KNOWN.find(({ names }) => find(names[0]) !== undefined && find(names[1]) !== undefined);
  if (!known)
    throw new Error('It has no columns of positions: longitude and latitude, easting and northing, or x and y.');
  const [x, y, z] = known.names.map(find) as [string, string, string | undefined];
  const { placeOf, crsName } = await places.open(known.read === 'local' ? stated : null, known.read);
  const placed = rows.filter((row) => Number.isFinite(row[x]) && Number.isFinite(row[y]));
  if (placed.length === 0) throw new Error('None of its rows has a position.');
  const features = placed.map((row) => ({
    kind: 'point' as const,
    positionsEnu: Float64Array.from(placeOf([row[x], row[y], z === undefined ? null : row[z]])),
    holes: [],
    properties: row,
  }));
  return { kind: 'features', features, crsName };
}
