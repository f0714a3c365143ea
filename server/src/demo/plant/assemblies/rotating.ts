import { type Vec3, add } from '@overlook/shared/maths';
import { type Frame, pointIn, uprightFrame } from '../../geometry/frame.ts';
import { box, disc, drum, ringPlate, rod, side } from '../../geometry/solids.ts';
import { LOOKS, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import { flange, gateValve } from './nozzle.ts';
import { pipeLine } from './pipework.ts';

/** A process pump with its motor on a plinth; the shaft points along `axisDeg`. Returns its discharge flange. */
function pump(
  builder: PlantBuilder,
  parentId: number,
  tag: string,
  service: string,
  east: number,
  north: number,
  axisDeg: number,
): Vec3 {
  const group = builder.group(parentId, `${tag} ${service}`, 'Pump', [tag]);
  const base = uprightFrame([east, north, 0], (axisDeg * Math.PI) / 180);
  const along = (x: number, z: number): Frame => ({ origin: pointIn(base, x, 0, z), x: base.y, y: base.z, z: base.x });
  const spec = (part: string) => ({ name: `${tag} ${part}`, kind: part, discipline: 'rotating' as const });
  const green = { material: 'paint', colour: PALETTE.motorGreen } as const;
  const blue = { material: 'paint', colour: PALETTE.motorBlue } as const;
  builder.object(
    group,
    { ...spec('Plinth'), discipline: 'civil' },
    { ...LOOKS.concrete, patches: box(base, [-1.5, -0.6, 0], [1.5, 0.6, 0.3], 'tnesw'), thickness: 0.3 },
  );
  builder.object(group, spec('Baseplate'), {
    ...LOOKS.steel,
    patches: box(base, [-1.4, -0.45, 0.3], [1.4, 0.45, 0.42], 'tnesw'),
    thickness: 0.15,
  });
  builder.object(group, spec('Motor'), { ...blue, patches: drum(along(-1.3, 0.85), 0.34, 1.15), thickness: 0.6 });
  builder.object(group, spec('Motor fins'), {
    ...blue,
    patches: [0.15, 0.35, 0.55, 0.75, 0.95].flatMap((z) => ringPlate(along(-1.3, 0.85), z, 0.34, 0.4, 0.05)),
    thickness: 0.08,
  });
  builder.object(group, spec('Terminal box'), {
    ...blue,
    patches: box(base, [-0.95, 0.3, 0.8], [-0.6, 0.52, 1.1]),
    thickness: 0.2,
  });
  builder.object(group, spec('Coupling guard'), {
    ...LOOKS.rail,
    patches: drum(along(-0.1, 0.85), 0.2, 0.45),
    thickness: 0.3,
  });
  builder.object(group, spec('Casing'), {
    ...green,
    patches: [...drum(along(0.4, 0.85), 0.5, 0.4), ...drum(along(0.8, 0.85), 0.2, 0.35)],
    thickness: 0.5,
  });
  const discharge = pointIn(base, 0.6, 0, 1.75);
  builder.object(group, spec('Discharge'), {
    ...green,
    patches: [...rod(pointIn(base, 0.6, 0, 1.2), discharge, 0.12), ...flange(discharge, [0, 0, 1], 0.12)],
    thickness: 0.2,
  });
  return discharge;
}

/** A pump whose discharge climbs through a valve to `to` (site points). */
export function pumpedLine(
  builder: PlantBuilder,
  equipmentId: number,
  pipingId: number,
  it: { tag: string; service: string; east: number; north: number; axisDeg: number; to: readonly Vec3[] },
): void {
  const start = pump(builder, equipmentId, it.tag, it.service, it.east, it.north, it.axisDeg);
  const number = it.tag.replace('P-', 'PD-');
  const look = { material: 'paint', colour: PALETTE.pipeGrey } as const;
  const valve = add(start, [0, 0, 0.9]);
  pipeLine(builder, pipingId, {
    number,
    look,
    radius: 0.11,
    service: it.service,
    points: [add(start, [0, 0, 0.07]), [start[0], start[1], it.to[0]![2]], ...it.to],
  });
  gateValve(builder, pipingId, `HV-${it.tag.slice(2)}`, valve, [0, 0, 1], [0, -1, 0], 0.14);
}

/** An induced-draught cooling tower: cells in a row eastwards with a fan stack each. Metres. */
export interface CoolingTower {
  readonly tag: string;
  readonly west: number;
  readonly south: number;
  readonly cells: number;
  readonly cell: number;
  readonly height: number;
}

export function coolingTower(builder: PlantBuilder, parentId: number, it: CoolingTower): void {
  const group = builder.group(parentId, `${it.tag} Cooling tower`, 'Cooling tower', [it.tag]);
  for (let i = 0; i < it.cells; i++) {
    const cell = builder.group(group, `${it.tag} Cell ${i + 1}`, 'Cell');
    const frame = uprightFrame([it.west + i * it.cell, it.south, 0]);
    const spec = (part: string) => ({
      name: `${it.tag} ${part} ${i + 1}`,
      kind: part,
      discipline: 'building' as const,
    });
    const [c, h] = [it.cell, it.height];
    builder.object(
      cell,
      { ...spec('Basin'), discipline: 'civil' },
      { ...LOOKS.concrete, patches: box(frame, [-0.4, -0.6, 0], [c + 0.4, c + 0.6, 1], 'tnesw'), thickness: 1 },
    );
    builder.object(cell, spec('Louvres'), {
      material: 'louvre',
      colour: PALETTE.cream,
      patches: box(frame, [0, 0, 1], [c, c, h * 0.52], 'nesw'),
      thickness: 3,
    });
    builder.object(cell, spec('Casing'), {
      material: 'corrugated',
      colour: PALETTE.cream,
      patches: box(frame, [0, -0.15, h * 0.52], [c, c + 0.15, h], 'tbnesw'),
      thickness: 3,
    });
    const centre = uprightFrame(pointIn(frame, c / 2, c / 2, h));
    const r = c * 0.36;
    const stack = [
      side(centre, r * 1.12, 0, r * 0.94, 1.6),
      side(centre, r * 0.94, 1.6, r, 3.2),
      disc(centre, 3.2, r, r - 0.12),
      side(centre, r - 0.12, 3.2, r - 0.18, 0.6),
      disc(centre, 0.6, r - 0.18),
    ];
    builder.object(cell, spec('Fan stack'), { material: 'paint', colour: PALETTE.cream, patches: stack, thickness: 2 });
    const blades = Array.from({ length: 6 }, (_, k) => {
      const blade = uprightFrame(pointIn(centre, 0, 0, 1.7), (k * Math.PI) / 3);
      return box(blade, [0.4, -0.3, 0], [r - 0.3, 0.3, 0.06]);
    }).flat();
    builder.object(
      cell,
      { ...spec('Fan'), discipline: 'rotating' },
      { ...LOOKS.galvanised, patches: [...blades, ...drum(centre, 0.5, 2)], thickness: 0.5 },
    );
  }
}
