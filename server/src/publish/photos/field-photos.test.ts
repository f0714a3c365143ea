import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSampleFile, sampleFile } from '../testing/sample-data.ts';
import { photoImports } from '../testing/photo-imports.ts';

const PHOTOS = [
  '40-photo-position/d-minutes-decimal-seconds-zero-over-zero.jpg',
  '40-photo-position/f-xmp-exif-only.jpg',
  '41-photo-angles/j-autel-negative-pitch.jpg',
  '42-photo-pano/b-heading-missing.jpg',
  '42-photo-pano/f-wide-crop-2-1-not-pano.jpg',
];
const PLACE = { longitude: 8.6821, latitude: 50.1109, height: 146 };

describe.skipIf(!hasSampleFile('field'))('photos of the field (../shared/data/field)', () => {
  const { run, rows, aSite, stores } = photoImports();

  it('are placed and turned as they say, and what is assumed is said', async () => {
    const meta = { origin: PLACE, homeBookmark: null };
    await aSite('field', { data: { avatar: null, minimapMaxNativeZoom: null, meta } });
    for (const photo of PHOTOS)
      await copyFile(sampleFile(`field/${photo}`), path.join(stores().folder, path.basename(photo)));
    const { photos, warnings } = await run({ slug: 'field' });
    expect(photos).toMatchObject({ added: 5, refused: 0 });
    const [heading, zero, wide, xmp, autel] = await rows();
    for (const { longitude, latitude } of [zero!, xmp!])
      expect([longitude, latitude]).toEqual([expect.closeTo(8.6821, 6), expect.closeTo(50.1109, 6)]);
    expect(autel).toMatchObject({ headingDeg: 45, pitchDeg: -90 });
    expect(heading).toMatchObject({ projection: 'equirectangular', headingDeg: null, pitchDeg: 3, rollDeg: -1 });
    expect(wide).toMatchObject({ projection: 'perspective' });
    expect(warnings).toEqual([expect.stringMatching(/^f-wide-crop-2-1-not-pano\.jpg: twice as wide as high/)]);
  });
});
