import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { llaFromEcef, transformPoint } from '@overlook/shared/maths';
import { llaFromUtm } from '@overlook/shared/maths/testing';
import { readIfc } from './read-ifc.ts';
import { aBox, anIfcFile, aStepText } from './testing/made-ifc.ts';
import { boxOfModel, childNames, itemNamed } from './testing/model-facts.ts';
import { aPropertySet, aSingleValue, BOX, detailsOfBox, readMadeIfc } from './testing/read-made-ifc.ts';

describe('units', () => {
  test.each([
    ['metre', 1, 'm'],
    ['millimetre', 0.001, 'mm'],
    ['foot', 0.3048, 'ft'],
    ['inch', 0.0254, 'in'],
  ] as const)('a model in units of a %s comes out in metres', async (unit, metres, symbol) => {
    const model = await readMadeIfc({
      unit,
      lines: [...BOX, ...aPropertySet('Sizes', [aSingleValue('Length', 'IFCLENGTHMEASURE(2.)')])],
    });
    const { low, high } = boxOfModel(model);
    [10, 20, 30].forEach((value, axis) => expect(low[axis]).toBeCloseTo(value * metres, 5));
    [12, 23, 34].forEach((value, axis) => expect(high[axis]).toBeCloseTo(value * metres, 5));
    expect(model.tree.details(itemNamed(model, 'Box')).properties['Sizes']).toEqual({ [`Length (${symbol})`]: 2 });
  });

  test('far from the origin no precision is lost', async () => {
    const lines = aBox({ id: 1000, corner: [458_657.123, 5_438_232.456, 30], size: [0.2, 0.3, 0.4] });
    const { low, high } = boxOfModel(await readMadeIfc({ lines }));
    [458_657.123, 5_438_232.456, 30].forEach((value, axis) => expect(low[axis]).toBeCloseTo(value, 5));
    [458_657.323, 5_438_232.756, 30.4].forEach((value, axis) => expect(high[axis]).toBeCloseTo(value, 5));
  });

  test('properties have the unit that they state, else the one of the project', async () => {
    const moreUnits = [
      '#30=IFCDERIVEDUNIT((#31,#32),.VOLUMETRICFLOWRATEUNIT.,$);',
      '#31=IFCDERIVEDUNITELEMENT(#33,1);',
      '#32=IFCDERIVEDUNITELEMENT(#34,-1);',
      '#33=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);',
      "#34=IFCCONVERSIONBASEDUNIT(#36,.TIMEUNIT.,'HOUR',#37);",
      '#36=IFCDIMENSIONALEXPONENTS(0,0,1,0,0,0,0);',
      '#37=IFCMEASUREWITHUNIT(IFCTIMEMEASURE(3600.),#38);',
      '#38=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);',
      '#35=IFCSIUNIT(*,.PRESSUREUNIT.,.KILO.,.PASCAL.);',
    ];
    const { properties } = await detailsOfBox(
      aPropertySet('Design', [
        aSingleValue('Flow', 'IFCVOLUMETRICFLOWRATEMEASURE(12.5)'),
        aSingleValue('Pressure', 'IFCPRESSUREMEASURE(6.)', '#35'),
        aSingleValue('Temperature', 'IFCTHERMODYNAMICTEMPERATUREMEASURE(300.)'),
      ]),
      { moreUnits },
    );
    expect(properties['Design']).toEqual({ 'Flow (m³/h)': 12.5, 'Pressure (kPa)': 6, Temperature: 300 });
  });
});

