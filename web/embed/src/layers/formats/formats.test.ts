import { describe, expect, it } from 'vitest';
import { enuFrame, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import type { FeatureContent, FileContent, MeshContent } from './file-content.ts';
import type { ChosenCrs } from './file-places.ts';
import { type AnyFormat, defineFormat } from './format-definition.ts';
import { kindOf } from './format-kinds.ts';
import { PlaceNeededError } from './place-question.ts';
import { FORMATS } from './own-formats.ts';
import { parseFile } from './parse-file.ts';
import { madeZip } from '@overlook/engine/testing/made-zip';
import { zippedShapes } from './testing/zipped-shapes.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const enuOf = (longitude: number, latitude: number, height: number) =>
  transformPoint(enuFrame(ORIGIN).enuFromEcef, ecefFromLla({ longitude, latitude, height }));

const read = (name: string, data: BlobPart, crs: ChosenCrs | null = null): Promise<FileContent> =>
  parseFile(kindOf(FORMATS, name)!, { name, file: new Blob([data]), origin: ORIGIN, crs });
const features = async (name: string, data: BlobPart, crs: ChosenCrs | null = null) =>
  ((await read(name, data, crs)) as FeatureContent).features;

const near = (actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 3) => {
  expect(actual.length).toBe(expected.length);
  Array.from(actual, (value, i) => expect(value).toBeCloseTo(expected[i]!, digits));
};

const geojson = (geometry: object | null, more: object = {}) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { tag: 'P-101' }, geometry }],
    ...more,
  });

describe('GeoJSON', () => {
  it('positions points by degrees and heights, with their properties', async () => {
    const [point] = await features('a.geojson', geojson({ type: 'Point', coordinates: [138.501, -35.001, 42] }));
    near(point!.positionsEnu, enuOf(138.501, -35.001, 42));
    expect(point).toMatchObject({ kind: 'point', properties: { tag: 'P-101' } });
  });

  it('is placed on the ground of the site without heights', async () => {
    const [line] = await features('a.json', geojson({ type: 'LineString', coordinates: [[138.5, -35], [138.51, -35]] })); // prettier-ignore
    expect([line!.positionsEnu[2], line!.positionsEnu[5]]).toEqual([0.1, 0.1]);
  });

  it('keeps holes of areas and members of collections', async () => {
    const ring = (size: number) => [[138.5, -35], [138.5 + size, -35], [138.5, -35 + size], [138.5, -35]]; // prettier-ignore
    const [area, second] = await features(
      'a.geojson',
      geojson({
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', coordinates: [ring(0.01), ring(0.001)] },
          { type: 'MultiPoint', coordinates: [[138.5, -35]] },
        ],
      }),
    );
    expect(area).toMatchObject({ kind: 'area', holes: [12] });
    expect(second!.kind).toBe('point');
  });

  it('from before RFC 7946 may name its coordinate system', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32754' } };
    const [point] = await features('a.geojson', geojson({ type: 'Point', coordinates: [271_900, 6_124_700] }, { crs }));
    expect(Math.hypot(point!.positionsEnu[0]!, point!.positionsEnu[1]!)).toBeLessThan(20_000);
  });

  it.each([
    ['{"type":"FeatureCollection"', 'It is damaged, or no GeoJSON.'],
    ['[]', 'It is no GeoJSON.'],
    ['{"type":"FeatureCollection","features":[]}', 'It has no features.'],
    [geojson({ type: 'Circle' }), 'Geometries of the type Circle are not supported.'],
    [geojson({ type: 7 }), 'It has a geometry of an unknown type.'],
    [geojson({ type: 'Point', coordinates: ['a', 'b'] }), 'A position in it is no pair of numbers.'],
    [geojson({ type: 'LineString' }), 'A geometry in it has no coordinates.'],
    [geojson({ type: 'Point', coordinates: [271_900, 6_124_700] }), 'are no degrees. Name their coordinate system.'],
    [geojson({ type: 'Point', coordinates: [1, 1] }, { crs: { properties: { name: 'EPSG:1' } } }), 'coordinate system'],
    [geojson({ type: 'Point', coordinates: [10, 50] }), 'km from this site.'],
    ['', 'It is empty.'],
  ])('%.40s is rejected with file name and reason', async (text, reason) => {
    await expect(read('plan.geojson', text)).rejects.toThrow(/^plan\.geojson: /);
    await expect(read('plan.geojson', text)).rejects.toThrow(reason);
  });

  it('with unlimited nesting is rejected', async () => {
    let geometry: object = { type: 'Point', coordinates: [138.5, -35] };
    for (let i = 0; i < 100; i++) geometry = { type: 'GeometryCollection', geometries: [geometry] };
    await expect(read('deep.geojson', geojson(geometry))).rejects.toThrow('It has a geometry that is none.');
  });

  it('above the size limit is rejected before it is read', async () => {
    const file = { size: 200 * 1024 * 1024, arrayBuffer: () => Promise.reject(new Error('read')) } as unknown as Blob;
    await expect(parseFile(FORMATS[0]!, { name: 'a.json', file, origin: ORIGIN, crs: null })).rejects.toThrow(
      'larger than 128 MiB',
    );
  });
});

