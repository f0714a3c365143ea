/**
 * What a pick snaps to, in the order of preference; the last two are of point clouds. The plain hit is none of them.
 */
export const SNAP_KINDS = [
  'vertex',
  'intersection',
  'circleCentre',
  'edgeMiddle',
  'edge',
  'axis',
  'planeEdge',
  'plane',
] as const;
export type SnapKind = (typeof SNAP_KINDS)[number];

/** Snapping (interface brief §11 "Plan"): CSS pixels. */
export const SNAPPING = {
  /** Corners, crossings and middles of edges are caught within this distance of a mouse pointer. */
  pointReachPx: 12,
  /** The same for edges and axes, and for circles at their rim. */
  edgeReachPx: 8,
  /** From its rim, the centre of a circle comes before the edge while it is within this distance of the pointer. */
  centreReachPx: 100,
  /** Of all kinds, for a finger. */
  touchReachPx: 24,
  /** What is caught is released at so many times its reach. */
  release: 1.5,
} as const;
