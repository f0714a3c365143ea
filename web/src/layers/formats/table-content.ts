/** Reads rows with positions: degrees, metres of a projected system, or metres of the site, by their column names. */
import { type FeatureContent, FEATURES_AT_MOST, type FileFeature } from './file-content.ts';
import type { FilePlaces } from './file-places.ts';
import type { TableContent } from './format-definition.ts';
import { givenName } from './given-name.ts';
import { LeftOut, UnusablePartError } from './left-out.ts';

type TableRow = Readonly<Record<string, unknown>>;

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

/**
 * Returns a point for each row with a position; the other rows are counted in `leftOut`. Throws an Error for a table without
 * position columns, and if no row can be placed.
 */
export async function contentOfTable(
  { rows, lines, crs: stated = null }: Omit<TableContent, 'kind'>,
  places: FilePlaces,
  leftOut = new LeftOut(),
): Promise<FeatureContent> {
  if (rows.length > FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} rows.`);
  const titles = Object.keys(rows[0] ?? {});
  const find = (pattern: RegExp) => titles.find((title) => pattern.test(title.trim()));
  const known = KNOWN.find(({ names }) => find(names[0]) !== undefined && find(names[1]) !== undefined);
  if (!known)
    throw new Error('It has no columns of positions: longitude and latitude, easting and northing, or x and y.');
  const [x, y, z] = known.names.map(find) as [string, string, string | undefined];
  const { placeOf, crsName } = await places.open(known.read === 'local' ? stated : null, known.read);
  const features = rows.flatMap((row, i): FileFeature[] => {
    const where = () => placeInFile(row, lines?.[i] === undefined ? `Row ${i + 1}` : `Line ${lines[i]}`);
    const position = leftOut.attempt(where, () => {
      if (!Number.isFinite(row[x]) || !Number.isFinite(row[y])) throw new UnusablePartError('It has no position.');
      return placeOf([row[x], row[y], z === undefined ? null : row[z]]);
    });
    return position === null
      ? []
      : [{ kind: 'point', positionsEnu: Float64Array.from(position), holes: [], properties: row }];
  });
  if (features.length === 0) throw new Error(nothingPlaced(leftOut.firstReason));
  return { kind: 'features', features, crsName, leftOutCount: leftOut.count, notes: leftOut.texts };
}

const nothingPlaced = (reason: string | null): string =>
  reason === null || reason === 'It has no position.' ? 'None of its rows has a position.' : reason;

function placeInFile(row: TableRow, line: string): string {
  const name = givenName(row);
  return name === null ? line : `${line} (${name})`;
}
