import { MalformedContentError } from '@overlook/shared/tiles3d';
import { quoted, readTreeItems, type TreeLine } from './tree-format.ts';

/** A name as a segment of a path: `/` separates segments, `%` marks what is escaped and the nth sibling of one name. */
export const segmentOf = (name: string, nth: number): string =>
  `${name.replaceAll('%', '%25').replaceAll('/', '%2F')}${nth > 1 ? `%#${nth}` : ''}`;

/** Deeper trees are a mistake of their exporter. */
const MOST_LEVELS = 256;
/** More items than any tree has; about 80 bytes of memory each. */
const MOST_ITEMS = 4_000_000;
/** Characters of a path, and of the names of all groups, which are kept in memory. */
const LONGEST_PATH = 64 * 1024;
const LONGEST_GROUP_NAMES = 64 * 1024 * 1024;
/** Largest number of names of a cycle in a message. */
const CYCLE_NAMED = 6;

/**
 * The shape of a tree without the data of its items. `i` counts items in the order of the file; positions follow the
 * tree in depth-first order, so that a subtree is a range of them. All arrays have one entry for each item.
 */
export interface TreeShape {
  count: number;
  /** By `i`: the item's parent, −1 for a root. */
  parent: Int32Array;
  /** By `i`: position in the tree, from 0, and the position of the last item below. */
  position: Int32Array;
  last: Int32Array;
  siblingIndex: Int32Array;
  childCount: Int32Array;
  /** The number of items with a feature in this subtree, this item included. */
  objectCount: Int32Array;
  /** By `i`: feature id, −1 where it has none. */
  feature: Int32Array;
  /** By `i`: 1 for the first sibling of its name, then 2, 3 … */
  nthOfName: Int32Array;
  /**
   * By `i`, six each: lower and upper corner in the tileset's frame, descendants included; NaN where they are not
   * known.
   */
  boxes: Float64Array;
  /** Names of the items that have children. */
  groupNames: Map<number, string>;
  levels: number;
}

/** The facts of each line that are kept while the file is read. */
class Draft {
  readonly numbers = new Map<string, number>();
  readonly names: string[] = [];
  readonly lines: number[] = [];
  readonly parent: number[] = [];
  readonly feature: number[] = [];
  readonly boxes: number[] = [];
  /** Items whose parent had not been read yet: by item, the parent's id. */
  readonly waiting = new Map<number, string>();
  readonly #features = new Set<number>();

