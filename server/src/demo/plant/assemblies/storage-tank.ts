import { type Vec3, add } from '@overlook/shared/maths';
import { type Frame, pointIn, turned, uprightFrame } from '../../geometry/frame.ts';
import type { Patch } from '../../geometry/patch.ts';
import { box, disc, ringPlate, rod, side } from '../../geometry/solids.ts';
import { LOOKS, type Look, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import type { Rgb } from '../types.ts';
import { nozzle } from './nozzle.ts';
import { lineRailing, ringRailing } from './railing.ts';

/** A fixed-roof storage tank standing on its ring beam. All lengths in metres, angles counter-clockwise from east. */
export interface StorageTank {
  readonly tag: string;
  readonly service: string;
  readonly east: number;
  readonly north: number;
  readonly radius: number;
  /** Top of the shell above ground. */
  readonly height: number;
  readonly band: Rgb;
  readonly bandName: string;
  /** Where the tag is lettered and where the stair starts, degrees. */
  readonly labelDeg: number;
  readonly stairDeg: number;
}

/** Top of the ring beam, lower and upper edge of the coloured band, and the lettered stretch, as shares of height. */
const TANK_BASE = 0.3;
export const bandBottom = (tank: StorageTank): number => tank.height * 0.69;
export const bandTop = (tank: StorageTank): number => tank.height * 0.81;
const letteringBottom = (tank: StorageTank): number => tank.height * 0.4;
const letteringTop = (tank: StorageTank): number => tank.height * 0.62;
/** Rise of the cone roof. */
export const roofRise = (tank: StorageTank): number => tank.radius * 0.075;

const SHELL: Look = { material: 'plate', colour: PALETTE.tankWhite };

export function storageTank(builder: PlantBuilder, parentId: number, tank: StorageTank): void {
  const { tag, radius: r } = tank;
  const frame = uprightFrame([tank.east, tank.north, 0]);
  const group = builder.group(parentId, `${tag} ${tank.service}`, 'Storage tank', [tag]);
  builder.object(
    group,
    { name: `${tag} Ring beam`, kind: 'Foundation', discipline: 'civil' },
    {
      ...LOOKS.concrete,
      patches: [side(frame, r + 0.5, 0, r + 0.5, TANK_BASE), disc(frame, TANK_BASE, r + 0.5, r)],
      thickness: 0.3,
    },
  );
  shell(builder, group, tank, frame);
  roof(builder, group, tank, frame);
  spiralStair(builder, group, tank, frame);
  const fittings = builder.group(group, `${tag} Fittings`, 'Fittings');
  for (const [i, deg] of [20, 140, 255].entries()) {
    const ray = turned(frame, ((tank.labelDeg + deg) * Math.PI) / 180);
    const [bore, z] = i === 0 ? [0.3, 1] : [0.17, 0.9];
    nozzle(
      builder,
      fittings,
      `${tag} ${i === 0 ? 'Manway' : `Nozzle N${i}`}`,
      SHELL,
      pointIn(ray, r - 0.05, 0, z),
      pointIn(ray, r + 0.45, 0, z),
      bore,
    );
  }
}

/** Courses from the ring beam to the top angle; the courses that carry the tag are cut so that it has its own face. */
function shell(builder: PlantBuilder, parentId: number, tank: StorageTank, frame: Frame): void {
  const { tag, radius: r, height: h } = tank;
  const group = builder.group(parentId, `${tag} Shell`, 'Shell');
  const [l0, l1, b0, b1] = [letteringBottom(tank), letteringTop(tank), bandBottom(tank), bandTop(tank)];
  const levels = [TANK_BASE, TANK_BASE + (l0 - TANK_BASE) / 2, l0, l1, b0, b1, h];
  const label = (tank.labelDeg * Math.PI) / 180;
  const halfLabel = ((l1 - l0) * 1.5) / r;
  for (let i = 1; i < levels.length; i++) {
    const [z0, z1] = [levels[i - 1]!, levels[i]!];
    const name = z0 === b0 ? `${tag} Identification band` : `${tag} Shell course ${i}`;
    const spec = {
      name,
      kind: 'Shell course',
      discipline: 'tank' as const,
      design: { 'Radius (m)': r, 'From (m)': z0, 'To (m)': z1 },
    };
    if (z0 === l0) {
      const plain = {
        ...SHELL,
        patches: [side(frame, r, z0, r, z1, label + halfLabel, label + 2 * Math.PI - halfLabel)],
        thickness: 3,
      };
      const lettered = {
        ...SHELL,
        patches: [side(frame, r, z0, r, z1, label - halfLabel, label + halfLabel)],
        thickness: 3,
        label: tag,
      };
      builder.object(group, spec, plain, lettered);
    } else {
      const look: Look = z0 === b0 ? { material: 'paint', colour: tank.band } : SHELL;
      builder.object(group, spec, {
        ...look,
        patches: [side(frame, r, z0, r, z1, label, label + 2 * Math.PI)],
        thickness: 3,
      });
    }
  }
  for (const [i, z] of [l0 - 0.1, l1 + 0.15, h - 0.02].entries()) {
    builder.object(
      group,
      { name: `${tag} Wind girder ${i + 1}`, kind: 'Wind girder', discipline: 'structure' },
      { ...LOOKS.steel, colour: PALETTE.galvanised, patches: ringPlate(frame, z, r, r + 0.16, 0.09), thickness: 0.115 },
    );
  }
}

function roof(builder: PlantBuilder, parentId: number, tank: StorageTank, frame: Frame): void {
  const { tag, radius: r, height: h } = tank;
  const group = builder.group(parentId, `${tag} Roof`, 'Roof');
  const rise = roofRise(tank);
  const white: Look = { material: 'paint', colour: PALETTE.roofWhite };
  builder.object(
    group,
    { name: `${tag} Roof plates`, kind: 'Cone roof', discipline: 'tank', design: { 'Rise (m)': rise } },
    { ...white, material: 'plate', patches: [side(frame, r, h, 0, h + rise)], thickness: 3 },
  );
  const at = (share: number, deg: number): Vec3 => {
    const a = (deg * Math.PI) / 180;
    return pointIn(frame, r * share * Math.cos(a), r * share * Math.sin(a), h + rise * (1 - share));
  };
  const hatch = uprightFrame(at(0.08, tank.stairDeg), 0.3);
  builder.object(
    group,
    { name: `${tag} Gauge hatch`, kind: 'Hatch', discipline: 'tank' },
    { ...LOOKS.galvanised, patches: box(hatch, [-0.9, -0.6, -0.1], [0.9, 0.6, 0.7], 'tnesw'), thickness: 0.7 },
  );
  for (const [i, deg] of [60, 150, 240, 330].entries()) {
    const foot = at(0.62, tank.labelDeg + deg);
    const patches: Patch[] = [
      ...rod(foot, add(foot, [0, 0, 0.8]), 0.11),
      ...rod(add(foot, [0, 0, 0.8]), add(foot, [0, 0, 0.95]), 0.26, 'closed'),
    ];
    builder.object(
      group,
      { name: `${tag} Vent ${i + 1}`, kind: 'Breather vent', discipline: 'tank' },
      { ...LOOKS.galvanised, patches, thickness: 0.3 },
    );
  }
  ringRailing(builder, group, `${tag} Roof railing`, frame, h, r - 0.08);
}

/** Treads up the shell with an outer railing, from ground to the roof's edge, climbing counter-clockwise. */
function spiralStair(builder: PlantBuilder, parentId: number, tank: StorageTank, frame: Frame): void {
  const { tag, radius: r, height: h } = tank;
  const group = builder.group(parentId, `${tag} Spiral stair`, 'Stair');
  const steps = Math.round(h / 0.2);
  const start = (tank.stairDeg * Math.PI) / 180;
  const stepAngle = 0.27 / (r + 0.5);
  const [inner, outer] = [r + 0.12, r + 0.95];
  const treads: Patch[] = [];
  const outline: Vec3[] = [];
  const stringers: Patch[] = [];
  for (let i = 1; i <= steps; i++) {
    const a = start + i * stepAngle;
    const z = (h * i) / steps;
    treads.push(...ringPlate(frame, z, inner, outer, 0.05, a - stepAngle * 0.55, a + stepAngle * 0.55).slice(0, 3));
    if (i % 5 === 0 || i === 1 || i === steps)
      outline.push(pointIn(frame, outer * Math.cos(a), outer * Math.sin(a), z));
  }
  for (let i = 1; i < outline.length; i++)
    stringers.push(...rod(add(outline[i - 1]!, [0, 0, -0.1]), add(outline[i]!, [0, 0, -0.1]), 0.07));
  const spec = (part: string) => ({ name: `${tag} Stair ${part}`, kind: part, discipline: 'access' as const });
  const half = Math.ceil(steps / 2) * 3;
  builder.object(group, spec('Lower treads'), { ...LOOKS.grating, patches: treads.slice(0, half), thickness: 0.2 });
  builder.object(group, spec('Upper treads'), { ...LOOKS.grating, patches: treads.slice(half), thickness: 0.2 });
  builder.object(group, spec('Stringer'), { ...LOOKS.rail, patches: stringers, thickness: 0.14 });
  lineRailing(builder, group, `${tag} Stair railing`, outline);
}
