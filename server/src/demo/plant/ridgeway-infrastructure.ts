import { uprightFrame } from '../geometry/frame.ts';
import { box } from '../geometry/solids.ts';
import { building } from './assemblies/buildings.ts';
import { container, fence, lightPole } from './assemblies/yard.ts';
import { LOOKS, type PlantBuilder } from './builder.ts';
import { PALETTE } from './palette.ts';
import { BUILDINGS, GROUND } from './ridgeway-grounds.ts';

/** Buildings, lights, containers, the plot plan and the fence. */
export function infrastructure(builder: PlantBuilder, parent: number): void {
  const buildings = builder.group(parent, 'Buildings', 'Buildings');
  for (const it of BUILDINGS) building(builder, buildings, it);
  const lights = builder.group(parent, 'Lighting', 'Lighting');
  let index = 0;
  for (let x = -105; x <= 125; x += 26) lightPole(builder, lights, ++index, x, -43.6, -90);
  for (let x = -95; x <= 120; x += 36) lightPole(builder, lights, ++index, x, 63.6, -90);
  for (const y of [-98, -74, -22, 2, 26, 46]) lightPole(builder, lights, ++index, 76.4, y, 180);
  const yard = builder.group(parent, 'Container yard', 'Yard');
  const colours = [
    PALETTE.containerRed,
    PALETTE.containerBlue,
    PALETTE.containerGreen,
    PALETTE.containerOrange,
    PALETTE.containerBlue,
    PALETTE.containerRed,
  ];
  colours.forEach((colour, i) =>
    container(
      builder,
      yard,
      `Container ${i + 1}`,
      [-116 + (i % 3) * 0.15, -74 - Math.floor(i / 2) * 3.4, (i % 2) * 2.6],
      0,
      colour,
    ),
  );
  plotPlan(builder, parent);
  fence(
    builder,
    parent,
    [
      [-134, -116, 0],
      [134, -116, 0],
      [134, 112, 0],
      [-134, 112, 0],
    ],
    [
      [-134, -50, 0],
      [134, -50, 0],
    ],
  );
}

/** Slabs of the grounds that are not gravel. */
function plotPlan(builder: PlantBuilder, parent: number): void {
  const pads = builder.group(parent, 'Plot plan', 'Plot plan');
  for (const area of GROUND) {
    if (area.kind === 'gravel') continue;
    const slab = box(
      uprightFrame([0, 0, 0]),
      [area.west, area.south, -0.2],
      [area.east, area.north, area.kind === 'road' ? -0.05 : -0.01],
      'tnesw',
    );
    builder.object(
      pads,
      { name: area.name, kind: 'Slab', discipline: 'civil' },
      {
        ...LOOKS.concrete,
        patches: slab,
        thickness: 8,
        layers: 'cad',
        cadColour: area.kind === 'road' ? [64, 68, 74] : [86, 92, 100],
      },
    );
  }
}
