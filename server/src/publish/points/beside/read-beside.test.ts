import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ecefFromLla,
  enuFrame,
  photoCameraEcef,
  photoPixelOf,
  placementMatrix,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import type { FrameDescription } from '../../../pointclouds/frame.ts';
import type { StoreDescription } from '../../../pointclouds/store/store-index.ts';
import { pictureLens } from '../../photos/picture-lens.ts';
import type { BuildRules } from '../build-rules.ts';
import { ecefOf } from '../move-records.ts';
import { doubleField, type MadeE57, madeE57, type MadeImage, poseXml, sealPages } from '../testing/made-e57.ts';
import type { CloudPicture } from './beside-points.ts';
import { readBeside } from './read-beside.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'beside-'))));
afterAll(() => rm(folder, { recursive: true }));

/** In Sydney: an easting and a northing of MGA zone 56, and a height. */
const MAP: Vec3 = [334_000, 6_251_000, 20];
const AT = { longitude: 151.2045, latitude: -33.8669, height: 42 };
const PROJECTED: FrameDescription = {
  kind: 'projected',
  name: 'made',
  proj4: '+proj=utm +zone=56 +south +ellps=GRS80 +units=m +no_defs',
  epsg: 7856,
  wkt: null,
  metresPerUnit: 1,
  heights: 'orthometric',
};
const local = (headingDeg: number, metresPerUnit = 1): FrameDescription => ({
  kind: 'local',
  name: 'made',
  toEcef: Array.from(placementMatrix(ecefFromLla(AT), [headingDeg, 0, 0])),
  metresPerUnit,
});
const GEOCENTRIC: BuildRules = {
  frame: PROJECTED,
  grid: { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] },
  reprojectedFrom: { kind: 'geocentric', metresPerUnit: 1 },
};
const rulesOf = (frame: FrameDescription): BuildRules => ({
  frame,
  grid: { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] },
  reprojectedFrom: null,
});

const SCAN = { fields: ['cartesianX', 'cartesianY', 'cartesianZ'].map((name) => doubleField(name, [1, 2])) };
const GUID = (guid: string) => `<guid type="String">${guid}</guid>`;
const NAME = (name: string) => `<name type="String">${name}</name>`;
/** Any bytes: they are not decoded here. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, ...Array.from({ length: 3000 }, (_, i) => i % 251)]);
const image = (more: Partial<MadeImage>): MadeImage => ({ bytes: JPEG, representation: 'visualReference', ...more });

const describedAt = (middle: Vec3) => {
  const box = { scale: [1, 1, 1], offset: middle, minimum: [-50, -50, -5], maximum: [50, 50, 25] };
  return box as unknown as StoreDescription;
};

let files = 0;
async function read(made: MadeE57 | Buffer, rules: BuildRules, middle: Vec3, withPictures = true) {
  const name = `made-${files++}.e57`;
  const file = path.join(folder, name);
  await writeFile(file, Buffer.isBuffer(made) ? made : madeE57(made));
  const into = withPictures ? path.join(folder, `pictures-${files}`) : null;
  const found = [{ path: file, name: 'hall.e57' }];
  return readBeside(
    { files: found, e57: found, stations: [] },
    {
      rules,
      description: describedAt(middle),
      folder: into,
    },
  );
}

/** A turn about an axis of the file, as a quaternion. */
const about = (axis: Vec3, deg: number): [number, number, number, number] => {
  const half = (deg * Math.PI) / 360;
  return [Math.cos(half), ...axis.map((part) => part * Math.sin(half))] as [number, number, number, number];
};
const times = (
  [a, b, c, d]: readonly [number, number, number, number],
  [e, f, g, h]: readonly [number, number, number, number],
): [number, number, number, number] => [
  a * e - b * f - c * g - d * h,
  a * f + b * e + c * h - d * g,
  a * g - b * h + c * e + d * f,
  a * h + b * g - c * f + d * e,
];
/** The coordinates of a vector in the axes of a camera that the quaternion turns. */
function inCamera([w, x, y, z]: readonly [number, number, number, number], v: Vec3): Vec3 {
  const turned = times(times([w, -x, -y, -z], [0, ...v]), [w, x, y, z]);
  return [turned[1], turned[2], turned[3]];
}

