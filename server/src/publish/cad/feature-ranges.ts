/** Feature ids as pairs from–to, both included, ascending: flat. `ids` is sorted in place. */
export function featureRanges(ids: Int32Array): number[] {
  ids.sort();
  const ranges: number[] = [];
  for (let i = 0; i < ids.length;) {
    let end = i;
    while (end + 1 < ids.length && ids[end + 1] === ids[end]! + 1) end++;
    ranges.push(ids[i]!, ids[end]!);
    i = end + 1;
  }
  return ranges;
}
