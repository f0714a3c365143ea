import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ecefToLla, llaFromUtm, transformPoint } from '@overlook/shared/maths';
import type { CadModel } from '../cad-model.ts';
import { readIfc } from './read-ifc.ts';
import { aBox, anIfcFile, aStepText } from './testing/made-ifc.ts';
import { boxOfModel, childNames, itemNamed } from './testing/model-facts.ts';

const read = (...made: Parameters<typeof anIfcFile>): Promise<CadModel> => readIfc(anIfcFile(...made), () => {});
const box = aBox({ id: 1000, corner: [10, 20, 30], size: [2, 3, 4] });

/** A property set #2000 on the box #1000 with the given properties, which start at #2010. */
const aSet = (name: string, properties: readonly string[], id = 2000): string[] => [
  `#${id}=IFCPROPERTYSET('${String(id).padStart(22, '0')}',$,'${name}',$,(${properties.map((_, i) => `#${id + 10 + i}`).join()}));`,
  `#${id + 1}=IFCRELDEFINESBYPROPERTIES('${String(id + 1).padStart(22, '0')}',$,$,$,(#1000),#${id});`,
  ...properties.map((property, i) => `#${id + 10 + i}=${property};`),
];
const aSingle = (name: string, value: string, unit = '$') => `IFCPROPERTYSINGLEVALUE('${name}',$,${value},${unit})`;

async function propertiesOf(lines: readonly string[], more: Parameters<typeof aStepText>[0] = {}) {
  const model = await read({ ...more, lines: [...box, ...lines] });
  return model.tree.details(itemNamed(model, 'Box'));
}

describe('units', () => {
  test.each([
    ['metre', 1, 'm'],
    ['millimetre', 0.001, 'mm'],
    ['foot', 0.3048, 'ft'],
    ['inch', 0.0254, 'in'],
  ] as const)('a model in units of a %s comes out in metres', async (unit, metres, symbol) => {
    const model = await read({ unit, lines: [...box, ...aSet('Sizes', [aSingle('Length', 'IFCLENGTHMEASURE(2.)')])] });
    const { low, high } = boxOfModel(model);
    [10, 20, 30].forEach((value, axis) => expect(low[axis]).toBeCloseTo(value * metres, 5));
    [12, 23, 34].forEach((value, axis) => expect(high[axis]).toBeCloseTo(value * metres, 5));
    expect(model.tree.details(itemNamed(model, 'Box')).properties['Sizes']).toEqual({ [`Length (${symbol})`]: 2 });
  });

  test('far from the origin no precision is lost', async () => {
    const lines = aBox({ id: 1000, corner: [458_657.123, 5_438_232.456, 30], size: [0.2, 0.3, 0.4] });
    const { low, high } = boxOfModel(await read({ lines }));
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
    const { properties } = await propertiesOf(
      aSet('Design', [
        aSingle('Flow', 'IFCVOLUMETRICFLOWRATEMEASURE(12.5)'),
        aSingle('Pressure', 'IFCPRESSUREMEASURE(6.)', '#35'),
        aSingle('Temperature', 'IFCTHERMODYNAMICTEMPERATUREMEASURE(300.)'),
      ]),
      { moreUnits },
    );
    expect(properties['Design']).toEqual({ 'Flow (m³/h)': 12.5, 'Pressure (kPa)': 6, Temperature: 300 });
  });
});

