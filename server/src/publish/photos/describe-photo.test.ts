import { describe, expect, it } from 'vitest';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';
import { describePhoto, isPanoramaOf, photoDoubts } from './describe-photo.ts';
import type { PhotoFile } from './photo-file.ts';
import type { PhotoRow } from './photo-table.ts';
import type { PhotoTags } from './photo-tags.ts';
import type { PlaceContext } from './place-photo.ts';
import { openSeaSurfaces } from './sea-surfaces.ts';

const SURFACES = openSeaSurfaces({ geoid: '/no/geoids', datum: '/no/grids' });
const RULES: PlaceContext = {
  origin: { longitude: 138.49, latitude: -35.07, height: 30 },
  isLocal: false,
  altitudes: 'ellipsoidal',
  anywhere: false,
  surfaces: SURFACES,
};
const LENS = { focalMm: null, focal35Mm: null, pxPerMm: null, calibratedPx: null, widthPx: null, heightPx: null };
const TIME = { takenAt: new Date('2026-03-04T05:06:07Z'), hasZone: true };

/** What the file of a photo says, at the site and otherwise nothing. */
function tagsOf(said: { position?: object; lens?: object; angles?: object }): PhotoTags {
  const nowhere = { withoutSide: [], altitude: null, altitudeDatum: null, vertical: null, accuracyM: null };
  return {
    position: { ...nowhere, aboveStartM: null, longitude: 138.491, latitude: -35.071, ...said.position },
    lens: { ...LENS, ...said.lens },
    angles: { body: null, isPitchDoubtful: false, compass: null, panorama: null, ...said.angles },
    time: TIME,
    camera: 'Maker Model',
    takenBy: 'Ana',
    exposure: { lens: '', seconds: null, fNumber: null, iso: null },
  } as PhotoTags;
}

interface Given {
  position?: object;
  lens?: object;
  angles?: object;
  header?: Partial<PhotoFile['header']>;
  row?: Partial<PhotoRow>;
  name?: string;
}
const fileOf = ({ name = 'day 1/a.jpg', header, row, ...said }: Given): PhotoFile => ({
  name,
  sizeBytes: 1000,
  header: { widthPx: 4000, heightPx: 3000, orientation: 1, ...header },
  tags: tagsOf(said),
  row: row ? { line: 2, file: name, ...row } : null,
});
const doubtsOf = (given: Given) => photoDoubts(fileOf(given), SURFACES);
const described = (given: Given) => describePhoto(fileOf(given), RULES);

const BODY = { headingDeg: 90, pitchDeg: -30, rollDeg: 0 };
const SPHERE = { widthPx: 8000, heightPx: 4000 };
const GPANO = { isEquirectangular: true, headingDeg: 200, pitchDeg: 1, rollDeg: 2, crop: null };

describe('the type of a photo', () => {
  it.each<[string, Given, string]>([
    ['without a height', {}, 'ground'],
    ['29 m above the ground of the site', { position: { altitude: 59 } }, 'ground'],
    ['30 m above the ground of the site', { position: { altitude: 60 } }, 'airborne'],
    ['30 m above its take-off point', { position: { aboveStartM: 30 } }, 'airborne'],
    ['with a gimbal', { angles: { body: BODY } }, 'airborne'],
    ['twice as wide as high', { header: SPHERE }, 'panosphere'],
    ['that the table declares', { angles: { body: BODY }, row: { type: 'ground' } }, 'ground'],
  ])('%s', (_, given, type) => {
    expect(described(given).heightType).toBe(type);
  });
});

it('names a photo whose pitch may be from the horizon, unless the table gives it', () => {
  const doubtful = { angles: { body: BODY, isPitchDoubtful: true } };
  expect(doubtsOf(doubtful)).toEqual([expect.stringContaining('give heading, pitch and roll in a table')]);
  expect(doubtsOf({ ...doubtful, row: { pitch: -4 } })).toEqual([]);
  expect(doubtsOf({ angles: { body: BODY, isPitchDoubtful: false } })).toEqual([]);
});

describe('a panorama', () => {
  it('is twice as wide as high within a hundredth, or has GPano', () => {
    expect(isPanoramaOf(fileOf({ header: { widthPx: 8076, heightPx: 4000 } }))).toBe(true);
    expect(isPanoramaOf(fileOf({ header: { widthPx: 8084, heightPx: 4000 } }))).toBe(false);
    expect(isPanoramaOf(fileOf({ angles: { panorama: GPANO } }))).toBe(true);
    const cylinder = { ...GPANO, isEquirectangular: false };
    expect(isPanoramaOf(fileOf({ header: SPHERE, angles: { panorama: cylinder } }))).toBe(false);
  });

  it('has no field of view, and the angles of GPano, not those of a gimbal', () => {
    const lens = { focal35Mm: 24 };
    const panorama = described({ header: SPHERE, lens, angles: { panorama: GPANO, body: BODY } });
    expect(panorama).toMatchObject({
      projection: 'equirectangular',
      hfovDeg: null,
      headingDeg: 200,
      pitchDeg: 1,
      rollDeg: 2,
      anglesSource: 'file',
    });
  });

  it('is no picture of a lens for a part of the surroundings, unless GPano or the table says so', () => {
    const camera = { header: SPHERE, lens: { focalMm: 50, focal35Mm: 80 } };
    expect(described(camera)).toMatchObject({ projection: 'perspective', heightType: 'ground' });
    expect(doubtsOf(camera)).toEqual([expect.stringContaining('twice as wide as high')]);
    for (const said of [{ row: { type: 'panosphere' } as const }, { angles: { panorama: GPANO } }]) {
      expect(described({ ...camera, ...said }).projection).toBe('equirectangular');
      expect(doubtsOf({ ...camera, ...said })).toEqual([]);
    }
    // The two lenses of a Theta.
    expect(isPanoramaOf(fileOf({ header: SPHERE, lens: { focalMm: 1.3, focal35Mm: 7 } }))).toBe(true);
  });

  it('is an ordinary picture where the table gives another type', () => {
    expect(described({ header: SPHERE, row: { type: 'airborne' } }).projection).toBe('perspective');
  });

  it('that the table declares of another shape is refused with its size', () => {
    const given = { row: { type: 'panosphere' } } as const;
    expect(() => described(given)).toThrow(PictureRefusedError);
    expect(() => described(given)).toThrow('4000 × 3000 pixels');
  });
});

