import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { aPhoto, fraction, gpsAt, type MadeTags, TAG } from '../testing/made-photos.ts';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { cropOf, uprightAngles } from './photo-angles.ts';
import { hfovDegOf } from './photo-lens.ts';
import { readPhotoTags } from './photo-tags.ts';

const read = async (tags: MadeTags) => readPhotoTags(await aPhoto(tags));
const ofSample = async (name: string) => readPhotoTags(await readFile(sampleFile(`photos/${name}`)));

describe('the position that a photo says', () => {
  it('is in signed degrees, its altitude by its reference', async () => {
    const { position } = await read({ gps: gpsAt(-43.5, -22.25, 12.5) });
    expect(position).toEqual({
      longitude: -43.5,
      latitude: -22.25,
      withoutSide: [],
      altitude: 12.5,
      altitudeDatum: null,
      vertical: null,
      accuracyM: null,
      aboveStartM: null,
    });
  });

  it.each([
    [0, 30, null],
    [1, -30, null],
    [2, 30, 'orthometric'],
    [3, -30, 'orthometric'],
  ] as const)('with reference %i has an altitude of %d m', async (reference, altitude, altitudeDatum) => {
    const { position } = await read({ gps: gpsAt(10, 50, 30, reference) });
    expect(position).toMatchObject({ altitude, altitudeDatum });
  });

  it.each([
    ['ellipsoidal', 'ellipsoidal', null],
    ['EPSG:5711', 'orthometric', { epsg: 5711, name: 'EPSG:5711' }],
    ['EPSG:4326+5773', 'orthometric', { epsg: 5773, name: 'EPSG:4326+5773' }],
    ['NAVD88 height', 'orthometric', { epsg: null, name: 'NAVD88 height' }],
  ])('with the system of heights %s is above that', async (named, altitudeDatum, vertical) => {
    const { position } = await read({ gps: gpsAt(10, 50, 30), xmp: { 'Camera:VertCS': named } });
    expect(position).toMatchObject({ altitudeDatum, vertical });
  });

  it('of a receiver with corrections is above the ellipsoid, with its error', async () => {
    const dji = { 'drone-dji:RtkFlag': 50, 'drone-dji:RtkStdLon': '0.011', 'drone-dji:RtkStdHgt': '0.024' };
    const { position } = await read({
      gps: gpsAt(10, 50, 30),
      xmp: { ...dji, 'drone-dji:RelativeAltitude': '+41.20' },
    });
    expect(position).toMatchObject({ altitudeDatum: 'ellipsoidal', accuracyM: 0.024, aboveStartM: 41.2 });
  });

  it('may have an error, which is absent where a fraction is 0/0', async () => {
    const { position } = await read({
      gps: { ...gpsAt(10, 50), [TAG.error]: fraction(4.5), [TAG.altitude]: { fractions: [[0, 0]] } },
    });
    expect(position).toMatchObject({ longitude: 10, latitude: 50, altitude: null, accuracyM: 4.5 });
  });

  const fractions = (...parts: readonly [number, number][]) => ({ fractions: parts });

  it('has seconds of 0/0 where its minutes are fractions, and is absent where they are not', async () => {
    const sides = { [TAG.latitudeRef]: 'S', [TAG.longitudeRef]: 'E' };
    const longitude = fractions([8, 1], [409_260, 10_000], [0, 0]);
    const { position } = await read({
      gps: { ...sides, [TAG.latitude]: fractions([50, 1], [66_540, 10_000], [0, 0]), [TAG.longitude]: longitude },
    });
    expect([position.latitude, position.longitude]).toEqual([expect.closeTo(-50.1109, 9), expect.closeTo(8.6821, 9)]);
    const whole = await read({
      gps: { ...sides, [TAG.latitude]: fractions([50, 1], [6, 1], [0, 0]), [TAG.longitude]: longitude },
    });
    expect(whole.position.latitude).toBeNull();
  });

  it('may lack its sides', async () => {
    const { [TAG.latitudeRef]: _, ...gps } = gpsAt(10, 50);
    expect((await read({ gps })).position).toMatchObject({ latitude: 50, withoutSide: ['latitude'] });
  });

  it('may be in XMP alone, with its altitude, direction and time', async () => {
    const tags = await read({
      xmp: {
        'exif:GPSLatitude': '50,6.654N',
        'exif:GPSLongitude': '8,40,55.56W',
        'exif:GPSAltitude': '1500/10',
        'exif:GPSAltitudeRef': 1,
        'exif:GPSImgDirection': '4500/100',
        'exif:GPSImgDirectionRef': 'T',
        'exif:DateTimeOriginal': '2024-05-01T10:20:30+02:00',
      },
    });
    expect(tags.position).toMatchObject({
      latitude: expect.closeTo(50.1109, 9),
      longitude: expect.closeTo(-8.6821, 9),
      withoutSide: [],
      altitude: -150,
    });
    expect(tags.angles.compass).toEqual({ headingDeg: 45, isMagnetic: false });
    expect(tags.time).toEqual({ takenAt: new Date('2024-05-01T08:20:30Z'), hasZone: true });
  });

  it('is absent where there are no tags, or invalid ones', async () => {
    const nothing = { longitude: null, latitude: null, altitude: null };
    expect(readPhotoTags(Buffer.from('no picture')).position).toMatchObject(nothing);
    const junk = Buffer.alloc(65_000, 0xa7);
    expect(
      readPhotoTags(
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xfd, 0xf0]), Buffer.from('Exif\0\0II*\0'), junk]),
      ).position,
    ).toMatchObject(nothing);
  });
});

