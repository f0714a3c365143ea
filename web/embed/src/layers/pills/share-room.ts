/** Label decluttering: labels that would overlap become one label that counts the others. */

/** Rectangle of a label, CSS pixels. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A placed label, and the number of others that it represents. */
export interface Placed<Item> {
  readonly item: Item;
  readonly others: number;
}

export interface SharedRoom<Item> {
  readonly placed: readonly Placed<Item>[];
  /** Items without space; a nearby label counts them. */
  readonly hidden: readonly Item[];
}

/** Side of a grid cell, CSS pixels. Larger cells contain more labels to compare; smaller cells store a label more often. */
const CELL = 128;

const overlap = (a: Room, b: Room): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/**
 * Places the items in the order of their priority. An item without a rectangle (null) is outside the viewport and is placed
 * unchanged.
 */
export function shareRoom<Item>(items: readonly Item[], roomOf: (item: Item) => Room | null): SharedRoom<Item> {
  const taken = new Map<string, { room: Room; owner: { item: Item; others: number } }[]>();
  const placed: { item: Item; others: number }[] = [];
  const hidden: Item[] = [];
  for (const item of items) {
    const room = roomOf(item);
    const cells = room ? cellsOf(room) : [];
    const before = cells.flatMap((cell) => taken.get(cell) ?? []).find((one) => overlap(one.room, room!));
    if (before) {
      before.owner.others++;
      hidden.push(item);
      continue;
    }
    const owner = { item, others: 0 };
    placed.push(owner);
    for (const cell of cells) taken.set(cell, [...(taken.get(cell) ?? []), { room: room!, owner }]);
  }
  return { placed, hidden };
}

function cellsOf({ left, top, width, height }: Room): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(left / CELL); x * CELL < left + width; x++)
    for (let y = Math.floor(top / CELL); y * CELL < top + height; y++) cells.push(`${x},${y}`);
  return cells;
}