describe('KML', () => {
  const kml = (body: string) =>
    `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;

  it('has placemarks with their names', async () => {
    const [point] = await features(
      'a.kml',
      kml('<Placemark><name>Gate 2</name><Point><coordinates>138.5,-35,31</coordinates></Point></Placemark>'),
    );
    near(point!.positionsEnu, [0, 0, 0.1]);
    expect(point!.properties).toMatchObject({ name: 'Gate 2' });
  });

  it('has heights by altitude mode: on the ground, above it, above the sea', async () => {
    const at = (mode: string) =>
      `<Placemark><Point><altitudeMode>${mode}</altitudeMode><coordinates>138.5,-35,31</coordinates></Point></Placemark>`;
    const found = await features('a.kml', kml(['clampToGround', 'relativeToGround', 'absolute'].map(at).join('')));
    const [ground, above, sea] = found.map(({ positionsEnu }) => positionsEnu[2]!);
    expect([ground, above]).toEqual([0.1, 31]);
    // The geoid of EGM96 is a few metres off the ellipsoid there.
    expect(sea).toBeGreaterThan(-20);
    expect(sea).not.toBeCloseTo(1, 1);
  });

  it('has prefixes, declared encodings, styles and archives', async () => {
    const body =
      '<k:Style id="s"><k:LineStyle><k:color>800000ff</k:color><k:width>4</k:width></k:LineStyle></k:Style><k:StyleMap id="m"><k:Pair><k:key>normal</k:key><k:styleUrl>#s</k:styleUrl></k:Pair></k:StyleMap>' +
      '<k:Placemark><k:name>K\xfchlturm</k:name><k:styleUrl>#m</k:styleUrl><k:LineString><k:coordinates>138.5,-35 138.6,-35</k:coordinates></k:LineString></k:Placemark>';
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><k:kml xmlns:k="x"><k:Document>${body}</k:Document></k:kml>`;
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const archive = madeZip([
      { name: 'files/a.png', bytes: new Uint8Array(4) },
      { name: 'doc.kml', bytes, method: 8 },
    ]);
    for (const [name, data] of [
      ['a.kml', bytes],
      ['a.kmz', archive],
    ] as const) {
      const [line] = await features(name, data);
      expect(line!.properties).toEqual({
        name: 'K\xfchlturm',
        stroke: '#ff0000',
        'stroke-opacity': 0.5,
        'stroke-width': 4,
      });
    }
  });

  it.each(['no markup', '<kml><Document><Placemark>'])('%s is rejected', (text) =>
    expect(read('a.kml', text)).rejects.toThrow(/^a\.kml: /),
  );
});