describe('properties', () => {
  test('values of every kind are read', async () => {
    const { properties } = await propertiesOf([
      ...aSet('Kinds', [
        aSingle('Text', "IFCLABEL('G\\X2\\00E4\\X0\\nge \\S\\D \\X\\FC')"),
        aSingle('Yes', 'IFCBOOLEAN(.T.)'),
        aSingle('Perhaps', 'IFCLOGICAL(.U.)'),
        aSingle('Nothing', '$'),
        "IFCPROPERTYENUMERATEDVALUE('State',$,(IFCLABEL('NEW'),IFCLABEL('DEMOLISH')),$)",
        "IFCPROPERTYBOUNDEDVALUE('Range',$,IFCLENGTHMEASURE(20.),IFCLENGTHMEASURE(10.),$,$)",
        "IFCPROPERTYBOUNDEDVALUE('At least',$,$,IFCLENGTHMEASURE(10.),$,IFCLENGTHMEASURE(15.))",
        "IFCPROPERTYBOUNDEDVALUE('At most',$,IFCREAL(20.),$,$,$)",
        "IFCPROPERTYLISTVALUE('Widths',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),$)",
        "IFCPROPERTYTABLEVALUE('Curve',$,(IFCREAL(1.),IFCREAL(2.)),(IFCLENGTHMEASURE(5.),IFCLENGTHMEASURE(6.)),$,$,$,$)",
        "IFCCOMPLEXPROPERTY('Motor',$,'Use',(#2010,#2011))",
        "IFCPROPERTYREFERENCEVALUE('Made of',$,$,#2100)",
      ]),
      "#2100=IFCMATERIAL('Steel',$,$);",
    ]);
    expect(properties['Kinds']).toEqual({
      Text: 'Gänge Ä ü',
      Yes: true,
      Perhaps: 'Unknown',
      Nothing: null,
      State: 'NEW, DEMOLISH',
      'Range (m)': '10 to 20',
      'At least (m)': '15 (≥ 10)',
      'At most': '≤ 20',
      'Widths (m)': '1, 2',
      Curve: '1: 5 m, 2: 6 m',
      Motor: 'Text: Gänge Ä ü, Yes: true',
      'Made of': 'Steel',
    });
  });

  test('quantities, types, materials, classifications and systems are converted', async () => {
    const { properties } = await propertiesOf([
      "#2000=IFCELEMENTQUANTITY('0000000000000000002000',$,'Base quantities',$,$,(#2001,#2002));",
      "#2001=IFCQUANTITYLENGTH('Height',$,$,4.,$);",
      "#2002=IFCQUANTITYCOUNT('Bolts',$,$,8.,$);",
      "#2003=IFCRELDEFINESBYPROPERTIES('0000000000000000002003',$,$,$,(#1000),#2000);",
      "#2010=IFCBUILDINGELEMENTPROXYTYPE('0000000000000000002010',$,'Skid A',$,$,(#2011),$,$,$,.NOTDEFINED.);",
      "#2011=IFCPROPERTYSET('0000000000000000002011',$,'Data',$,(#2012,#2013));",
      `#2012=${aSingle('Maker', "IFCLABEL('Acme')")};`,
      `#2013=${aSingle('Colour', "IFCLABEL('grey')")};`,
      "#2014=IFCRELDEFINESBYTYPE('0000000000000000002014',$,$,$,(#1000),#2010);",
      ...aSet('Data', [aSingle('Colour', "IFCLABEL('red')")], 2100),
      "#2200=IFCMATERIAL('Brick',$,$);",
      "#2201=IFCMATERIAL('Plaster',$,$);",
      '#2202=IFCMATERIALLAYER(#2200,0.24,$,$,$,$,$);',
      '#2203=IFCMATERIALLAYER(#2201,0.01,$,$,$,$,$);',
      "#2204=IFCMATERIALLAYERSET((#2203,#2202,#2203),'Wall',$);",
      '#2205=IFCMATERIALLAYERSETUSAGE(#2204,.AXIS2.,.POSITIVE.,0.,$);',
      "#2206=IFCRELASSOCIATESMATERIAL('0000000000000000002206',$,$,$,(#1000),#2205);",
      "#2300=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);",
      "#2301=IFCCLASSIFICATIONREFERENCE($,'Ss_25','Walls',#2300,$,$);",
      "#2302=IFCRELASSOCIATESCLASSIFICATION('0000000000000000002302',$,$,$,(#2010),#2301);",
      "#2400=IFCSYSTEM('0000000000000000002400',$,'Cooling',$,$);",
      "#2401=IFCRELASSIGNSTOGROUP('0000000000000000002401',$,$,$,(#1000),$,#2400);",
    ]);
    expect(properties).toMatchObject({
      Item: { Class: 'IfcBuildingElementProxy', Name: 'Box', Type: 'Skid A', Group: 'Cooling' },
      'Base quantities': { 'Height (m)': 4, Bolts: 8 },
      Material: {
        Material: 'Plaster, Brick',
        'Layer 1': 'Plaster, 0.01 m',
        'Layer 2': 'Brick, 0.24 m',
        'Layer 3': 'Plaster, 0.01 m',
      },
      Classification: { Uniclass: 'Ss_25 Walls' },
    });
    expect(properties['Data']).toEqual({ Maker: 'Acme', Colour: 'red' });
  });

  test('two sets of one name lose no value', async () => {
    const { properties } = await propertiesOf([
      ...aSet('Data', [aSingle('A', "IFCLABEL('1')"), aSingle('B', "IFCLABEL('2')")]),
      ...aSet('Data', [aSingle('B', "IFCLABEL('2')"), aSingle('C', "IFCLABEL('3')")], 2100),
      ...aSet('Data', [aSingle('A', "IFCLABEL('other')")], 2200),
      ...aSet('Twice', [aSingle('X', "IFCLABEL('1')"), aSingle('X', "IFCLABEL('2')")], 2300),
      ...aSet('__proto__', [aSingle('constructor', "IFCLABEL('1')")], 2400),
    ]);
    expect(properties['Data']).toEqual({ A: '1', B: '2', C: '3' });
    expect(properties['Data (2)']).toEqual({ A: 'other' });
    expect(properties['Twice']).toEqual({ X: '1', 'X (2)': '2' });
    expect(Object.entries(properties).find(([tab]) => tab === '__proto__')![1]).toEqual({ constructor: '1' });
  });

  test('tags are the attribute and the properties that are called so, where they have a value', async () => {
    const model = await read({
      lines: [
        ...aBox({ id: 1000, tag: 'P-101' }),
        ...aSet('Data', [
          aSingle('Tag Number', "IFCLABEL('P-101A')"),
          aSingle('AssetTag', "IFCLABEL('AssetTag')"),
          aSingle('AssetIdentifier', "IFCLABEL('N/A')"),
        ]),
      ],
    });
    const { tags, guid } = model.tree.details(itemNamed(model, 'Box'));
    expect([tags, guid]).toEqual([['P-101', 'P-101A'], '0000000000000000001000']);
  });
});

