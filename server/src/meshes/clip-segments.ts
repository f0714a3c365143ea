/** The parts of segments (flat: both ends of each) in a rectangle about the origin (Liang and Barsky 1984). */
export function clipSegments(segments: readonly number[], [halfX, halfY]: readonly [number, number]): number[] {
  const clipped: number[] = [];
  for (let at = 0; at < segments.length; at += 4) {
    const [x, y] = [segments[at]!, segments[at + 1]!];
    const [dx, dy] = [segments[at + 2]! - x, segments[at + 3]! - y];
    let [from, to] = [0, 1];
    for (const [step, room] of [
      [-dx, x + halfX],
      [dx, halfX - x],
      [-dy, y + halfY],
      [dy, halfY - y],
    ] as const) {
      if (step === 0) {
        if (room < 0) to = -1;
      } else if (step < 0) from = Math.max(from, room / step);
      else to = Math.min(to, room / step);
    }
    if (from >= to) continue;
    // An end inside stays as it is to the last bit, so that lines still meet there.
    const end = (t: number): [number, number] =>
      t === 0 ? [x, y] : t === 1 ? [segments[at + 2]!, segments[at + 3]!] : [x + t * dx, y + t * dy];
    clipped.push(...end(from), ...end(to));
  }
  return clipped;
}
