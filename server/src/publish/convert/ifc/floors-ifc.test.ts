import { expect, test } from 'vitest';
import { itemNamed } from './testing/model-facts.ts';
import { BOX, readMadeIfc } from './testing/read-made-ifc.ts';

/** A storey of the building, in this unit above a placement that is itself 2 and 10 above the origin. */
const ROOF = [
  "#500=IFCBUILDINGSTOREY('0000000000000000000500',$,'Roof',$,$,#512,$,$,.ELEMENT.,99.);",
  "#501=IFCRELAGGREGATES('0000000000000000000501',$,$,$,#3,(#500));",
  '#506=IFCCARTESIANPOINT((2.,0.,10.));',
  '#507=IFCAXIS2PLACEMENT3D(#506,$,$);',
  '#508=IFCLOCALPLACEMENT($,#507);',
  '#510=IFCCARTESIANPOINT((0.,4.,7.5));',
  '#511=IFCAXIS2PLACEMENT3D(#510,$,$);',
  '#512=IFCLOCALPLACEMENT(#508,#511);',
];

test.each([
  ['metre', 1],
  ['millimetre', 0.001],
  ['foot', 0.3048],
] as const)('a storey has its floor where its placement is, in a file in units of a %s', async (unit, metres) => {
  const model = await readMadeIfc({ unit, lines: [...BOX, ...ROOF] });
  const { floor } = model.tree.details(itemNamed(model, 'Roof'));
  [2, 4, 17.5].forEach((value, axis) => expect(floor![axis]).toBeCloseTo(value * metres, 6));
  expect(model.tree.details(itemNamed(model, 'Ground')).floor).toEqual([0, 0, 0]);
  expect(model.tree.details(itemNamed(model, 'Box'))).not.toHaveProperty('floor');
});

test('a floor is turned to true north with its model', async () => {
  const model = await readMadeIfc({ trueNorth: [1, 0], lines: [...BOX, ...ROOF] });
  const { floor } = model.tree.details(itemNamed(model, 'Roof'));
  [-4, 2, 17.5].forEach((value, axis) => expect(floor![axis]).toBeCloseTo(value, 6));
});
