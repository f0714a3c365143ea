/** The places near a pointer that a pick may snap to. */
import { SNAPPING, type SnapKind } from '@overlook/shared/config';
import { type Vec3, cross, distance, dot, length, mix, normalize, subtract } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { FeatureEdge, FeatureEdges } from './feature-edges.ts';
import { type MeshPart, type NearTriangles, featureAt } from './near-triangles.ts';
import type { PartWalks } from './part-walks.ts';
import type { ScreenAround } from './screen-around.ts';
import { triangleUnder } from './sight.ts';
import type { WalkedEdge } from './walk-edge.ts';

export interface SnapCandidate {
  readonly kind: SnapKind;
  readonly pointEnu: Vec3;
  /** Distance of what it is of from the pointer, CSS pixels: of a circle's centre that of its rim, where it is nearer. */
  readonly px: number;
  /** The same for the same thing while the pointer moves. */
  readonly key: string;
  readonly featureId: number | null;
  /** Likely error of the surface it is of, metres. */
  readonly errorMetres: number;
  /** It lies on the surface, so it must be seen: not the centre of a circle and an axis. */
  readonly isOnSurface: boolean;
  /** A centre that is far from the pointer, on whose rim it is. */
  readonly isFar?: boolean;
}

/** Two edges that turn less at their common end are pieces of one curve in facets, or of one line. */
const TURN_COS = Math.cos((40 * Math.PI) / 180);
const SAME_WAY_COS = Math.cos((1 * Math.PI) / 180);
/** Edges whose lines come this near cross, metres. */
const CROSSES_M = 0.001;
const PARALLEL_SINE = Math.sin((5 * Math.PI) / 180);
/** The nearest edges: of so many the whole edge is walked, and so many are crossed with each other. */
const WALKED_MOST = 4;
const CROSSED_MOST = 12;
/** A cut is exact to this, metres. */
const CUT_M = 1e-6;

interface NearEdge {
  readonly edge: FeatureEdge;
  readonly part: MeshPart;
  readonly ends: readonly [Vec3, Vec3];
  readonly nearest: Vec3;
  readonly px: number;
}

/** All kinds that are wanted, in no order, within `reachPx`. */
export function candidatesNear(
  near: NearTriangles,
  features: FeatureEdges,
  around: ScreenAround,
  walks: PartWalks,
  { kinds, reachPx }: { kinds: readonly SnapKind[]; reachPx: number },
): SnapCandidate[] {
  const has = (kind: SnapKind) => kinds.includes(kind);
  const edges = nearEdges(near, features, around);
  const found: SnapCandidate[] = [];
  const add = (
    kind: SnapKind,
    pointEnu: Vec3,
    of: MeshPart,
    feature: number | null,
    more: Partial<SnapCandidate> = {},
  ) => {
    const px = more.px ?? around.pxOf(pointEnu);
    if (px > reachPx || !isDrawn(of, pointEnu)) return;
    const key = more.key ?? keyOf(kind, pointEnu);
    found.push({
      kind,
      pointEnu,
      key,
      featureId: feature,
      errorMetres: of.errorMetres,
      isOnSurface: true,
      ...more,
      px,
    });
  };
  const featureOf = ({ edge, part }: NearEdge) => featureAt(part, near.vertices[3 * edge.triangle]!);
  if (has('vertex'))
    for (const [point, meeting] of features.at)
      if (isCorner(features, point, meeting)) {
        const [{ triangle }] = meeting as [FeatureEdge];
        const part = near.parts[near.partOf[triangle]!]!;
        add('vertex', features.points[point]!, part, featureAt(part, near.vertices[3 * triangle]!));
      }
  if (has('vertex'))
    for (const one of edges) for (const cut of cutsOf(one)) add('vertex', cut, one.part, featureOf(one));
  if (has('intersection'))
    for (const { point, of } of crossings(edges.slice(0, CROSSED_MOST)))
      add('intersection', point, of.part, featureOf(of));
  for (const one of has('edgeMiddle') || has('circleCentre') ? edges.slice(0, WALKED_MOST) : []) {
    const { walked, toEnu } = walks.edge(one.part, ...verticesOf(near, one.edge));
    if (walked.circle && has('circleCentre')) {
      const centre = toEnu(walked.circle.centre);
      const awayPx = around.pxOf(centre);
      const more = { px: Math.min(one.px, awayPx), isOnSurface: false, isFar: awayPx > SNAPPING.centreReachPx };
      add('circleCentre', centre, one.part, featureOf(one), more);
    }
    if (!walked.circle && has('edgeMiddle')) add('edgeMiddle', toEnu(middleOf(walked)), one.part, featureOf(one));
  }
  if (has('edge'))
    for (const one of edges) {
      const key = `edge ${keyOf('edge', one.ends[0])} ${keyOf('edge', one.ends[1])}`;
      add('edge', one.nearest, one.part, featureOf(one), { px: one.px, key });
    }
  if (has('axis')) addAxis(near, around, walks, add);
  return found;
}

type Add = (
  kind: SnapKind,
  pointEnu: Vec3,
  of: MeshPart,
  feature: number | null,
  more?: Partial<SnapCandidate>,
) => void;

const keyOf = (kind: SnapKind, point: Vec3): string =>
  `${kind} ${point.map((value) => Math.round(value * 1e3)).join(' ')}`;

const middleOf = ({ ends }: WalkedEdge): Vec3 => mix(ends[0], ends[1], 0.5);

const verticesOf = (near: NearTriangles, { triangle, corners }: FeatureEdge): [number, number] => [
  near.vertices[3 * triangle + corners[0]]!,
  near.vertices[3 * triangle + corners[1]]!,
];