describe('the direction that a photo says', () => {
  // Autel has the names and the namespace of DJI, under its own prefix.
  it.each(['drone-dji', 'drone'])(
    'is that of the gimbal of DJI and Autel, below the horizon negative: %s',
    async (prefix) => {
      const xmp = {
        [`${prefix}:GimbalYawDegree`]: '-132.00',
        [`${prefix}:GimbalPitchDegree`]: '-45.50',
        [`${prefix}:GimbalRollDegree`]: '+1.00',
      };
      expect((await read({ xmp })).angles.body).toEqual({ headingDeg: 228, pitchDeg: -45.5, rollDeg: 1 });
    },
  );

  it.each([
    [0, -90],
    [30, -60],
    [90, 0],
  ])('of an Autel with the namespace of Pix4D counts from straight down: %i is %i', async (said, pitchDeg) => {
    const image = { [TAG.make]: 'Autel Robotics', [TAG.model]: 'XT705' };
    const tags = await read({ image, xmp: { 'Camera:Yaw': 75.5, 'Camera:Pitch': said, 'Camera:Roll': 0 } });
    expect(tags.camera).toBe('Autel Robotics XT705');
    expect(tags.angles.body!.headingDeg).toBeCloseTo(75.5, 6);
    expect(tags.angles.body!.pitchDeg).toBeCloseTo(pitchDeg, 6);
    expect(tags.angles.body!.rollDeg).toBeCloseTo(0, 6);
  });

  it.each([
    ['Camera', 'XL715', -90],
    ['Autel Robotics', 'XT709', -8],
    ['', '', -45],
  ])('of the namespace of Pix4D is from the horizon where it is negative: “%s %s”', async (make, model, pitch) => {
    const tags = await read({
      image: { [TAG.make]: make, [TAG.model]: model },
      xmp: { 'Camera:Yaw': 45, 'Camera:Pitch': pitch, 'Camera:Roll': 0 },
    });
    expect(tags.angles.body).toEqual({ headingDeg: 45, pitchDeg: pitch, rollDeg: 0 });
  });

  it.each([
    ['', -4, true],
    ['Hasselblad', -29, true],
    ['senseFly', -4, false],
    ['Parrot', -4, false],
    ['', 4, false],
    ['', -45, false],
  ])(
    'of an aircraft that tips back a little is from straight down, a doubt by “%s” at %i is %s',
    async (make, pitch, is) => {
      const image = { [TAG.make]: make };
      const { angles } = await read({ image, xmp: { 'Camera:Yaw': 45, 'Camera:Pitch': pitch, 'Camera:Roll': 0 } });
      expect(angles.isPitchDoubtful).toBe(is);
      if (pitch > -30) expect(angles.body!.pitchDeg).toBeCloseTo(-90 + Math.abs(pitch), 6);
      if (pitch === -4) expect(angles.body!.headingDeg).toBeCloseTo(225, 6);
    },
  );

  it('is that of the camera of Parrot, before that of its body', async () => {
    const xmp = {
      'drone-parrot:CameraYawDegree': 176.3,
      'drone-parrot:CameraPitchDegree': -78.4,
      'drone-parrot:CameraRollDegree': -0.3,
    };
    const body = { 'Camera:Yaw': 1, 'Camera:Pitch': 2, 'Camera:Roll': 3 };
    expect((await read({ xmp: { ...xmp, ...body } })).angles.body).toEqual({
      headingDeg: 176.3,
      pitchDeg: -78.4,
      rollDeg: -0.3,
    });
  });

  it.each([
    ['straight down', [30, 0, 0], [30, -90, 0]],
    ['level', [30, 90, 0], [30, 0, 0]],
    ['halfway', [200, 45, 0], [200, -45, 0]],
    // A body that flies north, rolled so that its right side is down, looks out to the west.
    ['aside', [0, 0, 30], [270, -60, -90]],
  ] as const)('of a body that looks down is turned to %s', async (_name, [yaw, pitch, roll], [heading, up, about]) => {
    const { body } = (await read({ xmp: { 'Camera:Yaw': yaw, 'Camera:Pitch': pitch, 'Camera:Roll': roll } })).angles;
    expect(body!.headingDeg).toBeCloseTo(heading, 6);
    expect(body!.pitchDeg).toBeCloseTo(up, 6);
    expect(Math.abs(body!.rollDeg)).toBeCloseTo(Math.abs(about), 6);
  });

  it.each(['T', 'M'])('of the compass says which north it is from: %s', async (reference) => {
    const gps = { ...gpsAt(10, 50), [TAG.directionRef]: reference, [TAG.direction]: fraction(23.25) };
    expect((await read({ gps })).angles.compass).toEqual({ headingDeg: 23.25, isMagnetic: reference === 'M' });
  });

  it.each([
    [1, 5, 5],
    [3, 180, 0],
    [6, 92, 2],
    [8, -88, 2],
    [2, 5, 5],
    [7, 92, 2],
  ])(
    'of a picture with orientation %i that its body rolled by %d° is rolled by %d°',
    (orientation, rollDeg, upright) => {
      expect(uprightAngles({ headingDeg: 10, pitchDeg: -20, rollDeg }, orientation)).toEqual({
        headingDeg: 10,
        pitchDeg: -20,
        rollDeg: upright,
      });
    },
  );

  it('of a panorama is that of its middle, with the part that it covers', async () => {
    const pano = {
      'GPano:ProjectionType': 'equirectangular',
      'GPano:PoseHeadingDegrees': 350.5,
      'GPano:PosePitchDegrees': -1,
    };
    const part = {
      'GPano:FullPanoWidthPixels': 8000,
      'GPano:FullPanoHeightPixels': 4000,
      'GPano:CroppedAreaLeftPixels': 0,
      'GPano:CroppedAreaTopPixels': 1000,
      'GPano:CroppedAreaImageWidthPixels': 8000,
    };
    const { panorama } = (await read({ xmp: { ...pano, ...part } })).angles;
    expect(panorama).toMatchObject({ isEquirectangular: true, headingDeg: 350.5, pitchDeg: -1, rollDeg: null });
    expect(cropOf(panorama!, 8000, 2000)).toEqual({ fullWidthPx: 8000, fullHeightPx: 4000, leftPx: 0, topPx: 1000 });
    expect(cropOf(panorama!, 4000, 1000)).toEqual({ fullWidthPx: 4000, fullHeightPx: 2000, leftPx: 0, topPx: 500 });
    expect(cropOf(panorama!, 8000, 4000)).toBeNull();
  });
});

