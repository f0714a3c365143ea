import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { listSites } from '../register/stored-sites.ts';
import { aPhoto, gpsAt, TAG, tagged } from '../testing/made-photos.ts';
import { aB3dm, aFolder, aTileset } from '../testing/made-tiles.ts';
import { NEAR, photoImports } from '../testing/photo-imports.ts';

describe('importing bad photos', () => {
  const { put, photo, run, rows, pictures, work, temporary, stores } = photoImports();

  const bomb = async () => {
    const row = Buffer.alloc(30_000 * 3);
    const rowsOf = Buffer.concat(Array.from({ length: 100 }, () => row));
    const small = await sharp(rowsOf, { raw: { width: 30_000, height: 100, channels: 3 } })
      .jpeg()
      .toBuffer();
    // The height in the frame's header says more rows than there are.
    const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
    small.writeUInt16BE(15_000, frame + 5);
    return tagged(small, { gps: NEAR });
  };
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(2000, 7),
  ]);
  const cases: [string, () => Promise<Uint8Array> | Uint8Array | string, string][] = [
    ['empty', () => '', 'is empty.'],
    [
      'a GIF named .jpg',
      () =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
          .gif()
          .toBuffer(),
      'is a GIF; JPEG, PNG, WebP, TIFF and AVIF are taken.',
    ],
    ['text', () => 'no picture at all', 'is no picture;'],
    [
      'a truncated JPEG',
      async () => (await aPhoto({ gps: NEAR }, 900, 900)).subarray(0, 2000),
      'is damaged or not complete:',
    ],
    ['a bomb', bomb, 'has 30000 × 15000 pixels; at most 256 million are taken.'],
    ['HEIC of another codec', () => heic, 'is a HEIC picture, which this server cannot decode; convert it to JPEG.'],
    ['without GPS', () => aPhoto({}), 'says no position (GPS), and no table gives one.'],
    ['at 0, 0', () => aPhoto({ gps: gpsAt(0, 0, 0) }), 'says the position 0, 0,'],
    ['at latitude 95', () => aPhoto({ gps: gpsAt(10, 95) }), 'says a latitude of 95°, which does not exist.'],
    [
      'far away',
      () => aPhoto({ gps: gpsAt(138.49, 0.93) }),
      'km from the site, at 138.49000, 0.93000. Give --anywhere',
    ],
    [
      'with junk for EXIF',
      async () => {
        const plain = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#321' } })
          .jpeg()
          .toBuffer();
        const junk = Buffer.concat([
          Buffer.from([0xff, 0xe1, 0xff, 0xf0]),
          Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'),
          Buffer.alloc(65_518 - 14, 0xe7),
        ]);
        return Buffer.concat([plain.subarray(0, 2), junk, plain.subarray(2)]);
      },
      'says no position (GPS), and no table gives one.',
    ],
  ];

  it('names each with its reason, and imports the others', async () => {
    for (const [i, [, content]] of cases.entries()) await put(`bad${String(i).padStart(2, '0')}.jpg`, await content());
    await photo('good.jpg');
    const result = await run();
    expect(result.photos).toMatchObject({ added: 1, refused: cases.length });
    const told = [...result.warnings].sort();
    for (const i of cases.keys()) expect(told[i]).toMatch(new RegExp(`^bad${String(i).padStart(2, '0')}\\.jpg `));
    for (const [i, [name, , reason]] of cases.entries())
      expect([name, told[i]]).toEqual([name, expect.stringContaining(reason)]);
    expect([(await pictures()).length, await work()]).toEqual([1, []]);
  });

  it('fails where none remains, and then stores nothing, also no layer', async () => {
    await put('a.jpg', 'no picture');
    await put('b.jpg', await aPhoto({}));
    const layer = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
    temporary(layer);
    await expect(run({ slug: 'new', layers: { textured: layer } })).rejects.toThrow(
      'None of the 2 photos can be taken.',
    );
    expect((await listSites(stores().db)).map(({ slug }) => slug)).toEqual(['a']);
    expect([await pictures(), await work(), existsSync(path.join(stores().filesDir, 'models', 'new'))]).toEqual([
      [],
      [],
      false,
    ]);
  });

  it('reports a folder without pictures, and a missing folder', async () => {
    await expect(run()).rejects.toThrow('has no pictures');
    await expect(run({ photos: path.join(stores().folder, 'gone') })).rejects.toThrow('does not exist.');
  });

  it('does not believe the size that EXIF says', async () => {
    const stale = { [TAG.widthPx]: { short: 6000 }, [TAG.heightPx]: { short: 3000 }, [TAG.focal35Mm]: { short: 28 } };
    await photo('a.jpg', { exif: stale, gps: NEAR });
    await run();
    expect((await rows())[0]).toMatchObject({ widthPx: 400, heightPx: 300, projection: 'perspective' });
  });

  it('is below sea level where the file states it', async () => {
    await photo('a.jpg', { gps: gpsAt(138.49, -35.07, 12, 1) });
    await run({ altitudes: 'ellipsoidal' });
    expect((await rows())[0]!.altitude).toBe(-12);
  });

  it('accepts one that is far away on request', async () => {
    await photo('a.jpg', { gps: gpsAt(138.49, 0.93) });
    expect((await run({ anywhere: true })).photos).toMatchObject({ added: 1 });
  });

  it('continues after one that crashes the process of its reader', async () => {
    // An interlaced picture is decoded whole: 9,000 × 9,000 pixels are 243 MB.
    const whole = sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#123' } });
    await put('b-large.png', await whole.png({ progressive: true, compressionLevel: 1 }).toBuffer());
    await put('photos.csv', 'file,longitude,latitude\nb-large.png,138.49,-35.07');
    for (const name of ['a', 'c', 'd']) await photo(`${name}.jpg`);
    const { photos, warnings } = await run({}, { convertMemoryMb: 300 });
    expect(photos).toMatchObject({ added: 3, refused: 1 });
    expect(warnings).toEqual([expect.stringContaining('b-large.png needs more than 300 MB of memory to be read')]);
    expect([(await pictures()).length, await work()]).toEqual([3, []]);
  });
});
