import { type Vec3, add } from '@overlook/shared/maths';
import { type Frame, moved, pointIn, turned, uprightFrame } from '../../geometry/frame.ts';
import { drum, head, ringPlate, rod, side } from '../../geometry/solids.ts';
import { LOOKS, type Look, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import type { Rgb } from '../types.ts';
import { ladder, ringPlatform } from './access.ts';
import { nozzle } from './nozzle.ts';
import { pipeLine } from './pipework.ts';

/** A distillation column on its skirt. Metres; angles in degrees counter-clockwise from east. */
export interface Column {
  readonly tag: string;
  readonly service: string;
  readonly east: number;
  readonly north: number;
  readonly radius: number;
  /** Tangent line of the top head above ground; the head rises half a radius above it. */
  readonly height: number;
  readonly colour: Rgb;
  readonly cadColour: Rgb;
  readonly platforms: readonly number[];
  /** The way the ladders face, and the way the overhead line comes down. */
  readonly ladderDeg: number;
  readonly overhead: {
    readonly deg: number;
    readonly radius: number;
    readonly look: Look;
    readonly to: readonly Vec3[];
  };
}

const SKIRT = 3.2;
const COURSE = 3;
/** How far platforms reach from the shell. */
const REACH = 1.3;
/** Rise of the top head above the tangent line, as a share of the radius. */
export const HEAD_RISE = 0.9;

export function column(builder: PlantBuilder, parentId: number, it: Column): void {
  const { tag, radius: r, height: h } = it;
  const frame = uprightFrame([it.east, it.north, 0]);
  const group = builder.group(parentId, `${tag} ${it.service}`, 'Column', [tag]);
  const look: Look = { material: 'cladding', colour: it.colour, cadColour: it.cadColour };
  const shell = builder.group(group, `${tag} Shell`, 'Shell');
  builder.object(
    shell,
    { name: `${tag} Skirt`, kind: 'Skirt', discipline: 'column', design: { 'Radius (m)': r, 'Height (m)': SKIRT } },
    {
      material: 'concrete',
      colour: PALETTE.fireproofing,
      cadColour: it.cadColour,
      patches: [side(frame, r + 0.12, 0.3, r + 0.02, SKIRT)],
      thickness: r,
    },
  );
  builder.object(
    shell,
    { name: `${tag} Foundation`, kind: 'Foundation', discipline: 'civil' },
    { ...LOOKS.concrete, patches: drum(frame, r + 0.9, 0.3).slice(0, 2), thickness: 0.4 },
  );
  const courses = Math.round((h - SKIRT) / COURSE);
  for (let i = 0; i < courses; i++) {
    const [z0, z1] = [SKIRT + ((h - SKIRT) * i) / courses, SKIRT + ((h - SKIRT) * (i + 1)) / courses];
    builder.object(
      shell,
      {
        name: `${tag} Shell course ${i + 1}`,
        kind: 'Shell course',
        discipline: 'column',
        design: { 'Radius (m)': r, 'From (m)': z0, 'To (m)': z1 },
      },
      { ...look, patches: [side(frame, r, z0, r, z1)], thickness: r },
    );
    if (i > 0 && i % 2 === 0) {
      builder.object(
        shell,
        { name: `${tag} Stiffening ring ${i / 2}`, kind: 'Ring', discipline: 'structure' },
        { ...look, patches: ringPlate(frame, z0, r, r + 0.07, 0.1), thickness: 0.1 },
      );
    }
  }
  builder.object(
    shell,
    { name: `${tag} Top head`, kind: 'Head', discipline: 'column', design: { 'Rise (m)': r * HEAD_RISE } },
    { ...look, patches: [head(frame, h, r, r * HEAD_RISE)], thickness: r },
  );
  platforms(builder, group, it, frame);
  nozzles(builder, group, it, frame, look);
  overhead(builder, group, it, frame);
}

function platforms(builder: PlantBuilder, parentId: number, it: Column, frame: Frame): void {
  const group = builder.group(parentId, `${it.tag} Access`, 'Access');
  const ladderRad = (it.ladderDeg * Math.PI) / 180;
  it.platforms.forEach((z, i) => {
    // The gap in the ring leaves the ladder from below its well; ladders step to and fro from level to level.
    const shift = i % 2 === 0 ? 0.18 : -0.18;
    const from = ladderRad + 0.34 + shift;
    ringPlatform(
      builder,
      group,
      `${it.tag} Platform ${i + 1}`,
      frame,
      z,
      it.radius + 0.06,
      it.radius + REACH,
      from,
      from + 2 * Math.PI - 0.68,
    );
    const below = i === 0 ? 0 : it.platforms[i - 1]!;
    ladder(builder, group, `${it.tag} Ladder ${i + 1}`, turned(frame, ladderRad + shift), it.radius + 0.4, below, z);
  });
}

function nozzles(builder: PlantBuilder, parentId: number, it: Column, frame: Frame, look: Look): void {
  const group = builder.group(parentId, `${it.tag} Nozzles`, 'Nozzles');
  it.platforms.forEach((z, i) => {
    const places = [
      ['Manway', 95, 0.32, 1],
      [`Nozzle N${2 * i + 1}`, 200, 0.13, 0.7],
      [`Nozzle N${2 * i + 2}`, 260, 0.09, 1.3],
    ] as const;
    for (const [name, deg, bore, up] of places) {
      const ray = turned(frame, ((it.ladderDeg + deg + 23 * i) * Math.PI) / 180);
      nozzle(
        builder,
        group,
        `${it.tag} ${name}${name === 'Manway' ? ` ${i + 1}` : ''}`,
        look,
        pointIn(ray, it.radius - 0.05, 0, z + up),
        pointIn(ray, it.radius + 0.35, 0, z + up),
        bore,
      );
    }
  });
  const post = turned(frame, ((it.ladderDeg + 40) * Math.PI) / 180);
  const foot = pointIn(post, it.radius * 0.7, 0, it.height + it.radius * 0.5);
  const tip = add(foot, [0, 0, 2.4]);
  builder.object(
    group,
    { name: `${it.tag} Davit`, kind: 'Davit', discipline: 'structure' },
    {
      ...LOOKS.rail,
      patches: [
        ...rod(foot, tip, 0.07),
        ...rod(tip, pointIn(post, it.radius + 1.6, 0, tip[2] - frame.origin[2] + 0.15), 0.06),
      ],
      thickness: 0.12,
    },
  );
}

/** From the top of the head up, over and down beside the shell, then along the given site points. */
function overhead(builder: PlantBuilder, parentId: number, it: Column, frame: Frame): void {
  const { deg, radius, look, to } = it.overhead;
  const ray = turned(frame, (deg * Math.PI) / 180);
  const crown = it.height + it.radius * HEAD_RISE;
  const out = it.radius + radius + 0.75;
  const rise = [pointIn(ray, 0, 0, crown - 0.1), pointIn(ray, 0, 0, crown + 1.6), pointIn(ray, out, 0, crown + 1.6)];
  pipeLine(builder, parentId, {
    number: it.tag.replace('C', 'OH'),
    look,
    radius,
    service: `${it.service} overhead vapour`,
    points: [...rise, pointIn(ray, out, 0, to[0]?.[2] ?? 2), ...to],
  });
  const guides = builder.group(parentId, `${it.tag} Pipe guides`, 'Supports');
  for (let z = 8; z < it.height; z += 6) {
    builder.object(
      guides,
      { name: `${it.tag} Pipe guide ${Math.round((z - 2) / 6)}`, kind: 'Pipe guide', discipline: 'structure' },
      {
        ...LOOKS.steel,
        patches: [
          ...rod(pointIn(ray, it.radius, -0.2, z), pointIn(ray, out, -0.2, z), 0.05),
          ...ringPlate(moved(ray, out, 0, 0), z, radius, radius + 0.06, 0.12),
        ],
        thickness: 0.1,
      },
    );
  }
}
