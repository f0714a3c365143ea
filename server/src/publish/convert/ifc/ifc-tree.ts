import {
  IFCBUILDINGSTOREY,
  IFCFEATUREELEMENTSUBTRACTION,
  IFCPORT,
  IFCPRODUCT,
  IFCPROJECT,
  IFCRELAGGREGATES,
  IFCRELCONTAINEDINSPATIALSTRUCTURE,
  IFCRELNESTS,
  IFCSPATIALSTRUCTUREELEMENT,
  IFCSPATIALELEMENT,
} from 'web-ifc';
import { type IfcFile, numberOf, referencesOf, textOf } from './ifc-file.ts';

/** Items in pre-order. */
export interface IfcTree {
  readonly names: readonly string[];
  /** −1 for a root. */
  readonly parents: Int32Array;
  /** Line number of each item; 0 for the group that is in no file. */
  readonly expressIds: Uint32Array;
  readonly warnings: readonly string[];
}

/** The group of products without a relation to the tree. */
const OUTSIDE_GROUP = 'Not in the spatial structure';

/** Positions in the relations' lines: after GlobalId, OwnerHistory, Name and Description. */
const FIRST_END = 4;
const SECOND_END = 5;

/**
 * The tree of an IFC file: the project, its division (IfcRelAggregates, IfcRelNests), and the products of each place
 * (IfcRelContainedInSpatialStructure). Places come before things, storeys from below, everything else by name. Openings and
 * ports are not items: an opening is the absence of a wall, and a port a place on a pipe. A product without a relation to it
 * is in a separate group, as are parts that contain each other in a cycle.
 */
export function readIfcTree(file: IfcFile): IfcTree {
  const ids = itemIds(file);
  const places = new Set([
    ...file.idsOf(IFCSPATIALSTRUCTUREELEMENT, { withSubtypes: true }),
    ...file.idsOf(IFCSPATIALELEMENT, { withSubtypes: true }),
  ]);
  const children = readChildren(file, new Set(ids));
  const names = new Map(ids.map((id) => [id, nameOf(file, id, places.has(id))]));
  const inOrder = siblingOrder(file, names, places);
  const rows: { id: number; parent: number; name: string }[] = [];
  const placed = new Set<number>();

  /** Depth first without recursion: a file may nest without limit. */
  function place(root: number, parent: number): void {
    const waiting = [{ id: root, parent }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (placed.has(next.id)) continue;
      placed.add(next.id);
      const index = rows.push({ ...next, name: names.get(next.id)! }) - 1;
      const below = (children.get(next.id) ?? []).filter((id) => !placed.has(id)).sort(inOrder);
      for (const id of below.reverse()) waiting.push({ id, parent: index });
    }
  }

  for (const project of file.idsOf(IFCPROJECT)) place(project, -1);
  const outside = ids.filter((id) => !placed.has(id));
  const warnings: string[] = [];
  if (outside.length > 0) {
    const group = rows.push({ id: 0, parent: -1, name: OUTSIDE_GROUP }) - 1;
    const held = new Set([...children.values()].flat());
    for (const id of outside.filter((id) => !held.has(id)).sort(inOrder)) place(id, group);
    const circles = outside.filter((id) => !placed.has(id)).sort(inOrder);
    for (const id of circles) place(id, group);
    if (circles.length > 0) {
      warnings.push(
        `${circles.length} objects are parts of each other in a circle (first: ${names.get(circles[0]!)}); they are under “${OUTSIDE_GROUP}”.`,
      );
    }
  }
  return {
    names: rows.map(({ name }) => name),
    parents: Int32Array.from(rows, ({ parent }) => parent),
    expressIds: Uint32Array.from(rows, ({ id }) => id),
    warnings,
  };
}

function itemIds(file: IfcFile): number[] {
  const left = new Set([
    ...file.idsOf(IFCFEATUREELEMENTSUBTRACTION, { withSubtypes: true }),
    ...file.idsOf(IFCPORT, { withSubtypes: true }),
  ]);
  const products = file.idsOf(IFCPRODUCT, { withSubtypes: true }).filter((id) => !left.has(id));
  return [...new Set([...file.idsOf(IFCPROJECT), ...products])];
}

/** The children of each item. An item with several such relations is below the first. */
function readChildren(file: IfcFile, items: ReadonlySet<number>): Map<number, number[]> {
  const children = new Map<number, number[]>();
  const held = new Set<number>();
  const hold = (parents: number[], parts: number[]) => {
    const parent = parents.find((id) => items.has(id));
    if (parent === undefined) return;
    const below = children.get(parent) ?? [];
    for (const id of parts) {
      if (!items.has(id) || held.has(id) || id === parent) continue;
      held.add(id);
      below.push(id);
    }
    children.set(parent, below);
  };
  for (const relation of [IFCRELAGGREGATES, IFCRELNESTS]) {
    for (const line of file.rawLinesOf(relation)) hold(referencesOf(line[FIRST_END]), referencesOf(line[SECOND_END]));
  }
  for (const line of file.rawLinesOf(IFCRELCONTAINEDINSPATIALSTRUCTURE)) {
    hold(referencesOf(line[SECOND_END]), referencesOf(line[FIRST_END]));
  }
  return children;
}

/** Rooms are known by number and by name ("A101 Foyer"), as are projects; everything else by one of them. */
function nameOf(file: IfcFile, id: number, isPlace: boolean): string {
  const line = file.line(id);
  const type = file.typeOf(id);
  const name = textOf(line?.['Name']);
  const longName = textOf(line?.['LongName']);
  if ((isPlace || type === IFCPROJECT) && name && longName && name !== longName) return `${name} ${longName}`;
  return name ?? longName ?? `${file.classOf(type)} #${id}`;
}

function siblingOrder(
  file: IfcFile,
  names: ReadonlyMap<number, string>,
  places: ReadonlySet<number>,
): (a: number, b: number) => number {
  const collator = new Intl.Collator('en', { numeric: true });
  const elevations = new Map(
    file.idsOf(IFCBUILDINGSTOREY).map((id) => [id, numberOf(file.line(id)?.['Elevation']) ?? Infinity]),
  );
  const rank = (id: number) => (elevations.has(id) ? 0 : places.has(id) ? 1 : 2);
  return (a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    const [below, above] = [elevations.get(a) ?? 0, elevations.get(b) ?? 0];
    if (below !== above) return below < above ? -1 : 1;
    return collator.compare(names.get(a)!, names.get(b)!) || a - b;
  };
}
