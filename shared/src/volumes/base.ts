import { fitPlane, type Vec3 } from '../maths/index.ts';
import type { Cells } from './cells.ts';
import { triangulateRim, turnOf } from './triangulate-rim.ts';

/** What a volume is measured from. Heights are metres above the level surface through the frame's origin. */
export type FlatBase =
  /** The plane with the least squares of distances from the rim's corners. */
  | { readonly kind: 'plane' }
  /** Triangles between the rim's corners. */
  | { readonly kind: 'rim' }
  /** A level surface. */
  | { readonly kind: 'height'; readonly upM: number };

export interface BaseHeights {
  /** Height of the base at the middle of each cell's part in the ring. */
  readonly upM: Float64Array;
  /** Standard error that all cells share, by how the corners deviate from their plane. */
  readonly baseErrorM: number;
}

const UP: Vec3 = [0, 0, 1];

/** The base under each cell. `rim`: corners in order, without crossings; a plane through them is not upright. */
export function baseUnder(base: FlatBase, rim: readonly Vec3[], cells: Cells): BaseHeights {
  const heightOf = base.kind === 'rim' ? overTriangles(rim) : base.kind === 'plane' ? overPlane(rim) : () => base.upM;
  const upM = Float64Array.from(cells.insideM2, (inside, cell) =>
    inside > 0 ? heightOf(cells.eastM[cell]!, cells.northM[cell]!) : Number.NaN,
  );
  return { upM, baseErrorM: base.kind === 'plane' ? misfitOf(rim, heightOf) : 0 };
}

type HeightAt = (eastM: number, northM: number) => number;

function overPlane(rim: readonly Vec3[]): HeightAt {
  const { point, normal } = fitPlane(rim, UP)!;
  return (eastM, northM) => point[2] - (normal[0] * (eastM - point[0]) + normal[1] * (northM - point[1])) / normal[2];
}

function overTriangles(rim: readonly Vec3[]): HeightAt {
  const ring = rim.map(([east, north]) => [east, north] as const);
  const triangles = triangulateRim(ring);
  return (eastM, northM) => {
    let best = { least: -Infinity, upM: Number.NaN };
    for (const [a, b, c] of triangles) {
      const place = [eastM, northM] as const;
      const whole = turnOf(ring[a]!, ring[b]!, ring[c]!);
      const shares = [
        turnOf(place, ring[b]!, ring[c]!) / whole,
        turnOf(ring[a]!, place, ring[c]!) / whole,
        turnOf(ring[a]!, ring[b]!, place) / whole,
      ] as const;
      // By rounding, a place can lie a little outside of every triangle.
      const least = Math.min(...shares);
      if (!(least > best.least)) continue;
      best = { least, upM: shares[0] * rim[a]![2] + shares[1] * rim[b]![2] + shares[2] * rim[c]![2] };
    }
    return best.upM;
  };
}

/** Standard error of a plane's mean height, by the residuals of more than three corners. */
function misfitOf(rim: readonly Vec3[], heightOf: HeightAt): number {
  const free = rim.length - 3;
  if (free <= 0) return 0;
  const squares = rim.reduce((sum, [east, north, up]) => sum + (up - heightOf(east, north)) ** 2, 0);
  return Math.sqrt(squares / free / rim.length);
}