describe('CSV', () => {
  it('finds degrees by column names and skips rows without a position', async () => {
    const found = await features('a.csv', 'tag,Latitude,Longitude,height\nP-1,-35,138.5,33\nP-2,,,\n');
    expect(found).toHaveLength(1);
    near(found[0]!.positionsEnu, [0, 0, 3]);
    expect(found[0]!.properties).toMatchObject({ tag: 'P-1' });
  });

  it('reads metres of the site, or of a projected system that the user selects', async () => {
    near((await features('a.csv', 'x;y;z\n12.5;-3;2\n'))[0]!.positionsEnu, [12.5, -3, 2]);
    const [point] = await features('a.csv', 'easting,northing\n271900,6124700\n', 'EPSG:32754');
    expect(Math.hypot(point!.positionsEnu[0]!, point!.positionsEnu[1]!)).toBeLessThan(20_000);
  });

  it('keeps values as they are written', async () => {
    const [point] = await features('a.csv', 'tag,lat,lon,batch,ok\n00712,-35,138.5,12E4,TRUE\n');
    expect(point!.properties).toEqual({ tag: '00712', lat: '-35', lon: '138.5', batch: '12E4', ok: 'TRUE' });
  });

  it.each<[string, BlobPart]>([
    ['semicolons and decimal commas', '\uFEFFName;Latitude;Longitude;H\xf6he [m]\r\nA;-35,0;138,5;33,0\r\n'],
    ['a line that states the separator', 'sep=;\nName;Lat (deg);Lon (deg);Alt_m\nA;-35;138.5;33\n'],
    ['Windows-1252', Uint8Array.from('Name;L\xe4nge;Breite;H\xf6he\nA;138,5;-35;33\n', (c) => c.charCodeAt(0))],
    ['UTF-16', Uint8Array.from('\uFEFFName\tlat\tlon\tz\nA\t-35\t138.5\t33\n'.split('').flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]))], // prettier-ignore
    ['degrees, minutes and seconds', 'Name,lat,lon,z\nA,"35\xb000\'00""S","138\xb030\'E",33\n'],
    ['heights in feet', `Name,lat,lon,height (ft)\nA,-35,138.5,${33 / 0.3048}\n`],
  ])('reads %s', async (_, data) => {
    const [point] = await features('a.csv', data);
    near(point!.positionsEnu, [0, 0, 3]);
    expect(point!.properties).toMatchObject({ Name: 'A' });
  });

  it.each([
    ['name,colour\na,b\n', 'It has no columns of positions'],
    ['lon,lat\nwest,north\n', 'None of its rows has a position.'],
  ])('%j is refused', (text, reason) => expect(read('a.csv', text)).rejects.toThrow(`a.csv: ${reason}`));
});

describe('Shapefile', () => {
  const UTM54S =
    'PROJCS["WGS_1984_UTM_Zone_54S",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",141.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

  it('in a ZIP archive positions points by its .prj and keeps the rows of its table', async () => {
    const [point] = await features('a.zip', zippedShapes([{ x: 271_900, y: 6_124_700, name: 'Valve 7' }], UTM54S));
    expect(Math.hypot(point!.positionsEnu[0]!, point!.positionsEnu[1]!)).toBeLessThan(20_000);
    expect(point!.properties).toMatchObject({ NAME: 'Valve 7' });
  });

  it('without a .prj is in degrees', async () => {
    const [point] = await features('a.zip', zippedShapes([{ x: 138.5, y: -35, name: 'A' }], null));
    near(point!.positionsEnu.subarray(0, 2), [0, 0]);
  });

  it('is rejected if it is truncated, not an archive, or without shapes', async () => {
    const whole = zippedShapes([{ x: 138.5, y: -35, name: 'A' }], null);
    await expect(read('a.zip', whole.slice(0, 60))).rejects.toThrow('It is no ZIP archive, or a damaged one.');
    await expect(read('a.zip', 'no archive')).rejects.toThrow('It is no ZIP archive, or a damaged one.');
    await expect(read('a.zip', new Uint8Array([80, 75, 5, 6, ...Array.from({ length: 18 }, () => 0)]))).rejects.toThrow(
      'no files of shapes',
    );
  });
});