describe('the field of view of a photo', () => {
  const FULL = { widthPx: 6000, heightPx: 4000 };
  const of = async (exif: MadeTags['exif'], size = FULL) => hfovDegOf((await read({ exif: exif! })).lens, size);
  const degrees = (half: number) => (2 * Math.atan(half) * 180) / Math.PI;

  it('is that of 35 mm film by its diagonal, upright and across', async () => {
    const exif = { [TAG.focal35Mm]: { short: 28 } };
    expect(await of(exif)).toBeCloseTo(degrees(18 / 28), 6);
    expect(await of(exif, { widthPx: 4000, heightPx: 6000 })).toBeCloseTo(degrees(12 / 28), 6);
  });

  const sensor = { [TAG.focalMm]: fraction(50), [TAG.planeX]: fraction(2000), [TAG.planeUnit]: { short: 3 } };
  it('is that of the sensor, whose pixels may have become fewer', async () => {
    // 2,000 px a centimetre: 6,000 px are 30 mm.
    expect(await of(sensor)).toBeCloseTo(degrees(15 / 50), 6);
    const taken = { ...sensor, [TAG.widthPx]: { short: 6000 }, [TAG.heightPx]: { short: 4000 } };
    expect(await of(taken, { widthPx: 1500, heightPx: 1000 })).toBeCloseTo(degrees(15 / 50), 6);
    expect(await of(taken, { widthPx: 1000, heightPx: 1500 })).toBeCloseTo(degrees(10 / 50), 6);
  });

  it('is not that of a sensor whose picture was cropped, or which contradicts the film', async () => {
    expect(await of({ ...sensor, [TAG.widthPx]: { short: 6000 }, [TAG.heightPx]: { short: 6000 } })).toBeNull();
    expect(await of({ ...sensor, [TAG.focal35Mm]: { short: 28 } })).toBeCloseTo(degrees(18 / 28), 6);
  });

  it('is not known without a lens', async () => {
    expect(await of({ [TAG.focalMm]: fraction(5) })).toBeNull();
    expect(await of({ [TAG.focal35Mm]: { short: 0 } })).toBeNull();
  });
});

