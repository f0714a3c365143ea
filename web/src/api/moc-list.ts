import type { Vec3 } from '@overlook/shared/maths';
import { cornersOf } from '@overlook/shared/mocs';
import type { AreaColumns, Moc, MocArea, MocList } from '@overlook/shared/schemas';

/** The data of a change (MOC) for lists and pins. `pointEcef` is its position in metres; null where it has none. */
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

/**
 * A list with the saved state of a change: at its place from the newest to the oldest, or removed when it is archived.
 */
export function listWith({ columns, ...list }: MocList, moc: Moc): MocList {
  const known = columns.id.indexOf(moc.id);
  const older = columns.id.findIndex((id) => id < moc.id);
  const place = known >= 0 ? known : older >= 0 ? older : columns.id.length;
  const row = rowOf(moc);
  const replaced = Object.entries(columns).map(([name, values]) => {
    const own = moc.archived ? [] : [row[name as keyof Row]];
    return [name, (values as Row[keyof Row][]).toSpliced(place, known >= 0 ? 1 : 0, ...own)];
  });
  return { ...list, columns: Object.fromEntries(replaced) as Columns };
}

/** The data of an area that a stage draws: see `MocArea`. `corners` are ECEF metres in the order of the ring. */
export interface SiteArea extends Pick<MocArea, 'uuid' | 'bottomHeight' | 'topHeight' | 'capped' | 'colour'> {
  readonly corners: Vec3[];
  /** The day of UTC on which it was drawn, `2026-03-14`. */
  readonly createdOn: string;
}

/** Areas that are not archived, by the id of their change. */
export type AreasByMoc = Readonly<Record<string, SiteArea[]>>;

/** The server's answer with the areas of a site, and its `edition`. */
export interface SiteAreas {
  readonly edition: string;
  readonly areas: AreasByMoc;
}

/** The areas of such columns, each in the order in which it was drawn. */
export function areasOfColumns(columns: AreaColumns): AreasByMoc {
  const cornerAt = cornerReader(columns.corners);
  const areas: Record<string, SiteArea[]> = {};
  let next = 0;
  for (const [row, uuid] of columns.uuid.entries()) {
    const corners = Array.from({ length: columns.cornerCount[row]! }, () => cornerAt(next++));
    const [bottomHeight, topHeight] = [columns.bottomHeight[row]!, columns.topHeight[row]!];
    const [capped, colour, createdOn] = [columns.capped[row]!, columns.colour[row]!, columns.createdOn[row]!];
    const area = { uuid, bottomHeight, topHeight, capped, colour, createdOn, corners };
    (areas[columns.mocId[row]!] ??= []).push(area);
  }
  return areas;
}

/** Reads the corner with a number from base64 of big-endian doubles. */
function cornerReader(base64: string): (corner: number) => Vec3 {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const doubles = new DataView(bytes.buffer);
  return (corner) => [0, 8, 16].map((offset) => doubles.getFloat64(corner * 24 + offset)) as Vec3;
}

/** The areas of a site with the saved areas of a change. */
export function areasWith({ edition, areas }: SiteAreas, moc: Moc): SiteAreas {
  const own = moc.archived ? [] : areasOf(moc);
  const drawn = own.map(({ uuid, bottomHeight, topHeight, capped, colour, createdAt, points }) => {
    const createdOn = createdAt.slice(0, 'yyyy-mm-dd'.length);
    return { uuid, bottomHeight, topHeight, capped, colour, createdOn, corners: cornersOf({ points }) };
  });
  return { edition, areas: { ...areas, [moc.id]: drawn } };
}
