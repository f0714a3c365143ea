import { type Frame, pointIn, uprightFrame } from '../../geometry/frame.ts';
import type { Patch } from '../../geometry/patch.ts';
import { box, drum, quad, rod } from '../../geometry/solids.ts';
import { LOOKS, type Look, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import type { Rgb } from '../types.ts';

/** A shed or an office block. Metres. */
export interface Building {
  readonly tag: string;
  readonly service: string;
  readonly west: number;
  readonly south: number;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly kind: 'shed' | 'office';
  readonly wall: Rgb;
}

/** Walls consist of panels of about this width; each panel is an object. */
const PANEL = 6;

export function building(builder: PlantBuilder, parentId: number, it: Building): void {
  const group = builder.group(parentId, `${it.tag} ${it.service}`, 'Building', [it.tag]);
  const frame = uprightFrame([it.west, it.south, 0]);
  const [w, d, h] = [it.width, it.depth, it.height];
  builder.object(
    group,
    { name: `${it.tag} Plinth`, kind: 'Plinth', discipline: 'civil' },
    { ...LOOKS.concrete, patches: box(frame, [-0.1, -0.1, 0], [w + 0.1, d + 0.1, 0.3], 'tnesw'), thickness: 0.3 },
  );
  walls(builder, group, it, frame);
  if (it.kind === 'shed') gableRoof(builder, group, it, frame);
  else flatRoof(builder, group, it, frame);
  openings(builder, group, it, frame);
  const pipes = [
    [0.3, -0.08],
    [w - 0.3, -0.08],
    [0.3, d + 0.08],
    [w - 0.3, d + 0.08],
  ].flatMap(([x, y]) => rod(pointIn(frame, x!, y!, 0), pointIn(frame, x!, y!, h), 0.06));
  builder.object(
    group,
    { name: `${it.tag} Downpipes`, kind: 'Downpipe', discipline: 'building' },
    { ...LOOKS.galvanised, patches: pipes, thickness: 0.1 },
  );
}

function walls(builder: PlantBuilder, parentId: number, it: Building, frame: Frame): void {
  const group = builder.group(parentId, `${it.tag} Walls`, 'Walls');
  const [w, d, h] = [it.width, it.depth, it.height];
  const look: Look = { material: it.kind === 'shed' ? 'corrugated' : 'concrete', colour: it.wall };
  const sides = [
    ['South', [0, 0], [w, 0]],
    ['East', [w, 0], [w, d]],
    ['North', [w, d], [0, d]],
    ['West', [0, d], [0, 0]],
  ] as const;
  for (const [name, from, to] of sides) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const count = Math.round(length / PANEL);
    const at = (i: number, z: number) =>
      pointIn(frame, from[0] + ((to[0] - from[0]) * i) / count, from[1] + ((to[1] - from[1]) * i) / count, z);
    for (let i = 0; i < count; i++) {
      const spec = { name: `${it.tag} ${name} panel ${i + 1}`, kind: 'Wall panel', discipline: 'building' as const };
      builder.object(group, spec, {
        ...look,
        patches: [quad(at(i, 0.3), at(i + 1, 0.3), at(i + 1, h), at(i, h))],
        thickness: h,
      });
    }
  }
}

function gableRoof(builder: PlantBuilder, parentId: number, it: Building, frame: Frame): void {
  const group = builder.group(parentId, `${it.tag} Roof`, 'Roof');
  const [w, d, h] = [it.width, it.depth, it.height];
  const ridge = h + Math.min(w, d) * 0.12;
  const at = (x: number, y: number, z: number) => pointIn(frame, x, y, z);
  const [west, east, middle] = [-0.5, w + 0.5, d / 2];
  const sheets = Math.round(w / PANEL);
  for (let i = 0; i < sheets; i++) {
    const [x0, x1] = [west + ((east - west) * i) / sheets, west + ((east - west) * (i + 1)) / sheets];
    const look: Look = { material: 'corrugated', colour: PALETTE.roofGrey };
    const spec = (name: string) => ({
      name: `${it.tag} ${name} sheet ${i + 1}`,
      kind: 'Roof sheet',
      discipline: 'building' as const,
    });
    builder.object(group, spec('South'), {
      ...look,
      patches: [quad(at(x0, -0.5, h - 0.1), at(x1, -0.5, h - 0.1), at(x1, middle, ridge), at(x0, middle, ridge))],
      thickness: 3,
    });
    builder.object(group, spec('North'), {
      ...look,
      patches: [quad(at(x1, d + 0.5, h - 0.1), at(x0, d + 0.5, h - 0.1), at(x0, middle, ridge), at(x1, middle, ridge))],
      thickness: 3,
    });
  }
  const gables: Patch[] = [
    quad(at(0, d, h), at(0, 0, h), at(0, middle, ridge - 0.05), at(0, middle, ridge - 0.05)),
    quad(at(w, 0, h), at(w, d, h), at(w, middle, ridge - 0.05), at(w, middle, ridge - 0.05)),
  ];
  builder.object(
    group,
    { name: `${it.tag} Gables`, kind: 'Gable', discipline: 'building' },
    { material: 'corrugated', colour: it.wall, patches: gables, thickness: 2 },
  );
  for (let i = 0; i < 3; i++) {
    const foot = uprightFrame(at(w * (0.25 + 0.25 * i), middle, ridge - 0.1));
    builder.object(
      group,
      { name: `${it.tag} Ventilator ${i + 1}`, kind: 'Ventilator', discipline: 'building' },
      {
        ...LOOKS.galvanised,
        patches: [...drum(foot, 0.45, 0.9), ...drum(uprightFrame(pointIn(foot, 0, 0, 0.9)), 0.65, 0.3, 0.3)],
        thickness: 0.8,
      },
    );
  }
}

