import { describe, expect, test } from 'vitest';
import { bakeParts } from '../tiles/tile-mesh.ts';
import { type MeshFacts, meshFacts } from '../tiles/testing/mesh-facts.ts';
import { readMadeIfc } from './testing/read-made-ifc.ts';

/** An L of 4 × 3 metres, 6 m² and 2 m high, as shape #1010 of a map #1011. */
const L_PRISM = [
  '#1000=IFCCARTESIANPOINT((0.,0.));',
  '#1001=IFCCARTESIANPOINT((4.,0.));',
  '#1002=IFCCARTESIANPOINT((4.,1.));',
  '#1003=IFCCARTESIANPOINT((1.,1.));',
  '#1004=IFCCARTESIANPOINT((1.,3.));',
  '#1005=IFCCARTESIANPOINT((0.,3.));',
  '#1006=IFCPOLYLINE((#1000,#1001,#1002,#1003,#1004,#1005,#1000));',
  '#1007=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#1006);',
  '#1008=IFCDIRECTION((0.,0.,1.));',
  '#1009=IFCEXTRUDEDAREASOLID(#1007,#17,#1008,2.);',
  "#1010=IFCSHAPEREPRESENTATION(#21,'Body','SweptSolid',(#1009));",
  '#1011=IFCREPRESENTATIONMAP(#17,#1010);',
  '#1012=IFCDIRECTION((1.,0.,0.));',
  '#1013=IFCDIRECTION((-1.,0.,0.));',
  '#1014=IFCDIRECTION((0.,1.,0.));',
];

/** An element that shows a map by an operator of these axes; its lines begin at `id`. */
function aMapped(id: number, name: string, { x = '#1012', scale = '1.', map = '#1011' } = {}): string[] {
  return [
    `#${id}=IFCCARTESIANTRANSFORMATIONOPERATOR3D(${x},#1014,#16,${scale},#1008);`,
    `#${id + 1}=IFCMAPPEDITEM(${map},#${id});`,
    `#${id + 2}=IFCSHAPEREPRESENTATION(#21,'Body','MappedRepresentation',(#${id + 1}));`,
    `#${id + 3}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 2}));`,
    `#${id + 4}=IFCBUILDINGELEMENTPROXY('${String(id).padStart(22, '0')}',$,'${name}',$,$,#20,#${id + 3},$,$);`,
    `#${id + 5}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${String(id + 5).padStart(22, '0')}',$,$,$,(#${id + 4}),#4);`,
  ];
}
const MIRRORED = { x: '#1013' };

async function factsByName(lines: string[]): Promise<Record<string, MeshFacts>> {
  const { parts, geometries, tree } = await readMadeIfc({ lines: [...L_PRISM, ...lines] });
  return Object.fromEntries(
    parts.map((part) => [tree.names[part.item]!, meshFacts(bakeParts([part], geometries, [0, 0, 0]))]),
  );
}

describe('mirrored places of a shape', () => {
  const SOLID = { volume: 12, agreeing: 1 };

  test.each([
    ['before the plain one', ['a', 'b']],
    ['after the plain one', ['b', 'a']],
  ] as const)('are solid, %s', async (_, [mirrored, plain]) => {
    const facts = await factsByName([...aMapped(1100, mirrored, MIRRORED), ...aMapped(1110, plain)]);
    expect(facts).toEqual({ a: SOLID, b: SOLID });
  });

  test('are solid, two of them beside two plain ones', async () => {
    const facts = await factsByName([
      ...aMapped(1100, 'a', MIRRORED),
      ...aMapped(1110, 'b', MIRRORED),
      ...aMapped(1120, 'c'),
      ...aMapped(1130, 'd', { ...MIRRORED, scale: '2.' }),
      ...aMapped(1140, 'e'),
    ]);
    expect(facts).toEqual({ a: SOLID, b: SOLID, c: SOLID, d: { volume: 96, agreeing: 1 }, e: SOLID });
  });

  test('are solid in a map of a map, mirrored once and twice', async () => {
    const facts = await factsByName([
      ...aMapped(1100, 'inner', MIRRORED),
      '#1200=IFCREPRESENTATIONMAP(#17,#1102);',
      ...aMapped(1210, 'once', { map: '#1200' }),
      ...aMapped(1220, 'twice', { ...MIRRORED, map: '#1200' }),
    ]);
    expect(facts).toEqual({ inner: SOLID, once: SOLID, twice: SOLID });
  });

  test('are solid with an opening', async () => {
    const opening = (id: number, of: number, x: string) => [
      `#${id}=IFCCARTESIANPOINT((${x},0.5,0.5));`,
      `#${id + 1}=IFCAXIS2PLACEMENT3D(#${id},$,$);`,
      `#${id + 2}=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,4.);`,
      `#${id + 3}=IFCEXTRUDEDAREASOLID(#${id + 2},#${id + 1},#1008,1.);`,
      `#${id + 4}=IFCSHAPEREPRESENTATION(#21,'Body','SweptSolid',(#${id + 3}));`,
      `#${id + 5}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 4}));`,
      `#${id + 6}=IFCOPENINGELEMENT('${String(id).padStart(22, '0')}',$,$,$,$,#20,#${id + 5},$,$);`,
      `#${id + 7}=IFCRELVOIDSELEMENT('${String(id + 7).padStart(22, '0')}',$,$,$,#${of},#${id + 6});`,
    ];
    const facts = await factsByName([
      ...aMapped(1100, 'mirrored', MIRRORED),
      ...aMapped(1110, 'plain'),
      ...opening(1300, 1104, '-2.5'),
      ...opening(1310, 1114, '2.5'),
    ]);
    expect(facts).toEqual({ mirrored: { volume: 11, agreeing: 1 }, plain: { volume: 11, agreeing: 1 } });
  });
});