/** The shown parts of the edges, the nearest to the pointer first; borders, which may be those of patches only, after creases. */
function nearEdges(near: NearTriangles, { edges, points }: FeatureEdges, around: ScreenAround): NearEdge[] {
  const screen = new Float64Array(6);
  return edges
    .flatMap((edge) => {
      const part = near.parts[near.partOf[edge.triangle]!]!;
      const ends = shownEnds(part.section, points[edge.a]!, points[edge.b]!);
      if (!ends) return [];
      around.write(...ends[0], screen, 0);
      around.write(...ends[1], screen, 3);
      const place = around.nearestOnLine(screen, 0, 3);
      if (!place) return [];
      return [{ edge, part, ends, nearest: mix(ends[0], ends[1], place.share), px: place.px }];
    })
    .sort((a, b) => a.px - b.px || Number(a.edge.isBorder) - Number(b.edge.isBorder));
}

/** The part of a line that the section shows; null for none. */
function shownEnds(section: EnuSection | null, a: Vec3, b: Vec3): [Vec3, Vec3] | null {
  let [from, to] = [0, 1];
  const planes = section?.planes ?? [];
  for (let i = 0; i < planes.length; i += 4) {
    const height = ([x, y, z]: Vec3) => planes[i]! * x + planes[i + 1]! * y + planes[i + 2]! * z + planes[i + 3]!;
    const [ha, hb] = [height(a), height(b)];
    if (ha < -CUT_M && hb < -CUT_M) return null;
    if (ha < -CUT_M) from = Math.max(from, ha / (ha - hb));
    else if (hb < -CUT_M) to = Math.min(to, ha / (ha - hb));
  }
  if (from > to) return null;
  return from === 0 && to === 1 ? [a, b] : [mix(a, b, from), mix(a, b, to)];
}

const isDrawn = ({ isInTile, section }: MeshPart, pointEnu: Vec3): boolean =>
  (!isInTile || isInTile(pointEnu)) && (!section || shownEnds(section, pointEnu, pointEnu) !== null);

/** Where a section ends an edge. */
const cutsOf = ({ ends, part: { section } }: NearEdge): Vec3[] =>
  section ? ends.filter((end) => isOnCut(section, end)) : [];

const isOnCut = ({ planes }: EnuSection, [x, y, z]: Vec3): boolean => {
  for (let i = 0; i < planes.length; i += 4)
    if (Math.abs(planes[i]! * x + planes[i + 1]! * y + planes[i + 2]! * z + planes[i + 3]!) < CUT_M) return true;
  return false;
};

/** Whether edges meet at a corner: three or more in different directions, or two that do not go on as one. */
function isCorner({ points }: FeatureEdges, point: number, meeting: readonly FeatureEdge[]): boolean {
  const ways: Vec3[] = [];
  for (const { a, b } of meeting) {
    const way = normalize(subtract(points[a === point ? b : a]!, points[point]!));
    if (!ways.some((known) => dot(known, way) > SAME_WAY_COS)) ways.push(way);
  }
  if (ways.length < 2) return false;
  return ways.length > 2 || -dot(ways[0]!, ways[1]!) < TURN_COS;
}

/** Where two edges without a common end meet within {@link CROSSES_M}. */
function crossings(edges: readonly NearEdge[]): { point: Vec3; of: NearEdge }[] {
  const found: { point: Vec3; of: NearEdge }[] = [];
  for (const [i, one] of edges.entries())
    for (const other of edges.slice(i + 1)) {
      const isMeeting = [one.edge.a, one.edge.b].some((end) => end === other.edge.a || end === other.edge.b);
      const point = isMeeting ? null : crossing(one.ends, other.ends);
      if (point) found.push({ point, of: one });
    }
  return found;
}

function crossing([a, b]: readonly [Vec3, Vec3], [c, d]: readonly [Vec3, Vec3]): Vec3 | null {
  const [u, v, w] = [subtract(b, a), subtract(d, c), subtract(c, a)];
  const normal = cross(u, v);
  const square = dot(normal, normal);
  const [lengthU, lengthV] = [length(u), length(v)];
  if (Math.sqrt(square) < PARALLEL_SINE * lengthU * lengthV) return null;
  const s = dot(cross(w, v), normal) / square;
  const t = dot(cross(w, u), normal) / square;
  const isWithin = (share: number, lengthM: number) =>
    share * lengthM > -CROSSES_M && (share - 1) * lengthM < CROSSES_M;
  if (!isWithin(s, lengthU) || !isWithin(t, lengthV)) return null;
  const [p, q] = [mix(a, b, s), mix(c, d, t)];
  return distance(p, q) <= CROSSES_M ? mix(p, q, 0.5) : null;
}

/** The axis of the cylinder under the pointer. */
function addAxis(near: NearTriangles, around: ScreenAround, walks: PartWalks, add: Add): void {
  const triangle = triangleUnder(near, around);
  const part = triangle === null ? null : near.parts[near.partOf[triangle]!]!;
  if (triangle === null || !part?.hasCreases) return;
  const vertex = near.vertices[3 * triangle]!;
  const line = walks.axis(part, vertex, near.numbers[triangle]!);
  if (!line) return;
  const screen = new Float64Array(6);
  around.write(...line[0], screen, 0);
  around.write(...line[1], screen, 3);
  const place = around.nearestOnLine(screen, 0, 3);
  if (!place) return;
  const key = `axis ${keyOf('axis', line[0])}`;
  const pointEnu = mix(line[0], line[1], place.share);
  add('axis', pointEnu, part, featureAt(part, vertex), { px: place.px, key, isOnSurface: false });
}