describe('meshes in metres of the site', () => {
  it('OBJ has triangles', async () => {
    const mesh = (await read('a.obj', 'v 0 0 0\nv 4 0 0\nv 0 3 1\nf 1 2 3\n')) as MeshContent;
    expect(mesh.kind).toBe('mesh');
    near(mesh.positionsEnu, [0, 0, 0, 4, 0, 0, 0, 3, 1]);
  });

  it('OBJ has the area of faces that are not convex', async () => {
    const text = 'v 0 0 0\nv 4 0 0\nv 4 4 0\nv 3 1 0\nv 0 4 0\nf -5 -4 -3 -2 -1\n';
    const { positionsEnu: at } = (await read('a.obj', text)) as MeshContent;
    let area = 0;
    for (let i = 0; i < at.length; i += 9)
      area +=
        ((at[i + 3]! - at[i]!) * (at[i + 7]! - at[i + 1]!) - (at[i + 6]! - at[i]!) * (at[i + 4]! - at[i + 1]!)) / 2;
    expect(area).toBeCloseTo(10, 6);
  });

  it('PLY has triangles, or points with colours', async () => {
    const head = (vertices: number, more: string) =>
      `ply\nformat ascii 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\n${more}end_header\n`;
    const faces = 'element face 1\nproperty list uchar int vertex_indices\n';
    const mesh = (await read('a.ply', `${head(3, faces)}0 0 0\n4 0 0\n0 3 1\n3 0 1 2\n`)) as MeshContent;
    expect(mesh).toMatchObject({ kind: 'mesh', indices: Uint32Array.of(0, 1, 2) });
    const colors = 'property uchar red\nproperty uchar green\nproperty uchar blue\n';
    const points = (await read('b.ply', `${head(2, colors)}1 2 3 255 0 0\n4 5 6 0 128 0\n`)) as MeshContent;
    expect(points.kind).toBe('points');
    near(points.positionsEnu, [1, 2, 3, 4, 5, 6]);
    near(points.colors!, [255, 0, 0, 0, 128, 0]);
  });

  it.each([
    ['a.obj', '# nothing\n', 'It has no points.'],
    ['a.obj', 'v 271900 6124700 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'Its coordinates are too large'],
    ['a.ply', 'ply\nformat ascii 1.0\nelement vertex 0\nend_header\n', ''],
    ['a.ply', 'nothing', ''],
  ])('%s: %j is rejected', (name, text, reason) => expect(read(name, text)).rejects.toThrow(`${name}: ${reason}`));
});

it('a file has the format of its extension, otherwise of its MIME type', () => {
  const idOf = (name: string, type?: string) => kindOf(FORMATS, name, type)?.id ?? null;
  expect(idOf('a.docx')).toBeNull();
  expect(idOf('Plan.GeoJSON')).toBe('geojson');
  expect(idOf('tracks', 'text/csv; charset=utf-8')).toBe('csv');
  expect(idOf('a.ply', 'text/csv')).toBe('ply');
});

describe('a format module', () => {
  const KIND = { id: 'points', title: 'Points', extensions: ['pts'], largestBytes: 1000 };
  const loader = {
    id: 'points',
    name: 'Points',
    parse: async (bytes: ArrayBuffer) => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
  };
  const read = (format: AnyFormat, text: string) =>
    parseFile(format, { name: 'a.pts', file: new Blob([text]), origin: ORIGIN, crs: null });

  it('draws the result of a loader directly: features, rows or a mesh', async () => {
    const format = defineFormat({ ...KIND, loader });
    const point = JSON.stringify({ type: 'Point', coordinates: [138.5, -35, 31] });
    near(((await read(format, point)) as FeatureContent).features[0]!.positionsEnu, [0, 0, 1]);
    const rows = JSON.stringify([{ x: 1, y: 2, z: 3 }]);
    near(((await read(format, rows)) as FeatureContent).features[0]!.positionsEnu, [1, 2, 3]);
    const mesh = JSON.stringify({ attributes: { POSITION: { value: [1, 2, 3, 4, 5, 6], size: 3 } }, mode: 0 });
    near(((await read(format, mesh)) as MeshContent).positionsEnu, [1, 2, 3, 4, 5, 6]);
  });

  it('returns converted contents in the coordinate system that it names', async () => {
    const format = defineFormat<{ east: number; north: number }>({
      ...KIND,
      loader: async () => loader,
      content: ({ east, north }) => [
        { kind: 'geojson', geojson: { type: 'Point', coordinates: [138.5, -35] } },
        { kind: 'table', rows: [{ easting: east, northing: north }], crs: 'EPSG:32754' },
      ],
    });
    const { features, crsName } = (await read(format, '{"east":271900,"north":6124700}')) as FeatureContent;
    expect(features).toHaveLength(2);
    expect(Math.hypot(features[1]!.positionsEnu[0]!, features[1]!.positionsEnu[1]!)).toBeLessThan(20_000);
    expect(crsName).toContain(', ');
  });

  it.each<[string, unknown]>([
    ['Its loader gives nothing that can be drawn', null],
    ['Its loader gives nothing that can be drawn', { kind: 'picture' }],
    ['It has no features.', []],
    ['Its rows are no list of objects.', { kind: 'table', rows: 7 }],
    ['It has no points.', { kind: 'mesh', attributes: {} }],
    [
      'A triangle in it names a point',
      {
        kind: 'mesh',
        attributes: { POSITION: { value: [0, 0, 0, 1, 0, 0, 0, 1, 0], size: 3 } },
        indices: { value: [0, 1, 9], size: 1 },
      },
    ],
    ['It is no GeoJSON.', { kind: 'geojson', geojson: 'text' }],
  ])('%s, of %j', async (reason, content) => {
    const format = defineFormat({ ...KIND, loader, content: () => content as never });
    await expect(read(format, '{}')).rejects.toThrow(`a.pts: ${reason}`);
  });

  it('names the file if the loader throws, is invalid, or receives a file that is too large', async () => {
    const refused = async (change: object, text = '{}') =>
      read({ ...KIND, loader, ...change } as AnyFormat, text).catch((error: Error) => error.message);
    expect(await refused({}, 'no JSON')).toMatch(/^a\.pts: It is damaged, or no Points\. /);
    expect(await refused({ loader: () => ({}) })).toContain('loader gave no loader');
    expect(await refused({}, ' '.repeat(2000))).toMatch(/^a\.pts: It is larger than/);
  });

  it('is rejected with the name of the invalid field', () => {
    const good = { ...KIND, loader } as never;
    expect(Object.isFrozen(defineFormat(good))).toBe(true);
    for (const [field, value] of Object.entries({
      id: 'A b',
      title: '',
      extensions: ['.a'],
      mimeTypes: ['text'],
      largestBytes: 0,
      loader: 1,
      options: 1,
      content: 1,
    }))
      expect(() => defineFormat({ ...(good as object), [field]: value } as never)).toThrow(field);
    expect(() => defineFormat({ ...(good as object), largestBytes: 2 ** 30 } as never)).toThrow('at most 512 MiB');
  });
});

it('a table whose columns are not recognised names them, and is read by those that are chosen', async () => {
  const file = new Blob(['Tag,P1,P2,P3\nA,10,20,3\n']);
  const toRead = { name: 'a.csv', file, origin: ORIGIN, crs: null };
  const refused: unknown = await parseFile(kindOf(FORMATS, 'a.csv')!, toRead).catch((error: Error) => error.cause);
  expect(refused).toMatchObject({ question: { titles: ['Tag', 'P1', 'P2', 'P3'], columns: null } });
  const columns = { x: 'P1', y: 'P2', z: 'P3', read: 'local', metresPerHeightUnit: 1 } as const;
  const content = await parseFile(kindOf(FORMATS, 'a.csv')!, { ...toRead, columns });
  expect([...(content as FeatureContent).features[0]!.positionsEnu]).toEqual([10, 20, 3]);
});

it.each([
  [
    'a.csv',
    'Name,Rechtswert,Hochwert\nA,476543,5551234\nB,0,0\nC,476545,5551230\n',
    { x: 'Rechtswert', y: 'Hochwert' },
  ],
  ['a.csv', 'name,lon,lat\nA,476543,5551234\n', { x: 'lon', y: 'lat' }],
  ['a.geojson', JSON.stringify({ type: 'Point', coordinates: [476_543, 5_551_234] }), null],
])('%s with coordinates of a map asks for their system, and is read with it: %s', async (name, text, columns) => {
  const origin = { longitude: 8.672, latitude: 50.111, height: 146 };
  const toRead = { name, file: new Blob([text]), origin, crs: null };
  const refused: unknown = await parseFile(kindOf(FORMATS, name)!, toRead).catch((error: Error) => error.cause);
  if (!(refused instanceof PlaceNeededError)) throw refused;
  const { question } = refused;
  expect(question.columns).toEqual(columns && expect.objectContaining(columns));
  const choice = { columns: question.columns, crs: 'EPSG:25832' } as const;
  const content = (await parseFile(kindOf(FORMATS, name)!, { ...toRead, ...choice })) as FeatureContent;
  expect(Math.hypot(...content.features[0]!.positionsEnu)).toBeLessThan(2000);
});

it.each([
  ['a.csv', 'name,lat,lon\nA,-33.5,141.4\nB,-33.5,141.5\nC,-35,138.5\n', 3],
  ['a.geojson', geojson({ type: 'Point', coordinates: [141.4, -33.5] }), 1],
])('%s that lies elsewhere is read as such', async (name, text, count) => {
  const { features: found, notes } = (await read(name, text)) as FeatureContent;
  expect(found).toHaveLength(count);
  expect(notes).toEqual([expect.stringMatching(/^It lies 31\d km from this site\.$/)]);
  near(found[0]!.positionsEnu, enuOf(141.4, -33.5, 30.1), 0);
});
