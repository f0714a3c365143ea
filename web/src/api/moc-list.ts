import type { Vec3 } from '@overlook/shared/maths';
import { cornersOf } from '@overlook/shared/mocs';
import type { Moc, MocArea, MocList, SiteAreas } from '@overlook/shared/schemas';

/** What lists and pins show of a change (MOC). `pointEcef` is its position in metres; null where it has none. */
export interface MocSummary extends Pick<Moc, 'id' | 'siteID' | 'name' | 'documentNumber' | 'state'> {
  readonly areaCount: number;
  readonly pointEcef: Vec3 | null;
}

type Columns = MocList['columns'];
type Row = { readonly [Name in keyof Columns]: Columns[Name][number] };

/** The rows of a list. */
export const summariesOf = ({ siteID, columns }: MocList): MocSummary[] =>
  columns.id.map((id, row) => ({
    id,
    siteID,
    name: columns.name[row]!,
    documentNumber: columns.documentNumber[row]!,
    state: columns.state[row]!,
    areaCount: columns.areaCount[row]!,
    pointEcef: pointOf(columns.x[row]!, columns.y[row]!, columns.z[row]!),
  }));

const pointOf = (x: number | null, y: number | null, z: number | null): Vec3 | null =>
  x === null || y === null || z === null ? null : [x, y, z];

/** The areas of a change that are not archived, in the order in which they were drawn. */
export const areasOf = ({ polygons }: Pick<Moc, 'polygons'>): MocArea[] =>
  Object.values(polygons)
    .filter(({ archived }) => !archived)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));

function rowOf(moc: Moc): Row {
  const { id, name, documentNumber, state, version } = moc;
  const { x = null, y = null, z = null } = moc.pois[0] ?? {};
  return { id, name, documentNumber, state, version, areaCount: areasOf(moc).length, x, y, z };
}

/** The version of a change that a list shows; 0 when it is not in the list. */
export const listedVersion = ({ columns }: MocList, mocId: number): number =>
  columns.version[columns.id.indexOf(mocId)] ?? 0;

/** A list with a change as it is saved now: in its place from the newest to the oldest, or gone when it is archived. */
export function listWith({ siteID, columns }: MocList, moc: Moc): MocList {
  const known = columns.id.indexOf(moc.id);
  const older = columns.id.findIndex((id) => id < moc.id);
  const place = known >= 0 ? known : older >= 0 ? older : columns.id.length;
  const row = rowOf(moc);
  const replaced = Object.entries(columns).map(([name, values]) => {
    const own = moc.archived ? [] : [row[name as keyof Row]];
    return [name, (values as Row[keyof Row][]).toSpliced(place, known >= 0 ? 1 : 0, ...own)];
  });
  return { siteID, columns: Object.fromEntries(replaced) as Columns };
}

/** The areas of a site with those of a change as it is saved now. */
export function areasWith({ areas }: SiteAreas, moc: Moc): SiteAreas {
  const own = moc.archived ? [] : areasOf(moc);
  const drawn = own.map(({ uuid, bottomHeight, topHeight, capped, colour, points }) => {
    return { uuid, bottomHeight, topHeight, capped, colour, corners: cornersOf({ points }) };
  });
  return { areas: { ...areas, [moc.id]: drawn } };
}