describe('the time of a photo', () => {
  const at = { [TAG.taken]: '2024:06:23 16:31:59' };
  const utc = (time: readonly [number, number, number], day = '2024:06:23') => ({
    [TAG.day]: day,
    [TAG.time]: { fractions: time.map((part) => [part, 1] as const) },
  });

  it.each<[string, MadeTags, string | null, boolean]>([
    ['with a zone', { exif: { ...at, [TAG.zone]: '+09:30' } }, '2024-06-23T07:01:59.000Z', true],
    ['without one', { exif: at }, '2024-06-23T16:31:59.000Z', false],
    ['whose zone the satellites give', { exif: at, gps: utc([14, 31, 50]) }, '2024-06-23T14:31:59.000Z', true],
    [
      'whose satellites are of yesterday',
      { exif: at, gps: utc([14, 11, 0], '2024:06:22') },
      '2024-06-23T16:31:59.000Z',
      false,
    ],
    ['of the satellites alone', { gps: utc([14, 31, 50]) }, '2024-06-23T14:31:50.000Z', true],
    ['that does not exist', { exif: { [TAG.taken]: '2024:02:30 10:00:00' } }, null, false],
    ['of zeros', { exif: { [TAG.taken]: '0000:00:00 00:00:00' } }, null, false],
  ])('%s', async (_name, tags, iso, hasZone) => {
    const { time } = await read(tags);
    expect({ iso: time.takenAt?.toISOString() ?? null, hasZone: time.hasZone }).toEqual({ iso, hasZone });
  });
});

describe('the camera of a photo', () => {
  it.each([
    ['DJI', 'FC300S', 'DJI FC300S'],
    ['Canon', 'Canon EOS R', 'Canon EOS R'],
    ['', '', ''],
  ])('%s %s is called %s', async (make, model, camera) => {
    expect((await read({ image: { [TAG.make]: make, [TAG.model]: model } })).camera).toBe(camera);
  });
});

describe.runIf(hasSampleFile('photos/README.md') || hasSampleFile('photos/pano/examplepano.jpg'))('real photos', () => {
  it.each([
    ['DJI_0018', 46.842607, -91.99456, 45],
    ['DJI_0020', 46.842778, -91.994299, 44.2],
    ['DJI_0026', 46.84269, -91.993954, 228],
  ])('of a DJI Phantom: %s', async (name, latitude, longitude, headingDeg) => {
    const tags = await ofSample(`drone-brighton-beach/${name}.JPG`);
    expect(tags.position.latitude).toBeCloseTo(latitude, 5);
    expect(tags.position.longitude).toBeCloseTo(longitude, 5);
    expect(tags.position.altitude).toBeGreaterThan(198.2);
    expect(tags.position.altitude).toBeLessThan(198.7);
    expect(Math.round(tags.position.aboveStartM!)).toBe(40);
    expect(tags.angles.body!.pitchDeg).toBe(-89.9);
    expect(tags.angles.body!.headingDeg).toBeCloseTo(headingDeg, 6);
    expect(tags.camera).toBe('DJI FC300S');
    expect(tags.time.takenAt!.toISOString().slice(0, 10)).toBe('2016-06-23');
  });

  it('of a phone, with a compass', async () => {
    const { position, angles, camera } = await ofSample('ground-gps/iphone6.jpg');
    expect([position.latitude!.toFixed(6), position.longitude!.toFixed(6)]).toEqual(['51.762408', '-0.317892']);
    expect(position.altitude).toBeCloseTo(111.26, 2);
    expect(angles.compass!.headingDeg).toBeCloseTo(23.254, 3);
    expect([angles.body, camera]).toEqual([null, 'Apple iPhone 6']);
  });

  it('of a compact camera, without an altitude', async () => {
    const { position } = await ofSample('ground-gps/DSCN0010.jpg');
    expect([position.latitude!.toFixed(6), position.longitude!.toFixed(6)]).toEqual(['43.467448', '11.885127']);
    expect(position.altitude).toBeNull();
  });

  it('of a panorama with GPano', async () => {
    const { angles } = await ofSample('pano/examplepano-gpano-synthetic.jpg');
    expect(angles.panorama).toMatchObject({ isEquirectangular: true, headingDeg: 90 });
    expect(cropOf(angles.panorama!, 4096, 2048)).toBeNull();
  });
});