function flatRoof(builder: PlantBuilder, parentId: number, it: Building, frame: Frame): void {
  const group = builder.group(parentId, `${it.tag} Roof`, 'Roof');
  const [w, d, h] = [it.width, it.depth, it.height];
  builder.object(
    group,
    { name: `${it.tag} Roof deck`, kind: 'Roof deck', discipline: 'building' },
    {
      material: 'roofing',
      colour: PALETTE.roofGrey,
      patches: [
        quad(
          pointIn(frame, 0.25, 0.25, h - 0.35),
          pointIn(frame, w - 0.25, 0.25, h - 0.35),
          pointIn(frame, w - 0.25, d - 0.25, h - 0.35),
          pointIn(frame, 0.25, d - 0.25, h - 0.35),
        ),
      ],
      thickness: 3,
    },
  );
  parapets(builder, group, it, frame);
  for (let i = 0; i < 4; i++) {
    const unit = uprightFrame(pointIn(frame, w * (0.15 + 0.23 * i), d * (i % 2 === 0 ? 0.35 : 0.62), h - 0.35));
    builder.object(
      group,
      { name: `${it.tag} Air handler ${i + 1}`, kind: 'Air handler', discipline: 'building' },
      {
        material: 'louvre',
        colour: PALETTE.wallGrey,
        patches: box(unit, [-1.3, -0.9, 0.15], [1.3, 0.9, 1.5]),
        thickness: 1,
      },
      { ...LOOKS.galvanised, patches: drum(uprightFrame(pointIn(unit, 0, 0, 1.5)), 0.6, 0.2), thickness: 0.4 },
    );
  }
}

/** Low walls around a flat roof. */
function parapets(builder: PlantBuilder, group: number, it: Building, frame: Frame): void {
  const [w, d, h] = [it.width, it.depth, it.height];
  const walls = [
    [
      [0, 0],
      [w, 0.25],
    ],
    [
      [0, d - 0.25],
      [w, d],
    ],
    [
      [0, 0.25],
      [0.25, d - 0.25],
    ],
    [
      [w - 0.25, 0.25],
      [w, d - 0.25],
    ],
  ] as const;
  walls.forEach(([low, high], i) => {
    builder.object(
      group,
      { name: `${it.tag} Parapet ${i + 1}`, kind: 'Parapet', discipline: 'building' },
      {
        material: 'concrete',
        colour: it.wall,
        patches: box(frame, [low[0], low[1], h - 0.35], [high[0], high[1], h + 0.15], 'tnesw'),
        thickness: 0.5,
      },
    );
  });
}

/** A door or window in one of the long walls. */
interface Opening {
  readonly name: string;
  readonly kind: string;
  readonly look: Look;
  readonly x: number;
  readonly width: number;
  readonly z0: number;
  readonly z1: number;
  readonly isNorth: boolean;
}

/** Doors and windows are 3 cm in front of the wall with a frame, so that the light makes them visible. */
function openings(builder: PlantBuilder, parentId: number, it: Building, frame: Frame): void {
  const group = builder.group(parentId, `${it.tag} Openings`, 'Openings');
  const d = it.depth;
  for (const { name, kind, look, x, width, z0, z1, isNorth } of it.kind === 'shed' ? shutters(it) : windows(it)) {
    const patches = isNorth
      ? box(frame, [x, d, z0], [x + width, d + 0.06, z1], 'tbnew')
      : box(frame, [x, -0.06, z0], [x + width, 0, z1], 'tbsew');
    builder.object(
      group,
      { name: `${it.tag} ${name}`, kind, discipline: 'building' },
      { ...look, patches, thickness: 1 },
    );
  }
}

const DOOR_PAINT: Look = { material: 'paint', colour: PALETTE.door };
const SHUTTER: Look = { material: 'louvre', colour: PALETTE.door };
const GLASS: Look = { material: 'glass', colour: PALETTE.glass };
const sideName = (isNorth: boolean): string => (isNorth ? 'North' : 'South');

/** A shutter every 14 m in both walls. */
function shutters({ width: w, height: h }: Building): Opening[] {
  const count = Math.max(1, Math.floor(w / 14));
  const z1 = Math.min(5, h - 1);
  return Array.from({ length: count }, (_, i) => ((i + 0.5) * w) / count - 2.2).flatMap((x, i) =>
    [false, true].map((isNorth): Opening => {
      const name = `${sideName(isNorth)} shutter ${i + 1}`;
      return { name, kind: 'Roller shutter', look: SHUTTER, x, width: 4.4, z0: 0.3, z1, isNorth };
    }),
  );
}

/** A window every 3.2 m in both walls of each storey, and a door in place of one. */
function windows({ width: w, height: h }: Building): Opening[] {
  const storeys = Math.max(1, Math.floor(h / 3.4));
  const bays = Math.floor(w / 3.2);
  const found: Opening[] = [];
  for (let s = 0; s < storeys; s++)
    for (let i = 0; i < bays; i++)
      for (const isNorth of [false, true]) {
        const at = { x: ((i + 0.5) * w) / bays - 0.9, width: 1.8, isNorth };
        const name = `${sideName(isNorth)} window ${s + 1}.${i + 1}`;
        found.push(
          s === 0 && i === 1 && !isNorth
            ? { ...at, name: 'Door', kind: 'Door', look: DOOR_PAINT, z0: 0.3, z1: 2.5 }
            : { ...at, name, kind: 'Window', look: GLASS, z0: s * 3.4 + 1.2, z1: s * 3.4 + 2.6 },
        );
      }
  return found;
}