/** Looks north at the horizon, then 40° to the right and 10° down, tilted. */
const PINHOLE_POSE = times(times(about([0, 0, 1], -40), about([1, 0, 0], 80)), about([0, 0, 1], 7));
const PINHOLE = {
  imageWidth: 4000,
  imageHeight: 3000,
  focalLength: 0.02,
  pixelWidth: 5e-6,
  pixelHeight: 5e-6,
  principalPointX: 2000,
  principalPointY: 1500,
};
/** The scanner is turned by 30° to the left and stands a little askew. */
const SPHERE_POSE = times(about([0, 0, 1], 30), about([0, 1, 0], 4));
const SPHERE = { imageWidth: 8000, imageHeight: 4000, pixelWidth: (2 * Math.PI) / 8000, pixelHeight: Math.PI / 4000 };
const PART = { imageWidth: 2000, imageHeight: 1000, pixelWidth: 0.001, pixelHeight: 0.001 };

/** The pixel that ASTM E2807-11 §8.4.5 gives a point in the axes of the camera. */
const PIXEL = {
  pinhole: ([x, y, z]: Vec3) => [2000 + (4000 * x) / -z, 1500 - (4000 * y) / -z],
  sphere: ([x, y, z]: Vec3) => [
    4000 - (Math.atan2(y, x) / (2 * Math.PI)) * 8000,
    2000 - (Math.atan2(z, Math.hypot(x, y)) / Math.PI) * 4000,
  ],
  part: ([x, y, z]: Vec3) => [1000 - Math.atan2(y, x) / 0.001, 500 - Math.atan2(z, Math.hypot(x, y)) / 0.001],
};

const pixelOf = ({ place, angles, projection, stated }: CloudPicture, pointEcef: Vec3) => {
  const { projection: kind, hfovDeg, crop } = pictureLens(projection, stated, stated!);
  const lens =
    kind === 'perspective'
      ? { projection: kind, ...stated!, hfovDeg: hfovDeg! }
      : { projection: kind, ...stated!, crop };
  return photoPixelOf(photoCameraEcef(place, angles!, lens), pointEcef)!;
};

describe('the pose of a picture', () => {
  // Points of the file, metres from the camera in its axes: near, and at the edge.
  const cases = [
    ['in a map projection', rulesOf(PROJECTED), MAP],
    ['at a place with a heading', rulesOf(local(25)), [3, -4, 1.5] as Vec3],
    ['at a place, in feet', rulesOf(local(25, 0.3048)), [3, -4, 1.5] as Vec3],
    ['in geocentric coordinates', GEOCENTRIC, ecefFromLla(AT)],
  ] as const;
  const pictures = [
    ['pinhole', 'pinhole', PINHOLE_POSE, PINHOLE],
    ['sphere', 'spherical', SPHERE_POSE, SPHERE],
    ['part', 'spherical', SPHERE_POSE, PART],
  ] as const;
  const grid = cases.flatMap(([frame, rules, at]) =>
    pictures.map(([kind, representation, q, lens]) => ({ frame, rules, at, kind, representation, q, lens })),
  );
  it.each(grid)('$kind $frame: points of the cloud are in the pixels that the standard says', async (one) => {
    const { rules, at, kind, representation, q, lens } = one;
    const made = {
      scans: [SCAN],
      images: [image({ representation, lens, xml: poseXml(q.map((value) => value * 3) as typeof q, at) })],
    };
    const middle = rules.reprojectedFrom ? MAP : at;
    const { pictures: found, refused } = await read(made, rules, middle);
    expect(refused).toEqual([]);
    const toEcef = (point: readonly number[]): Vec3 => {
      const moved = Float64Array.from(point);
      if (rules.reprojectedFrom) ecefOf(rules.reprojectedFrom)(moved);
      else openFrame(rules.frame).toEcef(moved, moved);
      return [moved[0]!, moved[1]!, moved[2]!];
    };
    const ahead: Vec3[] =
      kind === 'pinhole'
        ? [
            [0, 0, -8],
            [2, -1, -7],
            [-1.5, 1, -5],
          ]
        : [
            [5, 0, 0],
            [6, -3, 1],
            [7, 2, -2],
          ];
    for (const camera of ahead) {
      const back = inCamera([q[0], -q[1], -q[2], -q[3]], camera);
      const pixel = pixelOf(found[0]!, toEcef(at.map((value, i) => value + back[i]!)));
      const [x, y] = PIXEL[kind](camera);
      // The scale of the map and the curvature of the Earth are below half a pixel.
      expect(Math.hypot(pixel.x - x!, pixel.y - y!)).toBeLessThan(0.5);
    }
    expect(found[0]!.heights).toBe(rules.frame.kind === 'local' ? 'local' : 'orthometric');
  });

  it('is that of the scan where the picture has none, and a picture for reference has no direction', async () => {
    const scans = [
      { ...SCAN, xml: GUID('a') + poseXml([1, 0, 0, 0], [1, 2, 3]) },
      { ...SCAN, xml: GUID('b') + poseXml(SPHERE_POSE, [10, 0, 2]) },
    ];
    const of = (guid: string) => `<associatedData3DGuid type="String">${guid}</associatedData3DGuid>`;
    const images = [
      image({ xml: of('b') }),
      image({ representation: 'spherical', lens: SPHERE, xml: of('b') }),
      image({ xml: of('c') }),
    ];
    const { pictures, refused } = await read({ scans, images }, rulesOf(local(0)), [0, 0, 0]);
    const placeEcef = transformPoint(enuFrame(AT).ecefFromEnu, [10, 0, 2]);
    for (const { place } of pictures)
      for (const axis of [0, 1, 2]) expect(ecefFromLla(place)[axis]).toBeCloseTo(placeEcef[axis]!, 5);
    expect(pictures.map(({ angles }) => angles && Math.round(angles.headingDeg))).toEqual([null, 60]);
    expect(refused).toEqual([
      { name: 'hall.e57, picture 3', reason: 'It states no place, and neither does its scan.' },
    ]);
  });

  it('of degrees gives a place and no direction', async () => {
    const reprojectedFrom = {
      kind: 'projection',
      proj4: '+proj=longlat +datum=WGS84',
      heights: 'ellipsoidal',
      metresPerHeightUnit: 1,
    } as const;
    const made = {
      scans: [SCAN],
      images: [
        image({ representation: 'pinhole', lens: PINHOLE, xml: poseXml([1, 0, 0, 0], [AT.longitude, AT.latitude, 5]) }),
      ],
    };
    const { pictures } = await read(made, { ...rulesOf(PROJECTED), reprojectedFrom }, MAP);
    expect(pictures[0]).toMatchObject({
      angles: null,
      place: { longitude: expect.closeTo(AT.longitude, 9) as number },
    });
  });
});