describe('the tree', () => {
  test('names objects without a name, and sorts storeys from below and things by name', async () => {
    const model = await read({
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
    const model = await read({
      lines: [
        ...box.slice(0, -1),
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
    const model = await read({
      lines: [
        ...box,
        "#700=IFCOPENINGELEMENT('0000000000000000000700',$,'Hole',$,$,#20,$,$,.OPENING.);",
        ...aBox({ id: 1100, name: 'Broken' }).filter((line) => !line.startsWith('#1104')),
      ],
    });
    expect(model.tree.names).not.toContain('Hole');
    expect(model.warnings).toEqual(['The shape of one object could not be made: Broken.']);
    expect(boxOfModel(model).low).toEqual([10, 20, 30]);
  });

  test('a file without shapes has items and no parts', async () => {
    const model = await read();
    expect(model.tree.names).toEqual(['Plant', 'Yard', 'Pump house', 'Ground']);
    expect([model.parts, model.geometries, model.toEcef, model.warnings]).toEqual([[], [], null, []]);
  });
});

describe('the place', () => {
  const aMap = (scale: string, crs = 'EPSG:32756', mapUnit = '$') => [
    `#900=IFCPROJECTEDCRS('${crs}',$,$,$,$,$,${mapUnit});`,
    `#901=IFCMAPCONVERSION(#21,#900,334000.,6252000.,50.,1.,0.,${scale});`,
  ];

  test.each(['0.001', '1000.', '1.', '$', '0.0009996'])('millimetres on a map in metres: scale %s', async (scale) => {
    const model = await read({ unit: 'millimetre', lines: [...box, ...aMap(scale)] });
    const place = ecefToLla(transformPoint(model.toEcef!, [0, 0, 0]));
    const sydney = llaFromUtm({ zone: 56, hemisphere: 'S', easting: 334_000, northing: 6_252_000 }, 50);
    expect(place.longitude).toBeCloseTo(sydney.longitude, 8);
    expect(place.latitude).toBeCloseTo(sydney.latitude, 8);
    expect(place.height).toBeCloseTo(50, 3);
  });

  test('a scale that contradicts the units is refused', async () => {
    await expect(read({ unit: 'foot', lines: [...box, ...aMap('0.001')] })).rejects.toThrow(
      '#901 IfcMapConversion: Scale is 0.001, but one unit of length of the project is 0.3048 units of the map; it must be 0.3048 or 1.',
    );
  });

  test('a coordinate system that is not known leaves the place open, with a warning', async () => {
    const model = await read({ lines: [...box, ...aMap('$', 'EPSG:31467')] });
    expect(model.toEcef).toBeNull();
    expect(model.warnings).toEqual([
      'The coordinate system EPSG:31467 is not UTM on WGS 84 or ETRS89: the place of the model must be given with --at.',
    ]);
  });

  test('coordinates outside of UTM leave the place open, with a warning', async () => {
    const lines = aMap('$').map((line) => line.replace('334000.,6252000.', '0.,0.'));
    const model = await read({ lines: [...box, ...lines] });
    expect(model.toEcef).toBeNull();
    expect(model.warnings[0]).toMatch(/E 11 m, N 22 m, which is outside of UTM/);
  });

  test('a model drawn in map coordinates is exact at its position, not at the false origin', async () => {
    const corner = [334_000, 6_252_000, 50] as const;
    const lines = aMap('$').map((line) => line.replace('334000.,6252000.,50.', '0.,0.,0.'));
    const model = await read({ lines: [...aBox({ id: 1000, corner }), ...lines] });
    const place = ecefToLla(transformPoint(model.toEcef!, corner));
    const sydney = llaFromUtm({ zone: 56, hemisphere: 'S', easting: corner[0], northing: corner[1] }, 50);
    expect(place.longitude).toBeCloseTo(sydney.longitude, 10);
    expect(place.latitude).toBeCloseTo(sydney.latitude, 10);
    expect(place.height).toBeCloseTo(50, 5);
  });

  test('IFC2X3 states the same in property sets', async () => {
    const sets = [
      ...aSet('ePset_MapConversion', [
        aSingle('Eastings', 'IFCLENGTHMEASURE(334000.)'),
        aSingle('Northings', 'IFCLENGTHMEASURE(6252000.)'),
        aSingle('OrthogonalHeight', 'IFCLENGTHMEASURE(50.)'),
      ]),
      ...aSet('ePset_ProjectedCRS', [aSingle('Name', "IFCLABEL('WGS 84 / UTM zone 56S')")], 2100),
    ].map((line) => line.replace('(#1000)', '(#2)'));
    const model = await read({ schema: 'IFC2X3', lines: sets });
    const place = ecefToLla(transformPoint(model.toEcef!, [0, 0, 0]));
    const sydney = llaFromUtm({ zone: 56, hemisphere: 'S', easting: 334_000, northing: 6_252_000 }, 50);
    expect([place.longitude, place.latitude]).toEqual([
      expect.closeTo(sydney.longitude, 9),
      expect.closeTo(sydney.latitude, 9),
    ]);
  });

  test('without a map, true north becomes the y axis', async () => {
    // North is where the file's x axis points: the box from x 10 to 12, y 20 to 23 is turned a quarter to the left.
    const { low, high } = boxOfModel(await read({ lines: box, trueNorth: [1, 0] }));
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
    await expect(read(text)).rejects.toThrow(message);
  });

  test('one with a unit without elements', async () => {
    const moreUnits = ["#34=IFCCONVERSIONBASEDUNIT($,.TIMEUNIT.,'HOUR',#35);"];
    await expect(read({ lines: box, moreUnits })).rejects.toThrow('#34: The unit HOUR does not state its elements.');
  });

  test('one that is cut off at any place', async () => {
    const text = aStepText({ lines: box });
    for (const length of [text.length - 5, Math.floor(text.length / 2), 40]) {
      await expect(read(text.slice(0, length))).rejects.toThrow(
        `byte ${length}: The file is cut off: END-ISO-10303-21 is missing at its end.`,
      );
    }
    await expect(read({ end: 'END-ISO-10303-21;' })).rejects.toThrow('ENDSEC is missing at the end of its data.');
  });

  test('marks, comments and blanks around a file do no harm', async () => {
    const file = anIfcFile({ lines: box });
    writeFileSync(file, `\uFEFF/* by hand */\n${readFileSync(file, 'utf8')}`);
    appendFileSync(file, '\n/* the end */\n\n');
    expect((await readIfc(file, () => {})).parts).toHaveLength(1);
  });
});

describe('attributes without a value', () => {
  const plant = {
    unit: 'millimetre',
    lines: [
      ...aBox({ id: 1000, name: 'Tank', corner: [10, 20, 30], size: [2, 3, 4] }),
      ...aSet('Sizes', [aSingle('Length', 'IFCLENGTHMEASURE(2.)')]),
    ],
  } as const;
  const facts = async (text: string) => {
    const model = await read(text);
    const tank = itemNamed(model, 'Tank');
    return {
      box: boxOfModel(model),
      names: model.tree.names,
      parents: [...model.tree.parents],
      details: model.tree.details(tank),
      warnings: model.warnings,
    };
  };

  test('written as asterisks lose neither shape nor name nor properties', async () => {
    const text = aStepText(plant);
    const starred = text.replaceAll('$', '*');
    expect(starred).not.toBe(text);
    expect(await facts(starred)).toEqual(await facts(text));
  });

  test('that are derived are read written either way', async () => {
    const text = aStepText(plant);
    expect(await facts(text.replace('IFCSIUNIT(*', 'IFCSIUNIT($'))).toEqual(await facts(text));
  });
});
