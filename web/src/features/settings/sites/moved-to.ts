/** The items with one of them moved to another place; null where it is there already, or where there is no such place. */
export function movedTo<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  to: number,
): readonly Item[] | null {
  const from = items.findIndex((item) => item.id === id);
  if (from === -1 || to === from || to < 0 || to >= items.length) return null;
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from]!);
}