describe('the direction of a photo', () => {
  it.each<[string, Given, (number | null)[], string]>([
    ['of nothing', {}, [null, null, null], 'assumed'],
    [
      'of a compass to true north',
      { angles: { compass: { headingDeg: 45, isMagnetic: false } } },
      [45, 0, 0],
      'assumed',
    ],
    ['of a gimbal', { angles: { body: BODY } }, [90, -30, 0], 'file'],
    // The picture is shown turned clockwise by 90°, so its body was rolled by as much.
    ['of a gimbal, upright', { angles: { body: BODY }, header: { orientation: 6 } }, [90, -30, -90], 'file'],
    ['of the table', { angles: { body: BODY }, row: { heading: -10, pitch: 5, roll: 1 } }, [350, 5, 1], 'table'],
    ['of the table in part', { angles: { body: BODY }, row: { heading: 10 } }, [10, -30, 0], 'file'],
    // Without a heading the tilt still levels a panorama.
    [
      'of GPano without a heading',
      { header: SPHERE, angles: { panorama: { ...GPANO, headingDeg: null } } },
      [null, 1, 2],
      'assumed',
    ],
    ['of the tilt of a gimbal', { angles: { body: { ...BODY, headingDeg: null } } }, [null, -30, 0], 'assumed'],
    ['of the pitch alone', { row: { pitch: 3 } }, [null, null, null], 'assumed'],
    ['of a heading alone', { row: { heading: 10 } }, [10, 0, 0], 'assumed'],
  ])('%s', (_, given, [headingDeg, pitchDeg, rollDeg], anglesSource) => {
    expect(described(given)).toMatchObject({ headingDeg, pitchDeg, rollDeg, anglesSource });
  });

  it('of a magnetic compass is assumed, also where the table gives the other angles', () => {
    const compass = { headingDeg: 45, isMagnetic: true };
    expect(described({ angles: { compass }, row: { pitch: 5, roll: 1 } }).anglesSource).toBe('assumed');
    const toTrueNorth = { ...compass, isMagnetic: false };
    expect(described({ angles: { compass: toTrueNorth }, row: { pitch: 5, roll: 1 } }).anglesSource).toBe('file');
  });
});

describe('the pose of a photo is measured', () => {
  const measured: Given = { angles: { body: BODY }, position: { altitude: 90 }, row: { hfov: 70 } };
  it('with angles, an altitude and a field of view', () => {
    expect(described(measured)).toMatchObject({ isPoseMeasured: true, hfovDeg: 70, altitudeSource: 'ellipsoidal' });
  });

  it.each<[string, Given]>([
    ['angles', { ...measured, angles: {} }],
    ['an altitude', { ...measured, position: {} }],
    ['a field of view', { ...measured, row: {} }],
  ])('not without %s', (_, given) => {
    expect(described(given).isPoseMeasured).toBe(false);
  });
});

it('the field of view is that of the table, else that of the lens', () => {
  // 50 mm on film whose diagonal is 43.27 mm: a picture of 4:3 is 34.6 mm wide there.
  const lens = { focal35Mm: 50 };
  expect(described({ lens }).hfovDeg).toBeCloseTo(2 * Math.atan(34.613 / 2 / 50) * (180 / Math.PI), 2);
  expect(described({ lens, row: { hfov: 60 } }).hfovDeg).toBe(60);
});

it('the error of the position is that of the file, and unknown for positions of the table', () => {
  const position = { accuracyM: 0.02 };
  expect(described({ position }).accuracyM).toBe(0.02);
  expect(described({ position, row: { heading: 1 } }).accuracyM).toBe(0.02);
  expect(described({ position, row: { longitude: 138.491, latitude: -35.071 } }).accuracyM).toBeNull();
});

it('the name is that of the file without folders, its end where it is too long', () => {
  expect(described({})).toMatchObject({ name: 'a.jpg', sourceName: 'day 1/a.jpg', takenBy: 'Ana', ...TIME });
  const long = `${'x'.repeat(400)}.jpg`;
  const { name } = described({ name: `day 1/${long}` });
  expect(long.endsWith(name) && name.length < long.length).toBe(true);
});