describe('the tree', () => {
  test('names objects without a name, and sorts storeys from below and things by name', async () => {
    const model = await readMadeIfc({
      lines: [
        ...aBox({ id: 1000, name: 'Pipe 10' }),
        ...aBox({ id: 1100, name: 'Pipe 9' }),
        ...aBox({ id: 1200, name: null }),
        "#500=IFCBUILDINGSTOREY('0000000000000000000500',$,'Roof',$,$,#20,$,$,.ELEMENT.,9.);",
        "#501=IFCBUILDINGSTOREY('0000000000000000000501',$,'Cellar',$,$,#20,$,$,.ELEMENT.,-3.);",
        "#502=IFCRELAGGREGATES('0000000000000000000502',$,$,$,#3,(#500,#501));",
      ],
    });
    expect(childNames(model, itemNamed(model, 'Pump house'))).toEqual(['Cellar', 'Ground', 'Roof']);
    expect(childNames(model, itemNamed(model, 'Ground'))).toEqual([
      'IfcBuildingElementProxy #1200',
      'Pipe 9',
      'Pipe 10',
    ]);
  });

  test('has a group for unrelated objects, and survives parts that contain each other', async () => {
    const loose = ['A', 'B', 'C'].map(
      (name, i) => `#${600 + i}=IFCELEMENTASSEMBLY('000000000000000000060${i}',$,'${name}',$,$,#20,$,$,$,$);`,
    );
    const model = await readMadeIfc({
      lines: [
        ...BOX.slice(0, -1),
        ...loose,
        "#610=IFCRELAGGREGATES('0000000000000000000610',$,$,$,#600,(#601));",
        "#611=IFCRELAGGREGATES('0000000000000000000611',$,$,$,#601,(#602));",
        "#612=IFCRELAGGREGATES('0000000000000000000612',$,$,$,#602,(#600));",
      ],
    });
    const outside = itemNamed(model, 'Not in the spatial structure');
    expect(model.tree.parents[outside]).toBe(-1);
    expect(model.tree.details(outside)).toEqual({ properties: {} });
    expect(childNames(model, outside)).toEqual(['Box', 'A']);
    expect(childNames(model, itemNamed(model, 'A'))).toEqual(['B']);
    expect(childNames(model, itemNamed(model, 'B'))).toEqual(['C']);
    expect(model.warnings).toEqual([
      '3 objects are parts of each other in a circle (first: A); they are under “Not in the spatial structure”.',
    ]);
    expect(model.parts.map(({ item }) => item)).toEqual(Array(model.parts.length).fill(itemNamed(model, 'Box')));
  });

  test('an opening is no item, and a shape that cannot be made is a warning', async () => {
    const model = await readMadeIfc({
      lines: [
        ...BOX,
        "#700=IFCOPENINGELEMENT('0000000000000000000700',$,'Hole',$,$,#20,$,$,.OPENING.);",
        ...aBox({ id: 1100, name: 'Broken' }).filter((line) => !line.startsWith('#1104')),
      ],
    });
    expect(model.tree.names).not.toContain('Hole');
    expect(model.warnings).toEqual(['The shape of one object could not be made: Broken.']);
    expect(boxOfModel(model).low).toEqual([10, 20, 30]);
  });

  test('a file without shapes has items and no parts', async () => {
    const model = await readMadeIfc();
    expect(model.tree.names).toEqual(['Plant', 'Yard', 'Pump house', 'Ground']);
    expect([model.parts, model.geometries, model.toEcef, model.warnings]).toEqual([[], [], null, []]);
  });
});

describe('the place', () => {
  const aMap = (scale: string, crs = 'EPSG:32756', mapUnit = '$') => [
    `#900=IFCPROJECTEDCRS('${crs}',$,$,'Ellipsoid',$,$,${mapUnit});`,
    `#901=IFCMAPCONVERSION(#21,#900,334000.,6252000.,50.,1.,0.,${scale});`,
  ];

  test.each(['0.001', '1000.', '1.', '$', '0.0009996'])('millimetres on a map in metres: scale %s', async (scale) => {
    const model = await readMadeIfc({ unit: 'millimetre', lines: [...BOX, ...aMap(scale)] });
    const place = llaFromEcef(transformPoint(model.toEcef!, [0, 0, 0]));
    const sydney = llaFromUtm({ zone: 56, hemisphere: 'S', easting: 334_000, northing: 6_252_000 }, 50);
    expect(place.longitude).toBeCloseTo(sydney.longitude, 8);
    expect(place.latitude).toBeCloseTo(sydney.latitude, 8);
    expect(place.height).toBeCloseTo(50, 3);
  });

  test('a scale that contradicts the units is refused', async () => {
    await expect(readMadeIfc({ unit: 'foot', lines: [...BOX, ...aMap('0.001')] })).rejects.toThrow(
      '#901 IfcMapConversion: Scale is 0.001, but one unit of length of the project is 0.3048 units of the map; it must be 0.3048 or 1.',
    );
  });

  test('a coordinate system that is not known leaves the place open, with a warning', async () => {
    const model = await readMadeIfc({ lines: [...BOX, ...aMap('$', 'EPSG:31470')] });
    expect(model.toEcef).toBeNull();
    expect(model.warnings).toEqual([
      'The coordinate system of its map cannot be used. EPSG:31470 is not a coordinate system that is known here. It lies where --at puts it.',
    ]);
  });

  test('coordinates outside of UTM leave the place open, with a warning', async () => {
    const lines = aMap('$').map((line) => line.replace('334000.,6252000.', '0.,0.'));
    const model = await readMadeIfc({ lines: [...BOX, ...lines] });
    expect(model.toEcef).toBeNull();
    expect(model.warnings[0]).toMatch(/E 11 m, N 22 m, which is outside of the area of WGS 84 \/ UTM zone 56S/);
  });

  test('a model drawn in map coordinates is exact at its position, not at the false origin', async () => {
    const corner = [334_000, 6_252_000, 50] as const;
    const lines = aMap('$').map((line) => line.replace('334000.,6252000.,50.', '0.,0.,0.'));
    const model = await readMadeIfc({ lines: [...aBox({ id: 1000, corner }), ...lines] });
    const place = llaFromEcef(transformPoint(model.toEcef!, corner));
    const sydney = llaFromUtm({ zone: 56, hemisphere: 'S', easting: corner[0], northing: corner[1] }, 50);
    expect(place.longitude).toBeCloseTo(sydney.longitude, 10);
    expect(place.latitude).toBeCloseTo(sydney.latitude, 10);
    expect(place.height).toBeCloseTo(50, 5);
  });

  test('IFC2X3 states the same in property sets', async () => {
    const sets = [
      ...aPropertySet('ePset_MapConversion', [
        aSingleValue('Eastings', 'IFCLENGTHMEASURE(334000.)'),
        aSingleValue('Northings', 'IFCLENGTHMEASURE(6252000.)'),
        aSingleValue('OrthogonalHeight', 'IFCLENGTHMEASURE(50.)'),
      ]),
      ...aPropertySet('ePset_ProjectedCRS', [aSingleValue('Name', "IFCLABEL('WGS 84 / UTM zone 56S')")], 2100),
    ].map((line) => line.replace('(#1000)', '(#2)'));
    const model = await readMadeIfc({ schema: 'IFC2X3', lines: sets });
    const place = llaFromEcef(transformPoint(model.toEcef!, [0, 0, 0]));
    const sydney = llaFromUtm({ zone: 56, hemisphere: 'S', easting: 334_000, northing: 6_252_000 }, 50);
    expect([place.longitude, place.latitude]).toEqual([
      expect.closeTo(sydney.longitude, 9),
      expect.closeTo(sydney.latitude, 9),
    ]);
  });

  test('without a map, true north becomes the y axis', async () => {
    // North is where the file's x axis points: the box from x 10 to 12, y 20 to 23 is turned a quarter to the left.
    const { low, high } = boxOfModel(await readMadeIfc({ lines: BOX, trueNorth: [1, 0] }));
    expect(low).toEqual([-23, 10, 30]);
    expect(high).toEqual([-20, 12, 34]);
  });
});

