import { expect, it } from 'vitest';
import { madePhoto } from '../testing/made-photo.ts';
import type { DroppedFile } from './dropped-file.ts';
import { photoParts } from './photo-parts.ts';

const AT = { longitude: 138.5, latitude: -34.9 };
const photo = (path: string, bytes: BlobPart): DroppedFile => ({ path, file: new File([bytes], path) });
const { signal } = new AbortController();

/** Content and notes of the part of these photos. */
async function said(photos: DroppedFile[], photoTables: DroppedFile[] = []) {
  const [part] = await photoParts({ photos, photoTables }, signal);
  return [part!.content, ...part!.notes.map(({ tone, text }) => `${tone}: ${text}`)];
}

it('photos say how many have a position; those without one are left out unless a table has it', async () => {
  const photos = [
    photo('a.jpg', madePhoto({ at: AT })),
    photo('b.JPG', madePhoto({ at: AT, before: 60_000 })),
    photo('c.jpg', madePhoto({ at: null })),
    photo('d.png', 'no picture at all'),
  ];
  expect(await said(photos)).toEqual([
    '4 photos, 2 with a position',
    'missing: 2 photos state no position and will be left out. A photo table, photos.csv, can give it.',
  ]);
  expect(await said(photos, [photo('photos.csv', 'file,longitude,latitude')])).toEqual([
    '4 photos, 2 with a position',
    'assumed: 2 photos state no position. The photo table must have it, or they are left out.',
  ]);
  expect(await said(photos.slice(0, 1))).toEqual(['1 photo, 1 with a position']);
});

it('photos whose tags may lie deeper than is read, or are of a refused format, are not counted as without a position', async () => {
  const deep = photo('deep.tif', new Uint8Array(5 * 1024 * 1024));
  const raw = photo('raw.dng', 'raw');
  expect(await said([deep, raw])).toEqual(['2 photos', expect.stringContaining('missing: 1 photo is in a format')]);
  expect(await said([deep, raw, photo('a.jpg', madePhoto({ at: AT }))])).toEqual([
    '3 photos, 1 of 1 that were looked at with a position',
    expect.stringContaining('in a format'),
  ]);
});

it('a damaged or endless head says nothing, and does not keep the plan from appearing', async () => {
  const long = madePhoto({ at: null, before: 65_000, hasPixels: false });
  const endless = new Uint8Array(300_000).map((_, n) => (n < long.length ? long[n]! : 0xff));
  expect(await said([photo('endless.jpg', endless)])).toEqual([
    '1 photo, 0 with a position',
    expect.stringContaining('states no position'),
  ]);
});
