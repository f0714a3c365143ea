import type { Vec3 } from '@overlook/shared/maths';
import { HEAD_RISE } from '../plant/assemblies/column.ts';
import { roofRise } from '../plant/assemblies/storage-tank.ts';
import { objectTree, type TreeEntry } from '../plant/object-tree.ts';
import { BULLETS, COLUMNS, SPHERES, TANKS } from '../plant/ridgeway-layout.ts';
import type { PlantDescription } from '../plant/types.ts';

/** The highest points of the large things. */
const CROWNS = new Map<string, Vec3>([
  ...TANKS.map((it) => [it.tag, [it.east, it.north, it.height + roofRise(it)]] as const),
  ...COLUMNS.map((it) => [it.tag, [it.east, it.north, it.height + it.radius * HEAD_RISE]] as const),
  ...SPHERES.map((it) => [it.tag, [it.east, it.north, it.centreHeight + it.radius]] as const),
  ...BULLETS.map((it) => [it.tag, [it.centre[0], it.centre[1], it.centre[2] + it.radius]] as const),
] as [string, Vec3][]);

/**
 * A thing with a tag. Its top is the highest point of a large thing, else that above the middle of the thing's largest
 * part; east, north and up of the site's origin in metres.
 */
export interface ItemTop {
  readonly tag: string;
  readonly kind: string;
  readonly name: string;
  readonly topEnu: Vec3;
}

/** The things of a plant that have a tag and surfaces, in the order of its object tree. */
export function itemTops(plant: PlantDescription): readonly ItemTop[] {
  const tree = objectTree(plant);
  const byId = new Map(tree.map((entry) => [entry.id, entry]));
  const largest = new Map<number, NonNullable<TreeEntry['box']>>();
  for (const { box, ...entry } of tree) {
    if (!box) continue;
    for (let at: number | null = entry.id; at !== null; at = byId.get(at)!.parent) {
      const before = largest.get(at);
      if (!before || volumeOf(box) > volumeOf(before)) largest.set(at, box);
    }
  }
  return plant.nodes.flatMap(({ id, kind, name, tags }) => {
    const [tag] = tags;
    const box = largest.get(id);
    if (!tag || !box || kind === 'Unit') return [];
    const [east, north, up] = box.center as Vec3;
    return [{ tag, kind, name, topEnu: CROWNS.get(tag) ?? [east, north, up + box.size[2]! / 2] }];
  });
}

const volumeOf = ({ size }: NonNullable<TreeEntry['box']>): number => size.reduce((product, side) => product * side, 1);
