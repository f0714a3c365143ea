import type { Vec3 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { type Bounds, EMPTY, union } from '../../publish/bounds.ts';
import { evaluate, extentOf, newSample, type Patch } from '../geometry/patch.ts';
import { gridSize, pushTriangles } from '../geometry/tessellate.ts';
import { layOutLight } from '../light/light-grids.ts';
import { objectTree, type TreeEntry } from './object-tree.ts';
import { RIDGEWAY_CHANGES, RIDGEWAY_DAYS, type ObjectBox, type SiteChange, STOCKPILE } from './ridgeway-changes.ts';
import { captureDays, describeSite } from './sites.ts';
import { isDrawn, type Part, type PlantDescription } from './types.ts';

const before = describeSite('ridgeway', RIDGEWAY_DAYS.before);
const after = describeSite('ridgeway');
const trees = { before: objectTree(before), after: objectTree(after) };

/** The place of the stockpile in the lists of parts: the last of those that stand today. */
const PILE = after.parts.length - 1;

const change = <Kind extends SiteChange['kind']>(kind: Kind) =>
  RIDGEWAY_CHANGES.find((one) => one.kind === kind) as Extract<SiteChange, { kind: Kind }>;

/** The ids of an item and of all that is below it. */
function idsBelow({ nodes }: PlantDescription, root: number): ReadonlySet<number> {
  const ids = new Set([root]);
  for (const { id, parentId } of nodes) if (parentId !== null && ids.has(parentId)) ids.add(id);
  return ids;
}

/** The parts of the item with this GUID, as far as drawings have them at that capture. */
function partsOf(plant: PlantDescription, tree: readonly TreeEntry[], guid: string | null): Part[] {
  const item = tree.find((entry) => entry.guid === guid);
  if (!item) return [];
  const ids = idsBelow(plant, item.id);
  return plant.parts.filter((part) => part.nodeId !== null && ids.has(part.nodeId) && isDrawn(part));
}

const FINE = { tolerance: 1e-4, longestEdge: 1 };

function trianglesOf(patches: readonly Patch[]): number[] {
  const out: number[] = [];
  for (const patch of patches) pushTriangles(patch, ...gridSize(extentOf(patch), FINE), out);
  return out;
}

function boxOf(parts: readonly Part[]): ObjectBox {
  const corners = trianglesOf(parts.flatMap(({ patches }) => patches));
  let bounds: Bounds = EMPTY;
  for (let k = 0; k < corners.length; k += 3) {
    const [x, y, z] = [corners[k]!, corners[k + 1]!, corners[k + 2]!];
    bounds = union(bounds, [x, y, z, x, y, z]);
  }
  const [west, south, low, east, north, high] = bounds;
  return { low: [west, south, low], high: [east, north, high] };
}

function expectBox(actual: ObjectBox, stated: ObjectBox): void {
  for (const end of ['low', 'high'] as const)
    actual[end].forEach((value, axis) =>
      expect(Math.abs(value - stated[end][axis]!), `${end} ${axis}`).toBeLessThan(0.002),
    );
}

/** Volume below a closed mesh that stands on the ground, m³: prisms under its triangles. */
function volumeBelow(corners: readonly number[]): number {
  let volume = 0;
  for (let k = 0; k < corners.length; k += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.slice(k, k + 9) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    volume += (((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) * (az + bz + cz)) / 6;
  }
  return volume;
}

/** Of a cone, cubic metres. */
const volumeM3 = ({ radius, height }: { radius: number; height: number }): number =>
  (Math.PI * radius ** 2 * height) / 3;

describe('the captures of Ridgeway Gas Plant', () => {
  it('are of two days, and the newer is the plant of today', () => {
    expect(captureDays('ridgeway')).toEqual(['2026-03-14', '2026-09-26']);
    expect(describeSite('ridgeway', '2026-09-26')).toEqual(after);
    expect(() => describeSite('ridgeway', '2026-06-01')).toThrow(RangeError);
    expect(captureDays('harbour-tank-farm')).toEqual([null]);
  });

  it('a scaffold is gone', () => {
    const { guid, tag, box } = change('gone');
    expect(partsOf(after, trees.after, guid)).toEqual([]);
    expectBox(boxOf(partsOf(before, trees.before, guid)), box);
    expect(trees.before.find((entry) => entry.guid === guid)!.tags).toEqual([tag]);
  });

  it('a spool is added', () => {
    const { guid, path, box } = change('added');
    expect(partsOf(before, trees.before, guid)).toEqual([]);
    expect(trees.before.some((entry) => entry.guid === guid)).toBe(false);
    expectBox(boxOf(partsOf(after, trees.after, guid)), box);
    expect(trees.after.find((entry) => entry.guid === guid)!.properties['Item']!['Name']).toBe(path!.split('/').at(-1));
  });

  it('a vessel is moved: each point of its surface by the stated vector', () => {
    const moved = change('moved');
    const [from, to] = [partsOf(before, trees.before, moved.guid), partsOf(after, trees.after, moved.guid)];
    expectBox(boxOf(from), moved.before);
    expectBox(boxOf(to), moved.after);
    expect(from).toHaveLength(to.length);
    const [a, b] = [newSample(), newSample()];
    from.forEach((part, i) =>
      part.patches.forEach((patch, k) => {
        for (const [u, v] of [[0, 0], [0.3, 0.8], [1, 0.5]] as const) {
          evaluate(patch, u, v, a);
          evaluate(to[i]!.patches[k]!, u, v, b);
          const way: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
          way.forEach((value, axis) => expect(value).toBeCloseTo(moved.displacement[axis]!, 9));
        }
      }),
    ); // prettier-ignore
  });

  it('a stockpile is grown: the volume under its mesh is that of its formula', () => {
    const grown = change('grown');
    for (const [state, plant] of [['before', before], ['after', after]] as const) {
      const pile = plant.parts[PILE]!;
      expectBox(boxOf([pile]), grown[state]);
      expect(volumeM3(STOCKPILE[state])).toBeCloseTo(grown.volumesM3[state], 3);
      expect(volumeBelow(trianglesOf(pile.patches)) / grown.volumesM3[state]).toBeCloseTo(1, 3);
    } // prettier-ignore
  });

  it('differ in nothing else', () => {
    const touched = new Set(
      RIDGEWAY_CHANGES.flatMap(({ guid }) =>
        [trees.before, trees.after].flatMap((tree) => tree.find((entry) => entry.guid === guid)?.id ?? []),
      ).flatMap((root) => [...idsBelow(before, root)]),
    );
    const others = (plant: PlantDescription) =>
      plant.parts.filter(({ nodeId }, i) => (nodeId === null ? i !== PILE : !touched.has(nodeId)));
    expect(others(before)).toEqual(others(after));
    const rest = (tree: readonly TreeEntry[]) => tree.filter(({ id }) => !touched.has(id));
    expect(rest(trees.before).filter(({ name }) => name !== 'Temporary works')).toEqual(rest(trees.after));
    expect({ ...before, nodes: [], parts: [] }).toEqual({ ...after, nodes: [], parts: [] });
  });

  it('an object keeps its id, name, path, tags and GUID', () => {
    const known = new Map(trees.before.map((entry) => [entry.guid, entry]));
    const both = trees.after.filter(({ guid }) => known.has(guid));
    expect(both).toHaveLength(trees.after.length - 1);
    for (const { guid, box: _, ...entry } of both) expect(known.get(guid)).toMatchObject(entry);
  });

  it('each part has the same place in the lists of light samples', () => {
    const [a, b] = [layOutLight(before, 1).lights, layOutLight(after, 1).lights];
    for (let i = 0; i <= PILE; i++) expect(a[i]!.fine[0]!.offset).toBe(b[i]!.fine[0]!.offset);
  });
});
