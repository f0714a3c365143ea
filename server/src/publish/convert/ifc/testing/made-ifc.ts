import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Units of length as lines whose first is `#10`. */
const UNITS = {
  metre: ['#10=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);'],
  millimetre: ['#10=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);'],
  foot: [
    "#10=IFCCONVERSIONBASEDUNIT(#12,.LENGTHUNIT.,'FOOT',#13);",
    '#11=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);',
    '#12=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);',
    '#13=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.3048),#11);',
  ],
  /** 25.4 millimetres, not 0.0254 metres. */
  inch: [
    "#10=IFCCONVERSIONBASEDUNIT(#12,.LENGTHUNIT.,'INCH',#13);",
    '#11=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
    '#12=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);',
    '#13=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(25.4),#11);',
  ],
} as const;

interface MadeIfc {
  schema?: string;
  unit?: keyof typeof UNITS;
  /** Attributes 5 and 6 of the project's geometric context: its coordinate system and true north. */
  trueNorth?: readonly number[];
  /** Lines of one's own; from #1000 on. */
  lines?: readonly string[];
  /** Lines of the units besides length. */
  moreUnits?: readonly string[];
  end?: string;
}

/**
 * The text of a small IFC file: project #1 → site #2 → building #3 → storey #4. Placement #20 is the origin, context
 * #21, and `aBox` adds shapes.
 */
export function aStepText({
  schema = 'IFC4',
  unit = 'metre',
  trueNorth,
  lines = [],
  moreUnits = [],
  end = 'ENDSEC;\nEND-ISO-10303-21;\n',
}: MadeIfc = {}): string {
  const more = moreUnits.map((line) => /^#(\d+)/.exec(line)![0]);
  return [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION((''),'2;1');",
    "FILE_NAME('made.ifc','2020-01-01T00:00:00',(''),(''),'','','');",
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    "#1=IFCPROJECT('0000000000000000000001',$,'Plant',$,$,$,$,(#21),#9);",
    "#2=IFCSITE('0000000000000000000002',$,'Yard',$,$,#20,$,$,.ELEMENT.,$,$,$,$,$);",
    "#3=IFCBUILDING('0000000000000000000003',$,'Pump house',$,$,#20,$,$,.ELEMENT.,$,$,$);",
    "#4=IFCBUILDINGSTOREY('0000000000000000000004',$,'Ground',$,$,#20,$,$,.ELEMENT.,0.);",
    "#5=IFCRELAGGREGATES('0000000000000000000005',$,$,$,#1,(#2));",
    "#6=IFCRELAGGREGATES('0000000000000000000006',$,$,$,#2,(#3));",
    "#7=IFCRELAGGREGATES('0000000000000000000007',$,$,$,#3,(#4));",
    `#9=IFCUNITASSIGNMENT((${['#10', ...more].join()}));`,
    ...UNITS[unit],
    ...moreUnits,
    '#16=IFCCARTESIANPOINT((0.,0.,0.));',
    '#17=IFCAXIS2PLACEMENT3D(#16,$,$);',
    `#18=IFCDIRECTION((${(trueNorth ?? [0, 1]).map(real).join()}));`,
    '#20=IFCLOCALPLACEMENT($,#17);',
    `#21=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#17,${trueNorth ? '#18' : '$'});`,
    ...lines,
    end,
  ].join('\n');
}

const real = (value: number): string => (Number.isInteger(value) ? `${value}.` : String(value));

interface MadeBox {
  /** Of the element; the lines of its shape follow it, 20 at most. */
  id: number;
  name?: string | null;
  /** Corner with the smallest coordinates, and size, in the file's unit. */
  corner?: readonly [number, number, number];
  size?: readonly [number, number, number];
  tag?: string;
}

/** A box as the body of an IfcBuildingElementProxy, of triangles, at the origin's placement. */
export function aBox({ id, name = 'Box', corner = [0, 0, 0], size = [1, 1, 1], tag }: MadeBox): string[] {
  const [x, y, z] = corner;
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const point = [x + (i & 1 ? size[0] : 0), y + (i & 2 ? size[1] : 0), z + (i & 4 ? size[2] : 0)];
    return `(${point.map(real).join()})`;
  });
  const sides = [
    [1, 3, 4, 2],
    [5, 6, 8, 7],
    [1, 2, 6, 5],
    [3, 7, 8, 4],
    [1, 5, 7, 3],
    [2, 4, 8, 6],
  ];
  const triangles = sides.flatMap(([a, b, c, d]) => [`(${a},${b},${c})`, `(${a},${c},${d})`]);
  const guid = String(id).padStart(22, '0');
  return [
    `#${id}=IFCBUILDINGELEMENTPROXY('${guid}',$,${name === null ? '$' : `'${name}'`},$,$,#20,#${id + 1},${tag ? `'${tag}'` : '$'},$);`,
    `#${id + 1}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 2}));`,
    `#${id + 2}=IFCSHAPEREPRESENTATION(#21,'Body','Tessellation',(#${id + 3}));`,
    `#${id + 3}=IFCTRIANGULATEDFACESET(#${id + 4},$,.T.,(${triangles.join()}),$);`,
    `#${id + 4}=IFCCARTESIANPOINTLIST3D((${points.join()}));`,
    `#${id + 5}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${String(id + 5).padStart(22, '0')}',$,$,$,(#${id}),#4);`,
  ];
}

/** Writes the text to a new folder and returns its path. */
export function anIfcFile(options: MadeIfc | string | Uint8Array = {}, name = 'made.ifc'): string {
  const text = typeof options === 'string' || options instanceof Uint8Array ? options : aStepText(options);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'overlook-ifc-')), name);
  writeFileSync(file, text);
  return file;
}
