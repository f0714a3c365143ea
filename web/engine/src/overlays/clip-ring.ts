/**
 * The part of a polygon on the positive side of a plane, by Sutherland and Hodgman: flat triples in and out, empty when
 * no part remains. `heightOver` is the signed distance of a triple from the plane, in any unit that grows linearly.
 */
export function clipRing(ring: number[], heightOver: (x: number, y: number, z: number) => number): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 3) {
    const j = (i + 3) % ring.length;
    const da = heightOver(ring[i]!, ring[i + 1]!, ring[i + 2]!);
    const db = heightOver(ring[j]!, ring[j + 1]!, ring[j + 2]!);
    if (da >= 0) kept.push(ring[i]!, ring[i + 1]!, ring[i + 2]!);
    if (da >= 0 === db >= 0) continue;
    const t = da / (da - db);
    for (let k = 0; k < 3; k++) kept.push(ring[i + k]! + (ring[j + k]! - ring[i + k]!) * t);
  }
  return kept;
}
