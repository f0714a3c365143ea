/** Gives signs room in the picture: those that would lie over each other become one sign that counts the others. */

/** Where a sign is wanted, CSS pixels. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A pill that has its room, and how many others it represents. */
export interface Placed<Item> {
  readonly item: Item;
  readonly others: number;
}

export interface SharedRoom<Item> {
  readonly placed: readonly Placed<Item>[];
  /** Those without room, which a sign near them counts. */
  readonly hidden: readonly Item[];
}

/** The larger, the fewer rooms a cell has, and the more rooms a sign is compared with. CSS pixels. */
const CELL = 128;

const overlap = (a: Room, b: Room): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** Items in the order of their importance; one without a room (null) is not in the picture and keeps its sign. */
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
