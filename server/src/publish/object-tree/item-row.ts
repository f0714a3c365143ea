import { foldText } from '@overlook/shared/format';
import { type Mat4, length, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { CheckedTree } from './check-tree.ts';
import { ItemPaths } from './item-paths.ts';
import { mergeProperties, mergeTags, type MoreOfObject, type Properties } from './property-file.ts';
import type { TreeLine } from './tree-format.ts';
import type { TreeShape } from './tree-shape.ts';

/** A row of `cad_items`, by its columns, as JSON. */
export interface ItemRow {
  id: number;
  parent_id: number | null;
  sibling_index: number;
  last_id: number;
  child_count: number;
  object_count: number;
  name: string;
  path: string;
  batch_id: number | null;
  guid: string | null;
  tags: readonly string[];
  external_tags: [sourceId: number, tag: string][];
  box: number[] | null;
  metadata: Properties;
  labels: string;
  details: string;
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const millimetres = (value: number): number => Math.round(value * 1000) / 1000;

/** Makes the rows of one tree whose first item has the id `firstItem`. */
export class ItemRows {
  readonly #tree: CheckedTree;
  readonly #firstItem: number;
  readonly #sourceIds: ReadonlyMap<string, number>;
  readonly #scales: readonly number[];
  readonly #paths: ItemPaths;

  constructor(tree: CheckedTree, firstItem: number, sourceIds: ReadonlyMap<string, number>) {
    this.#tree = tree;
    this.#firstItem = firstItem;
    this.#sourceIds = sourceIds;
    this.#paths = new ItemPaths(tree.shape);
    this.#scales = tree.toEcef.length === 0 ? [] : AXES.map((axis) => length(transformDirection(tree.toEcef, axis)));
  }

  /** The row of item `i`; `more` has the data of property files. */
  row(i: number, line: TreeLine, more: MoreOfObject | null): ItemRow {
    const { shape } = this.#tree;
    const { name, guid = null } = line;
    const above = shape.parent[i]!;
    const metadata = more ? mergeProperties({ ...line.properties }, more.properties) : line.properties;
    const tags = mergeTags(line.tags, more?.tags ?? []);
    const externalTags = Object.entries(line.externalTags).flatMap(([source, own]) =>
      own.map((tag): [number, string] => [this.#sourceIds.get(source)!, tag]),
    );
    const labels = [name, ...new Set([...tags, ...externalTags.map(([, tag]) => tag)]), ...(guid ? [guid] : [])];
    const batchId = shape.feature[i]!;
    return {
      id: this.#id(i),
      parent_id: above < 0 ? null : this.#id(above),
      sibling_index: shape.siblingIndex[i]!,
      last_id: this.#firstItem + shape.last[i]!,
      child_count: shape.childCount[i]!,
      object_count: shape.objectCount[i]!,
      name,
      path: this.#paths.of(i, name),
      batch_id: batchId < 0 ? null : batchId,
      guid,
      tags,
      external_tags: externalTags,
      box: boxOf(shape, i, this.#tree.toEcef, this.#scales),
      metadata,
      labels: foldText(labels.join('\n')),
      details: foldText(Object.values(metadata).flatMap(Object.values).join('\n')),
    };
  }

  #id(i: number): number {
    return this.#firstItem + this.#tree.shape.position[i]!;
  }
}

function boxOf({ boxes }: TreeShape, i: number, toEcef: Mat4, scales: readonly number[]): number[] | null {
  const corner = (k: number) => boxes[i * 6 + k]!;
  if (Number.isNaN(corner(0))) return null;
  const middle = (axis: number) => (corner(axis) + corner(axis + 3)) / 2;
  const center = transformPoint(toEcef, [middle(0), middle(1), middle(2)]);
  const size = [0, 1, 2].map((axis) => (corner(axis + 3) - corner(axis)) * scales[axis]!);
  return [...center, ...size].map(millimetres);
}