describe('scan positions', () => {
  it('have name, guid, time, points and the place of their pose', async () => {
    // 1,000,000,000 s of GPS: 14 September 2011, 01:46:40, of which UTC is 15 s behind.
    const time =
      '<acquisitionStart type="Structure"><dateTimeValue type="Float">1.0e9</dateTimeValue></acquisitionStart>';
    const scans = [
      { ...SCAN, xml: GUID('{a}') + NAME('Hall') + poseXml([1, 0, 0, 0], [334_010, 6_251_020, 21.5]) + time },
      { ...SCAN, xml: poseXml(SPHERE_POSE, MAP) },
      SCAN,
      { ...SCAN, xml: poseXml([1, 0, 0, 0], [0, 0, 0]) },
    ];
    const { positions, warnings } = await read({ scans }, rulesOf(PROJECTED), MAP);
    expect(positions).toMatchObject([
      { name: 'Hall', guid: '{a}', takenAt: new Date('2011-09-14T01:46:25Z'), points: 2 },
      { name: 'hall, scan 2', guid: '', takenAt: null, points: 2 },
    ]);
    const point = Float64Array.from([334_010, 6_251_020, 21.5]);
    openFrame(PROJECTED).toEcef(point, point);
    for (const axis of [0, 1, 2]) expect(ecefFromLla(positions[0]!.place)[axis]).toBeCloseTo(point[axis]!, 5);
    expect(warnings).toEqual([
      expect.stringMatching(/^hall\.e57, scan 4: Its place is .* Its position is left out\.$/),
    ]);
  });

  it('are at the origin of a scan whose coordinates are ranges and angles', async () => {
    const ranges = ['sphericalRange', 'sphericalAzimuth', 'sphericalElevation'].map((name) => doubleField(name, [1]));
    const { positions } = await read({ scans: [{ fields: ranges }, SCAN] }, rulesOf(local(0)), [0, 0, 0]);
    expect(positions).toHaveLength(1);
    expect(positions[0]!.place.height).toBeCloseTo(AT.height, 6);
  });
});

