/** Reads rows with positions: degrees, metres of a projected system, or metres of the site, by their column names. */
import { type UnfilledFeatures, FEATURES_AT_MOST, type FileFeature } from './file-content.ts';
import { coordinateOf } from './coordinate-text.ts';
import type { FilePlaces } from './file-places.ts';
import type { TableContent } from './format-definition.ts';
import { givenName } from './given-name.ts';
import { PlaceNeededError } from './place-question.ts';
import { noColumnsText, type PositionColumns, positionColumns } from './table-columns.ts';
import { FarFileError, LeftOut, UnusablePartError } from './left-out.ts';

/** Key of the cells beyond the titles, in loaders.gl. */
const MORE_CELLS = '__parsed_extra';

type TableRow = Readonly<Record<string, unknown>>;

type TableToPlace = Omit<TableContent, 'kind'> & {
  /** As the user has chosen them; null for those that are recognised. */
  readonly columns?: PositionColumns | null;
};

/**
 * Returns a point for each row with a position; the other rows are counted in `leftOut`. Throws a {@link PlaceNeededError} for a table
 * without position columns, or with coordinates of an unknown system, and an Error if no row can be placed.
 */
export async function contentOfTable(
  { rows, lines, crs: stated = null, columns: chosen = null }: TableToPlace,
  places: FilePlaces,
  leftOut = new LeftOut(),
): Promise<UnfilledFeatures> {
  if (rows.length > FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} rows.`);
  const titles = Object.keys(rows[0] ?? {}).filter((title) => title !== MORE_CELLS);
  const columns = chosen && titles.includes(chosen.x) && titles.includes(chosen.y) ? chosen : positionColumns(titles);
  if (!columns) throw new PlaceNeededError(noColumnsText(titles), { titles, columns: null });
  const { x, y, z, read, metresPerHeightUnit } = columns;
  const { placeOf, crsName } = await places.open(read === 'local' ? stated : null, read);
  const features = rows.flatMap((row, i): FileFeature[] => {
    const where = () => placeInFile(row, lines?.[i] === undefined ? `Row ${i + 1}` : `Line ${lines[i]}`);
    const position = leftOut.attempt(where, () => {
      const [east, north] = [coordinateOf(row[x]), coordinateOf(row[y])];
      if (!Number.isFinite(east) || !Number.isFinite(north)) throw new UnusablePartError('It has no position.');
      return placeOf([east, north, z === null ? null : coordinateOf(row[z]) * metresPerHeightUnit]);
    });
    return position === null
      ? []
      : [{ kind: 'point', positionsEnu: Float64Array.from(position), holes: [], properties: row }];
  });
  // A row at the origin does not hide that the others are coordinates of a map.
  const unplaced = leftOut.mostNeeding('crs', features.length);
  if (unplaced) throw new PlaceNeededError(unplaced.reason, { titles, columns });
  const far = leftOut.mostNeeding('far', features.length);
  if (far) throw new FarFileError(far.reason);
  if (features.length === 0) throw new Error(nothingPlaced(leftOut.first?.reason ?? null));
  return { kind: 'features', features, crsName, leftOutCount: leftOut.count, notes: leftOut.texts };
}

const nothingPlaced = (reason: string | null): string =>
  reason === null || reason === 'It has no position.' ? 'None of its rows has a position.' : reason;

function placeInFile(row: TableRow, line: string): string {
  const name = givenName(row);
  return name === null ? line : `${line} (${name})`;
}
