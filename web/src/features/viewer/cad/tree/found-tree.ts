/**
 * The result of a search as a separate tree: the found objects and their ancestors, in the order of the tree, all open
 * except branches that a person has closed. Ids follow the tree in depth-first order, so their order is that of the
 * tree.
 */
import type { CadHit } from '@overlook/shared/schemas';
import type { TreeItem } from './tree-item.ts';
import { type Branch, branch, type TreeRow, type Way } from './tree-rows.ts';

/** How much higher a row is with a second line that shows where it fits, in CSS pixels. */
export const SECOND_LINE_PX = 16;

export interface FoundRow {
  readonly item: TreeItem;
  /** Null for an ancestor that was not found itself. */
  readonly hit: CadHit | null;
  /** Has something below it that was found. */
  readonly canOpen: boolean;
}

interface FoundNode {
  readonly item: TreeItem;
  hit: CadHit | null;
  readonly below: Set<number>;
}

export interface FoundTree {
  readonly query: string;
  readonly tree: Branch;
  readonly hits: readonly CadHit[];
  rowOf(row: Pick<TreeRow, 'parent' | 'index'>): FoundRow | null;
  /** The path to an object, root first, also when ancestors are closed. */
  wayTo(id: number): Way;
  /** By how many pixels the rows before one are together higher than the usual one. */
  extraBefore(row: number): number;
}

/** A hit shows where it fits in a second line, unless that is its name. */
export const hasSecondLine = ({ hit }: FoundRow): boolean => hit !== null && hit.match.where !== 'name';

/** Hits that come twice count once. */
export function foundTree(query: string, hits: readonly CadHit[], closed: ReadonlySet<number>): FoundTree {
  const nodes = nodesOf(hits);
  const below = new Map([...nodes].map(([id, node]) => [id, ascending(node.below)]));
  const roots = ascending([...nodes].flatMap(([id, { item }]) => (item.parentId === null ? [id] : [])));
  const childrenOf = (id: number | null): readonly number[] => (id === null ? roots : (below.get(id) ?? []));
  const extras: number[] = [0];
  const branchOf = (id: number | null): Branch => {
    const children = childrenOf(id);
    const open = new Map<number, Branch>();
    children.forEach((child, index) => {
      const { hit, item } = nodes.get(child)!;
      extras.push(extras.at(-1)! + (hasSecondLine({ hit, item, canOpen: false }) ? SECOND_LINE_PX : 0));
      if (childrenOf(child).length > 0 && !closed.has(child)) open.set(index, branchOf(child));
    });
    return { ...branch(id, children.length), open };
  };
  return {
    query,
    tree: branchOf(null),
    hits: ascending([...nodes].flatMap(([id, { hit }]) => (hit ? [id] : []))).map((id) => nodes.get(id)!.hit!),
    rowOf: ({ parent, index }) => {
      const id = childrenOf(parent.itemId)[index];
      const node = id === undefined ? undefined : nodes.get(id);
      return node ? { item: node.item, hit: node.hit, canOpen: childrenOf(node.item.id).length > 0 } : null;
    },
    wayTo: (id) => {
      const way: number[] = [];
      for (let at = nodes.get(id); at; at = nodes.get(at.item.parentId ?? -1))
        way.unshift(childrenOf(at.item.parentId).indexOf(at.item.id));
      return way;
    },
    extraBefore: (row) => extras[Math.min(row, extras.length - 1)]!,
  };
}

function nodesOf(hits: readonly CadHit[]): Map<number, FoundNode> {
  const nodes = new Map<number, FoundNode>();
  const noted = (item: Omit<TreeItem, 'parentId'>, parentId: number | null): FoundNode => {
    const known = nodes.get(item.id);
    if (known) return known;
    const node: FoundNode = { item: { ...item, parentId }, hit: null, below: new Set() };
    nodes.set(item.id, node);
    if (parentId !== null) nodes.get(parentId)!.below.add(item.id);
    return node;
  };
  for (const hit of hits) {
    let parentId: number | null = null;
    for (const above of hit.ancestors) {
      noted({ ...above, hasChildren: true }, parentId);
      parentId = above.id;
    }
    noted(hit, parentId).hit = hit;
  }
  return nodes;
}

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);