  add(line: number, { id, parent, name, featureId, box }: TreeLine): void {
    const i = this.names.length;
    const place = `line ${line}, item ${quoted(name)}`;
    if (i >= MOST_ITEMS)
      throw new MalformedContentError(place, `is one more than the ${MOST_ITEMS} items that a tree may have.`);
    const before = this.numbers.get(id);
    if (before !== undefined)
      throw new MalformedContentError(
        place,
        `has the id ${quoted(id)}, which line ${this.lines[before]!} (${quoted(this.names[before]!)}) has already.`,
      );
    if (featureId != null) {
      if (this.#features.has(featureId))
        throw new MalformedContentError(place, `has the feature id ${featureId}, which another item has already.`);
      this.#features.add(featureId);
    }
    this.numbers.set(id, i);
    this.names.push(name);
    this.lines.push(line);
    this.feature.push(featureId ?? -1);
    const above = parent == null ? -1 : this.numbers.get(parent);
    if (above === undefined) this.waiting.set(i, parent!);
    this.parent.push(above ?? -1);
    for (const sign of [-0.5, 0.5])
      for (const axis of [0, 1, 2]) this.boxes.push(box ? box.center[axis]! + sign * box.size[axis]! : NaN);
  }

  place(i: number): string {
    return `line ${this.lines[i]!}, item ${quoted(this.names[i]!)}`;
  }
}

/**
 * Reads the shape of a tree file and checks it. Throws `ContentError` that names the item: a second item of the same id or
 * feature, a parent without a line, an item below itself, a
 * tag of a source that is not among `sources`.
 */
export async function readTreeShape(
  filePath: string,
  sources: ReadonlySet<string>,
  onItem?: (count: number) => void,
): Promise<TreeShape> {
  const draft = new Draft();
  for await (const { line, item } of readTreeItems(filePath)) {
    draft.add(line, item);
    const unknown = Object.keys(item.externalTags).find((name) => !sources.has(name));
    if (unknown !== undefined)
      throw new MalformedContentError(
        draft.place(draft.names.length - 1),
        `has a tag of the source ${quoted(unknown)}, which the first line does not name.`,
      );
    onItem?.(draft.names.length);
  }
  for (const [i, id] of draft.waiting) {
    const above = draft.numbers.get(id);
    if (above === undefined)
      throw new MalformedContentError(draft.place(i), `has the parent ${quoted(id)}, which no line delivers.`);
    draft.parent[i] = above;
  }
  return shapeOf(draft);
}

function shapeOf(draft: Draft): TreeShape {
  const count = draft.names.length;
  const parent = Int32Array.from(draft.parent);
  const numbers = () => new Int32Array(count);
  const shape: TreeShape = {
    count,
    parent,
    position: numbers().fill(-1),
    last: numbers(),
    siblingIndex: numbers(),
    childCount: numbers(),
    objectCount: numbers(),
    feature: Int32Array.from(draft.feature),
    nthOfName: numbers(),
    boxes: Float64Array.from(draft.boxes),
    groupNames: new Map(),
    levels: 0,
  };
  // Children as chains: the first of each item, and the next of each child, in the order of the file.
  const [first, next] = [numbers().fill(-1), numbers().fill(-1)];
  let firstRoot = -1;
  for (let i = count - 1; i >= 0; i--) {
    const above = parent[i]!;
    next[i] = above < 0 ? firstRoot : first[above]!;
    if (above < 0) firstRoot = i;
    else first[above] = i;
  }
  countNames(firstRoot, next, draft, shape);
  for (let i = 0; i < count; i++) if (first[i]! >= 0) countNames(first[i]!, next, draft, shape);
  const order = walk(firstRoot, first, next, draft, shape);
  // From leaves to root: the totals of each group.
  for (let k = count - 1; k >= 0; k--) {
    const i = order[k]!;
    if (shape.feature[i]! >= 0) shape.objectCount[i]!++;
    shape.last[i] = Math.max(shape.last[i]!, k);
    const above = parent[i]!;
    if (above < 0) continue;
    shape.objectCount[above]! += shape.objectCount[i]!;
    shape.last[above] = Math.max(shape.last[above]!, shape.last[i]!);
    widen(shape.boxes, above, i);
  }
  nameGroups(order, first, draft, shape);
  return shape;
}

/** Notes the names of the groups. Throws where those, or a path, would take too much memory. */
function nameGroups(order: Int32Array, first: Int32Array, draft: Draft, { parent, nthOfName, groupNames }: TreeShape) {
  const pathLength = new Int32Array(order.length);
  let nameLength = 0;
  for (const i of order) {
    const name = draft.names[i]!;
    const above = parent[i]! < 0 ? 0 : pathLength[parent[i]!]! + 1;
    pathLength[i] = above + segmentOf(name, nthOfName[i]!).length;
    if (pathLength[i]! > LONGEST_PATH)
      throw new MalformedContentError(draft.place(i), `has a path of more than ${LONGEST_PATH} characters.`);
    if (first[i]! < 0) continue;
    groupNames.set(i, name);
    nameLength += name.length;
    if (nameLength > LONGEST_GROUP_NAMES)
      throw new MalformedContentError(
        draft.place(i),
        `is of groups whose names have over ${LONGEST_GROUP_NAMES} characters.`,
      );
  }
}

/** Numbers one family: each child's place, and which of those with its name it is. */
function countNames(start: number, next: Int32Array, draft: Draft, shape: TreeShape): void {
  const seen = new Map<string, number>();
  let at = 0;
  for (let i = start; i >= 0; i = next[i]!) {
    const nth = (seen.get(draft.names[i]!) ?? 0) + 1;
    seen.set(draft.names[i]!, nth);
    shape.nthOfName[i] = nth;
    shape.siblingIndex[i] = at++;
  }
  const above = shape.parent[start] ?? -1;
  if (above >= 0) shape.childCount[above] = at;
}

/** Gives every item its position and returns the items by position. Throws where one is not below any root. */
function walk(firstRoot: number, first: Int32Array, next: Int32Array, draft: Draft, shape: TreeShape): Int32Array {
  const order = new Int32Array(shape.count);
  let [at, level] = [0, 1];
  for (let i = firstRoot; i >= 0;) {
    shape.position[i] = at;
    order[at++] = i;
    shape.levels = Math.max(shape.levels, level);
    if (first[i]! >= 0) {
      if (++level > MOST_LEVELS)
        throw new MalformedContentError(draft.place(first[i]!), `is more than ${MOST_LEVELS} levels deep.`);
      i = first[i]!;
      continue;
    }
    while (i >= 0 && next[i]! < 0) {
      i = shape.parent[i]!;
      level--;
    }
    if (i >= 0) i = next[i]!;
  }
  if (at < shape.count) failOnCycle(shape.position.indexOf(-1), draft);
  return order;
}

/** `start` is below a cycle: follows it upwards and throws with the names of the cycle. */
function failOnCycle(start: number, draft: Draft): never {
  const seen = new Set<number>();
  let i = start;
  while (!seen.has(i)) {
    seen.add(i);
    i = draft.parent[i]!;
  }
  const cycle = [i];
  for (let j = draft.parent[i]!; j !== i; j = draft.parent[j]!) cycle.push(j);
  const named = cycle.slice(0, CYCLE_NAMED).map((j) => quoted(draft.names[j]!));
  if (cycle.length > CYCLE_NAMED) named.push('…');
  throw new MalformedContentError(
    draft.place(i),
    `is below itself: ${[...named, quoted(draft.names[i]!)].join(' is below ')}.`,
  );
}

/** Makes the box of `above` hold that of `i`. */
function widen(boxes: Float64Array, above: number, i: number): void {
  if (Number.isNaN(boxes[i * 6]!)) return;
  const isEmpty = Number.isNaN(boxes[above * 6]!);
  for (let axis = 0; axis < 6; axis++) {
    const [own, other] = [boxes[above * 6 + axis]!, boxes[i * 6 + axis]!];
    boxes[above * 6 + axis] = isEmpty ? other : axis < 3 ? Math.min(own, other) : Math.max(own, other);
  }
}
