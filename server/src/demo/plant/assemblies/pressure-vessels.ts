import { type Vec3, add } from '@overlook/shared/maths';
import { type Frame, moved, pointIn, turned, uprightFrame } from '../../geometry/frame.ts';
import { bar, box, disc, drum, ellipsoid, head, ringPlate, rod, side } from '../../geometry/solids.ts';
import { LOOKS, type Look, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import { ladder, ringPlatform } from './access.ts';
import { flange, nozzle } from './nozzle.ts';

/** A pressure sphere on legs; `centreHeight` above ground. Metres. */
export interface Sphere {
  readonly tag: string;
  readonly service: string;
  readonly east: number;
  readonly north: number;
  readonly radius: number;
  readonly centreHeight: number;
}

const LEGS = 10;
const PETALS = 10;

export function sphere(builder: PlantBuilder, parentId: number, it: Sphere): void {
  const { tag, radius: r, centreHeight: zc } = it;
  const group = builder.group(parentId, `${tag} ${it.service}`, 'Sphere', [tag]);
  const frame = uprightFrame([it.east, it.north, zc]);
  const look: Look = { material: 'paint', colour: PALETTE.sphereWhite };
  const shell = builder.group(group, `${tag} Shell`, 'Shell');
  for (const [name, south, north] of [
    ['Lower', -1.05, 0],
    ['Upper', 0, 1.05],
  ] as const) {
    for (let i = 0; i < PETALS; i++) {
      const [from, to] = [(i * 2 * Math.PI) / PETALS, ((i + 1) * 2 * Math.PI) / PETALS];
      builder.object(
        shell,
        { name: `${tag} ${name} petal ${i + 1}`, kind: 'Petal', discipline: 'tank', design: { 'Radius (m)': r } },
        { ...look, patches: [ellipsoid(frame, r, r, south, north, from, to)], thickness: r },
      );
    }
  }
  for (const [name, south, north] of [
    ['Bottom', -Math.PI / 2, -1.05],
    ['Top', 1.05, Math.PI / 2],
  ] as const) {
    builder.object(
      shell,
      { name: `${tag} ${name} crown`, kind: 'Crown', discipline: 'tank' },
      { ...look, patches: [ellipsoid(frame, r, r, south, north)], thickness: r },
    );
  }
  sphereLegs(builder, group, it);
  const access = builder.group(group, `${tag} Access`, 'Access');
  ringPlatform(builder, access, `${tag} Crown platform`, frame, r + 0.35, 0.6, 2.4, 0, 2 * Math.PI);
  for (const [i, deg] of [30, 150, 270].entries()) {
    const ray = turned(frame, (deg * Math.PI) / 180);
    nozzle(
      builder,
      access,
      `${tag} Relief nozzle ${i + 1}`,
      look,
      pointIn(ray, 0.35, 0, r - 0.1),
      pointIn(ray, 0.35, 0, r + 1.2),
      0.12,
    );
  }
  sphereTower(builder, access, it);
}

/** A ladder tower beside the sphere with a bridge to its crown. */
function sphereTower(builder: PlantBuilder, access: number, { tag, east, north, radius: r, centreHeight: zc }: Sphere) {
  const tower = turned(uprightFrame([east, north, 0]), 0.6);
  ladder(builder, access, `${tag} Ladder`, tower, r + 1, 0, zc + r + 0.3);
  const bridge = box(tower, [1.6, -0.45, zc + r + 0.25], [r + 1.4, 0.45, zc + r + 0.31]);
  builder.object(
    access,
    { name: `${tag} Bridge`, kind: 'Bridge', discipline: 'access' },
    { ...LOOKS.grating, patches: bridge, thickness: 0.4 },
  );
  const mast = [-0.5, 0.5].flatMap((y) =>
    bar(pointIn(tower, r + 1.4, y, 0), pointIn(tower, r + 1.4, y, zc + r + 0.25), 0.16, 0.16),
  );
  builder.object(
    access,
    { name: `${tag} Ladder mast`, kind: 'Mast', discipline: 'structure' },
    { ...LOOKS.steel, patches: mast, thickness: 0.16 },
  );
}

function sphereLegs(builder: PlantBuilder, parentId: number, it: Sphere): void {
  const { tag, radius: r, centreHeight: zc } = it;
  const group = builder.group(parentId, `${tag} Supports`, 'Supports');
  const at = (i: number, z: number): Vec3 => {
    const a = ((i + 0.5) * 2 * Math.PI) / LEGS;
    return [it.east + (r - 0.1) * Math.cos(a), it.north + (r - 0.1) * Math.sin(a), z];
  };
  for (let i = 0; i < LEGS; i++) {
    const foot = uprightFrame(at(i, 0));
    builder.object(
      group,
      { name: `${tag} Leg ${i + 1}`, kind: 'Leg', discipline: 'structure' },
      {
        ...LOOKS.steel,
        patches: [side(moved(foot, 0, 0, 0), 0.34, 0.4, 0.34, zc + 1.2), disc(foot, zc + 1.2, 0.34)],
        thickness: 0.6,
      },
    );
    builder.object(
      group,
      { name: `${tag} Leg footing ${i + 1}`, kind: 'Footing', discipline: 'civil' },
      { ...LOOKS.concrete, patches: box(foot, [-0.6, -0.6, 0], [0.6, 0.6, 0.4], 'tnesw'), thickness: 0.4 },
    );
    const braces = [...rod(at(i, 0.9), at(i + 1, zc - 1.5), 0.045), ...rod(at(i + 1, 0.9), at(i, zc - 1.5), 0.045)];
    builder.object(
      group,
      { name: `${tag} Brace ${i + 1}`, kind: 'Brace', discipline: 'structure' },
      { ...LOOKS.steel, patches: braces, thickness: 0.09 },
    );
  }
}

/** A horizontal cylinder with two heads on two saddles: drums, bullets and exchangers. Metres. */
export interface HorizontalVessel {
  readonly tag: string;
  readonly service: string;
  readonly kind: 'Drum' | 'Bullet' | 'Exchanger';
  /** Middle of the axis, site ENU. */
  readonly centre: Vec3;
  /** Which way the axis points, degrees counter-clockwise from east. */
  readonly axisDeg: number;
  readonly radius: number;
  /** Between tangent lines. */
  readonly length: number;
  /** Level of the ground below the saddles. */
  readonly floor: number;
  readonly look: Look;
}

export function horizontalVessel(builder: PlantBuilder, parentId: number, it: HorizontalVessel): void {
  const { tag, radius: r, length, centre } = it;
  const group = builder.group(parentId, `${tag} ${it.service}`, it.kind, [tag]);
  const along = uprightFrame(centre, (it.axisDeg * Math.PI) / 180);
  // z runs along the vessel, so that heads and flanges turn about it.
  const frame: Frame = { origin: pointIn(along, -length / 2, 0, 0), x: along.y, y: along.z, z: along.x };
  const discipline = it.kind === 'Bullet' ? 'tank' : 'vessel';
  vesselShell(builder, group, it, frame, discipline);
  for (const [name, share] of [
    ['Left', 0.2],
    ['Right', 0.8],
  ] as const) {
    const foot = uprightFrame(
      pointIn(along, length * (share - 0.5), 0, it.floor - centre[2]),
      (it.axisDeg * Math.PI) / 180,
    );
    builder.object(
      group,
      { name: `${tag} ${name} saddle`, kind: 'Saddle', discipline: 'civil' },
      {
        ...LOOKS.concrete,
        patches: box(foot, [-0.3, -r * 0.78, 0], [0.3, r * 0.78, centre[2] - it.floor - r * 0.45], 'tnesw'),
        thickness: 0.5,
      },
    );
  }
  for (const [i, share] of [0.3, 0.7].entries()) {
    const root = pointIn(along, length * (share - 0.5), 0, r - 0.05);
    nozzle(builder, group, `${tag} Nozzle N${i + 1}`, it.look, root, add(root, [0, 0, 0.45]), 0.12);
  }
  const manway = pointIn(along, length * 0.02, 0, r - 0.05);
  builder.object(
    group,
    { name: `${tag} Manway`, kind: 'Manway', discipline },
    {
      ...it.look,
      patches: [...rod(manway, add(manway, [0, 0, 0.35]), 0.3), ...flange(add(manway, [0, 0, 0.3]), [0, 0, 1], 0.22)],
      thickness: 0.4,
    },
  );
}

/** Courses, heads and the channel flange, about the z axis of the frame. */
function vesselShell(
  builder: PlantBuilder,
  group: number,
  it: HorizontalVessel,
  frame: Frame,
  discipline: 'tank' | 'vessel',
): void {
  const { tag, radius: r, length } = it;
  const courses = Math.max(1, Math.round(length / 3.2));
  const shell = builder.group(group, `${tag} Shell`, 'Shell');
  for (let i = 0; i < courses; i++) {
    builder.object(
      shell,
      {
        name: `${tag} Shell course ${i + 1}`,
        kind: 'Shell course',
        discipline,
        design: { 'Radius (m)': r, 'Length (m)': length / courses },
      },
      { ...it.look, patches: [side(frame, r, (length * i) / courses, r, (length * (i + 1)) / courses)], thickness: r },
    );
  }
  const rise = it.kind === 'Exchanger' ? r * 0.5 : r * 0.8;
  builder.object(
    shell,
    { name: `${tag} Left head`, kind: 'Head', discipline },
    { ...it.look, patches: [head(frame, 0, r, -rise)], thickness: r },
  );
  builder.object(
    shell,
    { name: `${tag} Right head`, kind: 'Head', discipline },
    { ...it.look, patches: [head(frame, length, r, rise)], thickness: r },
  );
  if (it.kind === 'Exchanger') {
    const rims = [
      ringPlate(frame, length * 0.82, r, r + 0.12, 0.12),
      ringPlate(frame, length * 0.82 + 0.14, r, r + 0.12, 0.12),
    ].flat();
    builder.object(
      shell,
      { name: `${tag} Channel flange`, kind: 'Flange', discipline },
      { ...it.look, patches: rims, thickness: 0.25 },
    );
  }
}

/** A small vertical vessel with a domed top on a round foot. */
export function verticalVessel(
  builder: PlantBuilder,
  parentId: number,
  tag: string,
  service: string,
  foot: Vec3,
  r: number,
  height: number,
  look: Look,
): void {
  const group = builder.group(parentId, `${tag} ${service}`, 'Vertical vessel', [tag]);
  const frame = uprightFrame(foot);
  const spec = (part: string) => ({ name: `${tag} ${part}`, kind: part, discipline: 'vessel' as const });
  builder.object(group, spec('Foot'), {
    ...LOOKS.concrete,
    patches: drum(frame, r + 0.25, 0.25).slice(0, 2),
    thickness: 0.3,
  });
  builder.object(group, spec('Shell'), { ...look, patches: [side(frame, r, 0.25, r, height)], thickness: r });
  builder.object(group, spec('Head'), { ...look, patches: [head(frame, height, r, r * 0.6)], thickness: r });
  nozzle(
    builder,
    group,
    `${tag} Nozzle N1`,
    look,
    pointIn(frame, 0, 0, height + r * 0.5),
    pointIn(frame, 0, 0, height + r * 0.6 + 0.5),
    0.1,
  );
}
