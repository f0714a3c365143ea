/** Sorts the rings of a polygon record into areas with holes. */

export type Position = number[];

interface Outer {
  readonly rings: Position[][];
  readonly areaAbs: number;
  readonly box: readonly [number, number, number, number];
}

/**
 * Outer rings are clockwise and holes counter-clockwise (page 8). Files whose rings all have the other direction exist: then all
 * are outer rings. A hole belongs to the smallest outer ring around it; one outside of all is an area of its own.
 */
export function areasOfRings(rings: readonly Position[][]): Position[][][] {
  const closed = rings.filter((ring) => ring.length >= 3).map((ring) => ({ ring, area: areaOf(ring) }));
  const isOuter = closed.some(({ area }) => area < 0) ? (area: number) => area <= 0 : () => true;
  const outers: Outer[] = closed
    .filter(({ area }) => isOuter(area))
    .map(({ ring, area }) => ({ rings: [ring], areaAbs: Math.abs(area), box: boxOf(ring) }));
  const single: Position[][][] = [];
  for (const { ring, area } of closed) {
    if (isOuter(area)) continue;
    let around: Outer | null = null;
    for (const outer of outers)
      if ((!around || outer.areaAbs < around.areaAbs) && isWithin(ring[0]!, outer)) around = outer;
    if (around) around.rings.push(ring);
    else single.push([ring]);
  }
  return [...outers.map((outer) => outer.rings), ...single];
}

/** Signed area: positive if counter-clockwise. */
function areaOf(ring: readonly Position[]): number {
  const [x0, y0] = ring[0] as [number, number];
  let twice = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    twice += (ring[j]![0]! - x0) * (ring[i]![1]! - y0) - (ring[i]![0]! - x0) * (ring[j]![1]! - y0);
  return twice / 2;
}

function boxOf(ring: readonly Position[]): Outer['box'] {
  let box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring as readonly [number, number][])
    box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  return box;
}

function isWithin([x, y]: Position, { rings: [ring], box }: Outer): boolean {
  if (!(x! >= box[0] && y! >= box[1] && x! <= box[2] && y! <= box[3])) return false;
  let isInside = false;
  for (let i = 0, j = ring!.length - 1; i < ring!.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [ring![i] as [number, number], ring![j] as [number, number]];
    if (yi > y! !== yj > y! && x! < ((xj - xi) * (y! - yi)) / (yj - yi) + xi) isInside = !isInside;
  }
  return isInside;
}