describe('files that are refused', () => {
  test.each([
    ['is empty', '', 'byte 0: The file is empty.'],
    [
      'is a zip archive',
      'PK\u0003\u0004',
      'byte 0: This is a zip archive; name it .ifczip, or unpack the IFC file in it.',
    ],
    ['is XML', '<?xml version="1.0"?><ifcXML/>', 'byte 0: This is XML; export the model as IFC text (.ifc) instead.'],
    ['is something else', 'solid cube', 'byte 0: This is not an IFC file: it does not begin with ISO-10303-21.'],
    [
      'is of an old schema',
      aStepText({ schema: 'IFC2X2_FINAL' }),
      'FILE_SCHEMA: IFC2X2_FINAL cannot be read; IFC2X3, IFC4 and IFC4X3 can.',
    ],
    [
      'has no schema',
      aStepText().replace(/^FILE_SCHEMA.*$/m, ''),
      'FILE_SCHEMA: The header does not say which schema the file follows.',
    ],
  ])('one that %s', async (_, text, message) => {
    await expect(readMadeIfc(text)).rejects.toThrow(message);
  });

  test('one with a unit without elements', async () => {
    const moreUnits = ["#34=IFCCONVERSIONBASEDUNIT($,.TIMEUNIT.,'HOUR',#35);"];
    await expect(readMadeIfc({ lines: BOX, moreUnits })).rejects.toThrow(
      '#34: The unit HOUR does not state its elements.',
    );
  });

  test('one that is cut off at any place', async () => {
    const text = aStepText({ lines: BOX });
    for (const length of [text.length - 5, Math.floor(text.length / 2), 40]) {
      await expect(readMadeIfc(text.slice(0, length))).rejects.toThrow(
        `byte ${length}: The file is cut off: END-ISO-10303-21 is missing at its end.`,
      );
    }
    await expect(readMadeIfc({ end: 'END-ISO-10303-21;' })).rejects.toThrow(
      'ENDSEC is missing at the end of its data.',
    );
  });

  test('marks, comments and blanks around a file do no harm', async () => {
    const file = anIfcFile({ lines: BOX });
    writeFileSync(file, `\uFEFF/* by hand */\n${readFileSync(file, 'utf8')}`);
    appendFileSync(file, '\n/* the end */\n\n');
    expect((await readIfc(file, () => {})).parts).toHaveLength(1);
  });
});
