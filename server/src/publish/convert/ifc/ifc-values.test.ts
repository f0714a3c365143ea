import { describe, expect, test } from 'vitest';
import { scalarOf } from './ifc-values.ts';
import { aBox, aStepText } from './testing/made-ifc.ts';
import { boxOfModel, itemNamed } from './testing/model-facts.ts';
import { aPropertySet, aSingleValue, detailsOfBox, readMadeIfc } from './testing/read-made-ifc.ts';

describe('properties', () => {
  test('values of every kind are read', async () => {
    const { properties } = await detailsOfBox([
      ...aPropertySet('Kinds', [
        aSingleValue('Text', "IFCLABEL('G\\X2\\00E4\\X0\\nge \\S\\D \\X\\FC')"),
        aSingleValue('Yes', 'IFCBOOLEAN(.T.)'),
        aSingleValue('Perhaps', 'IFCLOGICAL(.U.)'),
        aSingleValue('Nothing', '$'),
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
    const { properties } = await detailsOfBox([
      "#2000=IFCELEMENTQUANTITY('0000000000000000002000',$,'Base quantities',$,$,(#2001,#2002));",
      "#2001=IFCQUANTITYLENGTH('Height',$,$,4.,$);",
      "#2002=IFCQUANTITYCOUNT('Bolts',$,$,8.,$);",
      "#2003=IFCRELDEFINESBYPROPERTIES('0000000000000000002003',$,$,$,(#1000),#2000);",
      "#2010=IFCBUILDINGELEMENTPROXYTYPE('0000000000000000002010',$,'Skid A',$,$,(#2011),$,$,$,.NOTDEFINED.);",
      "#2011=IFCPROPERTYSET('0000000000000000002011',$,'Data',$,(#2012,#2013));",
      `#2012=${aSingleValue('Maker', "IFCLABEL('Acme')")};`,
      `#2013=${aSingleValue('Colour', "IFCLABEL('grey')")};`,
      "#2014=IFCRELDEFINESBYTYPE('0000000000000000002014',$,$,$,(#1000),#2010);",
      ...aPropertySet('Data', [aSingleValue('Colour', "IFCLABEL('red')")], 2100),
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
    const { properties } = await detailsOfBox([
      ...aPropertySet('Data', [aSingleValue('A', "IFCLABEL('1')"), aSingleValue('B', "IFCLABEL('2')")]),
      ...aPropertySet('Data', [aSingleValue('B', "IFCLABEL('2')"), aSingleValue('C', "IFCLABEL('3')")], 2100),
      ...aPropertySet('Data', [aSingleValue('A', "IFCLABEL('other')")], 2200),
      ...aPropertySet('Twice', [aSingleValue('X', "IFCLABEL('1')"), aSingleValue('X', "IFCLABEL('2')")], 2300),
      ...aPropertySet('__proto__', [aSingleValue('constructor', "IFCLABEL('1')")], 2400),
    ]);
    expect(properties['Data']).toEqual({ A: '1', B: '2', C: '3' });
    expect(properties['Data (2)']).toEqual({ A: 'other' });
    expect(properties['Twice']).toEqual({ X: '1', 'X (2)': '2' });
    expect(Object.entries(properties).find(([tab]) => tab === '__proto__')![1]).toEqual({ constructor: '1' });
  });

  test('tags are the attribute and the properties that are called so, where they have a value', async () => {
    const model = await readMadeIfc({
      lines: [
        ...aBox({ id: 1000, tag: 'P-101' }),
        ...aPropertySet('Data', [
          aSingleValue('Tag Number', "IFCLABEL('P-101A')"),
          aSingleValue('AssetTag', "IFCLABEL('AssetTag')"),
          aSingleValue('AssetIdentifier', "IFCLABEL('N/A')"),
        ]),
      ],
    });
    const { tags, guid } = model.tree.details(itemNamed(model, 'Box'));
    expect([tags, guid]).toEqual([['P-101', 'P-101A'], '0000000000000000001000']);
  });
});

describe('attributes without a value', () => {
  const plant = {
    unit: 'millimetre',
    lines: [
      ...aBox({ id: 1000, name: 'Tank', corner: [10, 20, 30], size: [2, 3, 4] }),
      ...aPropertySet('Sizes', [aSingleValue('Length', 'IFCLENGTHMEASURE(2.)')]),
    ],
  } as const;
  const facts = async (text: string) => {
    const model = await readMadeIfc(text);
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

test('properties that contain each other end', async () => {
  const { properties } = await detailsOfBox(aPropertySet('Loop', ["IFCCOMPLEXPROPERTY('Motor',$,'Use',(#2010))"]));
  const { Motor } = properties['Loop'] as { Motor: string };
  expect(Motor).toMatch(/^(Motor: ){8}$/);
});

test.each([
  [{ value: -0, type: 4 }, 0],
  [{ value: Infinity, type: 4 }, null],
  [{ value: 7, type: 5 }, null],
  [{ value: ' A ', type: 1 }, 'A'],
  [{ value: null, name: 'IFCLOGICAL' }, 'Unknown'],
  [[{ value: 1 }], null],
  [true, true],
  [undefined, null],
])('the plain value of %j is %j', (attribute, value) => {
  expect(scalarOf(attribute)).toBe(value);
});
