import { type ReadonlyVec3, add, normalize, scale, subtract } from '@overlook/shared/maths';
import { frameAlong, pointIn } from '../../geometry/frame.ts';
import type { Patch } from '../../geometry/patch.ts';
import { drum, rod, torus } from '../../geometry/solids.ts';
import type { Look, PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';

/** A welded flange at `at` facing `along`, for a pipe of radius r. */
export function flange(at: ReadonlyVec3, along: ReadonlyVec3, r: number): Patch[] {
  const frame = frameAlong(at, along);
  return drum(frame, r * 1.7 + 0.03, 0.07);
}

/** A nozzle from a vessel's wall outwards: a stub and its flange. */
export function nozzle(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  look: Look,
  from: ReadonlyVec3,
  to: ReadonlyVec3,
  r: number,
): void {
  const along = normalize(subtract(to, from));
  builder.object(
    parentId,
    { name, kind: 'Nozzle', discipline: 'piping', design: { 'Bore (m)': 2 * r } },
    {
      ...look,
      patches: [...rod(from, to, r), ...flange(subtract(to, scale(along, 0.07)), along, r)],
      thickness: 2 * r,
    },
  );
}

/** A gate valve in a line: two flanged body halves, a bonnet and a handwheel, `up` giving the side of the wheel. */
export function gateValve(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  at: ReadonlyVec3,
  along: ReadonlyVec3,
  up: ReadonlyVec3,
  r: number,
): void {
  const group = builder.group(parentId, name, 'Gate valve', [name]);
  const half = 1.6 * r + 0.08;
  const [a, b] = [add(at, scale(along, -half)), add(at, scale(along, half))];
  const body = [
    ...rod(a, b, r * 1.35, 'closed'),
    ...flange(a, along, r),
    ...flange(subtract(b, scale(along, 0.07)), along, r),
  ];
  const wheel = frameAlong(add(at, scale(up, 3 * r + 0.45)), up);
  const spokes = [0, 2.09, 4.19].flatMap((angle) =>
    rod(wheel.origin, pointIn(wheel, 1.3 * r * Math.cos(angle), 1.3 * r * Math.sin(angle), 0), 0.014),
  );
  const blue = { material: 'paint', colour: PALETTE.valveBlue } as const;
  const spec = (part: string) => ({ name: `${name} ${part}`, kind: part, discipline: 'piping' as const });
  builder.object(group, spec('Body'), { ...blue, patches: body, thickness: 2 * r });
  builder.object(group, spec('Bonnet'), {
    ...blue,
    patches: rod(at, add(at, scale(up, 2.6 * r)), r * 0.8, 'closed'),
    thickness: r,
  });
  builder.object(group, spec('Stem'), {
    ...blue,
    patches: rod(at, add(at, scale(up, 3 * r + 0.6)), 0.022),
    thickness: 0.04,
  });
  builder.object(group, spec('Handwheel'), {
    material: 'plain',
    colour: PALETTE.bandRed,
    patches: [torus(wheel, 1.3 * r, 0.022), ...spokes],
    thickness: 0.05,
  });
}
