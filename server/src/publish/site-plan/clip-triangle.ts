/** A vertex of a clipped triangle: in the frame of the camera, and its weights of the corners of the whole triangle. */
export interface ClippedVertex {
  readonly right: number;
  readonly up: number;
  readonly depth: number;
  readonly weights: readonly [a: number, b: number, c: number];
}

type Corners = readonly [a: ClippedVertex, b: ClippedVertex, c: ClippedVertex];

/**
 * The part of a triangle that is at least `nearest` metres before the camera, as a convex polygon of three or four vertices;
 * empty where none is.
 */
export function clipTriangle(corners: Corners, nearest: number): ClippedVertex[] {
  return corners.flatMap((from, i) => {
    const to = corners[(i + 1) % 3]!;
    const isBefore = from.depth >= nearest;
    const kept = isBefore ? [from] : [];
    if (isBefore === to.depth >= nearest) return kept;
    return [...kept, between(from, to, (nearest - from.depth) / (to.depth - from.depth))];
  });
}

function between(from: ClippedVertex, to: ClippedVertex, share: number): ClippedVertex {
  const mix = (a: number, b: number): number => a + (b - a) * share;
  const [a, b, c] = from.weights;
  return {
    right: mix(from.right, to.right),
    up: mix(from.up, to.up),
    depth: mix(from.depth, to.depth),
    weights: [mix(a, to.weights[0]), mix(b, to.weights[1]), mix(c, to.weights[2])],
  };
}