it('stations of a scanner without names are named by their files', async () => {
  const files = ['d/a.ptx', 'd/b.ptx'].map((name) => ({ path: name, name }));
  const station = (file: string, x: number) => ({ file, translation: [x, 0, 0] as const, points: x });
  const { positions } = await readBeside(
    {
      files,
      e57: [],
      stations: [station('d/a.ptx', 5), station('d/b.ptx', 7), station('d/b.ptx', 9), station('d/b.ptx', 0)],
    },
    { rules: rulesOf(local(0)), description: describedAt([0, 0, 0]), folder: null },
  );
  expect(positions.map(({ name, points }) => [name, points])).toEqual([
    ['a', 5],
    ['b, scan 1', 7],
    ['b, scan 2', 9],
  ]);
  const placeEcef = transformPoint(enuFrame(AT).ecefFromEnu, [9, 0, 0]);
  for (const axis of [0, 1, 2]) expect(ecefFromLla(positions[2]!.place)[axis]).toBeCloseTo(placeEcef[axis]!, 5);
});

describe('pictures that cannot be read', () => {
  const at = poseXml([1, 0, 0, 0], [0, 0, 0]);
  it.each<[string, Partial<MadeImage>, string | RegExp]>([
    ['no picture', { xml: at, representation: 'other' }, 'It has no picture in JPEG or PNG.'],
    ['no number of bytes', { xml: at, claimedBytes: 'many' }, 'It claims many bytes.'],
    ['negative bytes', { xml: at, claimedBytes: -5 }, 'It claims -5 bytes.'],
    [
      'more bytes than its section',
      { xml: at, claimedBytes: 4000 },
      /^It claims 4000 bytes, and its section of the file has 3\d{3}\.$/,
    ],
    ['huge bytes', { xml: at, claimedBytes: 2 ** 50 }, /^It has 1125899906842624 bytes; at most/],
    ['a place beyond the file', { xml: at, fileOffset: '99999999999' }, /points to byte 99999999999/],
    ['no place', { xml: at, fileOffset: 'x' }, /where nothing can be/],
    ['another section', { xml: at, fileOffset: 48 }, 'Its bytes are no picture: another section of the file is there.'],
    [
      'a pose that is no number',
      { xml: poseXml([1, 0, 0, NaN], [0, 0, 0]) },
      'Its place has values that are no numbers.',
    ],
    [
      'a place far away',
      { xml: poseXml([1, 0, 0, 0], [1e5, 0, 0]) },
      /^Its place is \d+ km from the points of its file\.$/,
    ],
    [
      'no lens',
      { xml: at, representation: 'pinhole', lens: { focalLength: 0.01 } },
      'Its lens has values that are missing or no positive numbers.',
    ],
    [
      'a pixel of no size',
      { xml: at, representation: 'spherical', lens: { ...SPHERE, pixelWidth: 0 } },
      /^Its lens has/,
    ],
  ])('%s: the others are taken', async (_, broken, reason) => {
    const images = [image({ xml: at + NAME('Before') }), image(broken), image({ xml: at })];
    const { pictures, refused } = await read({ scans: [SCAN], images }, rulesOf(local(0)), [0, 0, 0]);
    expect(pictures.map(({ title, name }) => [title, name])).toEqual([
      ['Before', 'hall.e57, picture 1 (Before)'],
      ['', 'hall.e57, picture 3'],
    ]);
    expect(refused).toEqual([
      {
        name: 'hall.e57, picture 2',
        reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
      },
    ]);
    expect(await readFile(pictures[1]!.path)).toEqual(JPEG);
  });

  it('a page with a wrong checksum is named', async () => {
    const made = madeE57({
      scans: [SCAN],
      images: [image({ xml: at }), image({ bytes: Buffer.concat([JPEG, JPEG, JPEG]), xml: at })],
    });
    // A byte in a page that only the second picture has.
    made[1024 * 8 + 9]! ^= 1;
    const { pictures, refused } = await read(made, rulesOf(local(0)), [0, 0, 0]);
    expect(pictures).toHaveLength(1);
    const reason = 'page 8: Its checksum is wrong: the file is damaged.';
    expect(refused).toEqual([{ name: 'hall.e57, picture 2', reason }]);
    sealPages(made);
    expect((await read(made, rulesOf(local(0)), [0, 0, 0])).pictures).toHaveLength(2);
  });

  it('are not read when they are not wanted', async () => {
    const made = { scans: [{ ...SCAN, xml: at }], images: [image({ xml: at })] };
    const { pictures, positions } = await read(made, rulesOf(local(0)), [0, 0, 0], false);
    expect([pictures.length, positions.length]).toEqual([0, 1]);
  });
});
