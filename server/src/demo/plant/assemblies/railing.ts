import { type ReadonlyVec3, type Vec3, add, distance, mix } from '@overlook/shared/maths';
import { type Frame, pointIn } from '../../geometry/frame.ts';
import type { Patch } from '../../geometry/patch.ts';
import { bar, rod, side, torus } from '../../geometry/solids.ts';
import { moved } from '../../geometry/frame.ts';
import { LOOKS, type PlantBuilder } from '../builder.ts';

/** Guard rails to ISO 14122-3: top rail at 1.1 m, knee rail at 0.55 m, toe plate 0.1 m, posts under 1.5 m apart. */
const TOP = 1.1;
const KNEE = 0.55;
const TUBE = 0.024;
/** Thicknesses for coarse levels: they omit posts and knee rail before the top rail. */
const TOP_WEIGHT = 0.07;
const REST_WEIGHT = 0.05;

function addRailing(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  top: Patch[],
  knee: Patch[],
  toe: Patch[],
  posts: Patch[],
): void {
  const group = builder.group(parentId, name, 'Railing');
  const spec = (part: string) => ({ name: `${name} ${part}`, kind: part, discipline: 'access' as const });
  builder.object(group, spec('Top rail'), { ...LOOKS.rail, patches: top, thickness: TOP_WEIGHT });
  builder.object(group, spec('Knee rail'), { ...LOOKS.rail, patches: knee, thickness: REST_WEIGHT });
  if (toe.length > 0) builder.object(group, spec('Toe plate'), { ...LOOKS.rail, patches: toe, thickness: REST_WEIGHT });
  builder.object(group, spec('Posts'), { ...LOOKS.rail, patches: posts, thickness: REST_WEIGHT });
}

/** A railing along a polyline of walking-level points. */
export function lineRailing(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  points: readonly ReadonlyVec3[],
): void {
  const up = (p: ReadonlyVec3, z: number): Vec3 => add(p, [0, 0, z]);
  const [top, knee, toe, posts]: [Patch[], Patch[], Patch[], Patch[]] = [[], [], [], []];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    top.push(...rod(up(a, TOP), up(b, TOP), TUBE));
    knee.push(...rod(up(a, KNEE), up(b, KNEE), TUBE * 0.8));
    if (Math.abs(a[2] - b[2]) < 0.01) toe.push(...bar(up(a, 0.05), up(b, 0.05), 0.012, 0.1));
    const count = Math.max(1, Math.ceil(distance(a, b) / 1.5));
    for (let k = i === 1 ? 0 : 1; k <= count; k++) {
      const foot = mix(a, b, k / count);
      posts.push(...rod(foot, up(foot, TOP), TUBE));
    }
  }
  addRailing(builder, parentId, name, top, knee, toe, posts);
}

/** A railing round a circle of the frame at walking level z, between two angles (radians). */
export function ringRailing(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  frame: Frame,
  z: number,
  radius: number,
  from = 0,
  to = 2 * Math.PI,
): void {
  const isClosed = to - from > 6.28;
  const count = Math.max(3, Math.ceil(((to - from) * radius) / 1.5));
  const posts = Array.from({ length: isClosed ? count : count + 1 }, (_, i) => {
    const a = from + ((to - from) * i) / count;
    const [x, y] = [radius * Math.cos(a), radius * Math.sin(a)];
    return rod(pointIn(frame, x, y, z), pointIn(frame, x, y, z + TOP), TUBE);
  }).flat();
  const top = [torus(moved(frame, 0, 0, z + TOP), radius, TUBE, from, to)];
  const knee = [torus(moved(frame, 0, 0, z + KNEE), radius, TUBE * 0.8, from, to)];
  const toe = [
    side(frame, radius + 0.006, z, radius + 0.006, z + 0.1, from, to),
    side(frame, radius - 0.006, z + 0.1, radius - 0.006, z, from, to),
  ];
  addRailing(builder, parentId, name, top, knee, toe, posts);
}
