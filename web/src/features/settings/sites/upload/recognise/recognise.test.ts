import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UploadPart } from '@overlook/shared/schemas';
import { assignLayers, type PartChoices } from './assign-layers.ts';
import type { DroppedFile } from './dropped-file.ts';
import { recognise } from './recognise.ts';
import { madeLas } from '../testing/made-las.ts';

const dropped = (filePath: string, content: BlobPart = 'x', lastModified = 1): DroppedFile => ({
  path: filePath,
  file: new File([content], path.basename(filePath), { lastModified }),
});
const { signal } = new AbortController();
const partsOf = async (files: readonly DroppedFile[]) => (await recognise(files, signal)).parts;

/** Layer and place of each part, "-" for one that is not sent. */
async function planOf(files: readonly DroppedFile[], choices: PartChoices = {}): Promise<string[]> {
  return assignLayers(await partsOf(files), choices).map(
    ({ part, layer, isChosen }) => `${isChosen ? layer : '-'} ${part.kind} ${part.place} ${part.files.length}`,
  );
}

describe('a dropped folder', () => {
  it('is its parts, by names and first bytes', async () => {
    const plan = await planOf([
      dropped('Site 1/textured/tileset.json'),
      dropped('Site 1/textured/tiles/0.b3dm'),
      dropped('Site 1/textured/inner/tileset.json'),
      dropped('Site 1/textured/pictures/a.jpg'),
      dropped('Site 1/scan/a.laz'),
      dropped('Site 1/scan/more/b.e57'),
      dropped('Site 1/design/deck.ifc'),
      dropped('Site 1/design/pipes.gltf', '{"buffers":[{"uri":"pipes%20a.bin"}],"images":[{"uri":"pic/rust.png"}]}'),
      dropped('Site 1/design/pipes a.bin'),
      dropped('Site 1/design/pic/rust.png'),
      dropped('Site 1/design/tags.csv', 'guid;Item/Weight\n1;2\n'),
      dropped('Site 1/photos/east/1.JPG'),
      dropped('Site 1/photos/photos.csv', 'file,longitude,latitude\n'),
      dropped('Site 1/notes/field-notes.docx'),
      dropped('Site 1/notes/readme.txt', 'Hello'),
    ]);
    expect(plan).toEqual([
      'textured tileset textured/tileset.json 4',
      'points points scan 2',
      'cad cad design 4',
      'properties properties design/tags.csv 1',
      'photos photos photos/east/1.JPG 1',
      'photoTable photoTable photos/photos.csv 1',
      '- other notes 2',
    ]);
  });

  it('gives paths that the importer reads: below the tileset, and below the table of photos', async () => {
    const parts = await partsOf([
      dropped('d/tiles/tileset.json'),
      dropped('d/tiles/a/0.glb'),
      dropped('d/p/photos.csv', 'file,heading\n'),
      dropped('d/p/east/1.jpg'),
      dropped('d/p/east/2.jpg'),
    ]);
    expect(parts.map(({ files }) => files.map((file) => file.path))).toEqual([
      ['a/0.glb', 'tileset.json'],
      ['east/1.jpg', 'east/2.jpg'],
      ['photos.csv'],
    ]);
  });

  it('leaves hidden, empty and unstorable files out and counts them', async () => {
    const selection = await recognise(
      [
        dropped('d/a.laz'),
        dropped('d/.DS_Store'),
        dropped('d/__MACOSX/a.laz'),
        dropped('d/Thumbs.db'),
        dropped('d/empty.las', ''),
        dropped('d/a\\b.las'),
      ],
      signal,
    );
    expect(selection.leftOut).toEqual({ hidden: 3, empty: 1, unstorable: 1 });
    expect([selection.title, selection.files, selection.bytes]).toEqual(['d', 1, 1]);
  });

  it('is known again by paths, sizes and dates', async () => {
    const hash = async (...files: DroppedFile[]) => (await recognise(files, signal)).hash;
    const one = await hash(dropped('a/b.laz'), dropped('a/c.laz'));
    expect(await hash(dropped('a/c.laz'), dropped('a/b.laz'))).toBe(one);
    expect(await hash(dropped('a/b.laz', 'x', 2), dropped('a/c.laz'))).not.toBe(one);
    expect(await hash(dropped('a/b.laz', 'xx'), dropped('a/c.laz'))).not.toBe(one);
  });

  it('may have very many files', async () => {
    const entry = dropped('d/t/tileset.json');
    const tiles = Array.from({ length: 99_999 }, (_, i) => ({ path: `d/t/${i}.glb`, file: entry.file }));
    const [part] = await partsOf([entry, ...tiles]);
    expect([part!.files.length, part!.content]).toEqual([100_000, '99,999 tiles']);
  });
});

describe('the layer of a tileset', () => {
  it.each<[string, UploadPart]>([
    ['Plant/tileset.json', 'textured'],
    ['Plant_shaded_2026/tileset.json', 'shaded'],
    ['mesh/tileset.json', 'shaded'],
    ['textured-mesh/tileset.json', 'textured'],
    ['scan/textured/tileset.json', 'textured'],
    ['point cloud/tileset.json', 'points'],
    ['BIM/tileset.json', 'cad'],
    ['academy/tileset.json', 'textured'],
    ['shaded.3tz', 'shaded'],
  ])('of %s is %s', async (place, layer) => {
    expect((await partsOf([dropped(place), dropped('other.xyz')]))[0]!.layers[0]).toBe(layer);
  });

  it('is what its files say before what its name says', async () => {
    expect(await planOf([dropped('a/textured/tileset.json'), dropped('a/textured/0.pnts')])).toEqual([
      'points tileset textured/tileset.json 2',
    ]);
  });

  it('is taken once; the second waits until another layer is chosen', async () => {
    const files = [dropped('d/a/tileset.json'), dropped('d/b/tileset.json'), dropped('d/c.3tz')];
    expect(await planOf(files)).toEqual([
      'textured tileset a/tileset.json 1',
      '- tileset b/tileset.json 1',
      '- archive c.3tz 1',
    ]);
    const [, second] = assignLayers(await partsOf(files), {});
    expect(second!.takenBy?.place).toBe('a/tileset.json');
    expect(await planOf(files, { 'tileset b/tileset.json': { layer: 'shaded' } })).toContain(
      'shaded tileset b/tileset.json 1',
    );
    expect(await planOf(files, { 'tileset a/tileset.json': { isChosen: false } })).toContain(
      'textured tileset b/tileset.json 1',
    );
    const clouds = [...files, dropped('d/s.laz')];
    expect(await planOf(clouds, { 'archive c.3tz': { layer: 'points' } })).toContain('- points s.laz 1');
  });
});

it('properties and a photo table are nothing without what they belong to', async () => {
  const files = [dropped('d/tags.csv', 'name,a\n'), dropped('d/photos.csv', 'file\n')];
  expect(await planOf(files)).toEqual(['- properties tags.csv 1', '- photoTable photos.csv 1']);
  const more = [...files, dropped('d/m.glb'), dropped('d/1.jpg')];
  expect((await planOf(more)).map((line) => line.split(' ')[0])).toEqual(['cad', 'properties', 'photos', 'photoTable']);
  expect(await planOf(more, { 'cad m.glb': { isChosen: false } })).toContain('- properties tags.csv 1');
});

const SHARED = path.resolve(import.meta.dirname, '../../../../../../../../shared/data');
const E57 = path.join(SHARED, 'pointclouds/e57/pumpAVisualReferenceImage.e57');

describe('point clouds', () => {
  it('say no bounds where a writer has left them out, so that no false place is shown', async () => {
    const [part] = await partsOf([dropped('d/a.las', madeLas({ points: 3, epsg: 7854 }))]);
    expect(part!.points!.bounds).toBeNull();
  });

  it('say points, bounds, system and date from their heads', async () => {
    const [part] = await partsOf([
      dropped('d/a.las', madeLas({ points: 3, epsg: 7854, most: [10, 20, 5], made: [2026, 32] })),
      dropped('d/b.las', madeLas({ points: 4, epsg: 7854, least: [-5, 0, 0], most: [1, 1, 9] })),
    ]);
    const { points, bounds, systems, made, stated } = part!.points!;
    expect([points, stated]).toEqual([7, 2]);
    expect(bounds).toEqual({ least: [-5, 0, 0], most: [10, 20, 9] });
    expect(systems).toEqual([{ name: 'GDA2020 / MGA zone 54', epsg: 7854, heights: null, vertical: null }]);
    expect(made?.map((date) => `${date.getMonth()} ${date.getDate()}`)).toEqual(['1 1', '1 1']);
    expect(part!.content).toBe('7 points');
    expect(part!.notes.map(({ tone }) => tone)).toEqual(['assumed']);
  });

  it.skipIf(!existsSync(E57))('of E57 say points, pictures and scan positions', async () => {
    const [part] = await partsOf([dropped('d/pump.e57', readFileSync(E57))]);
    expect(part!.content).toBe('155,000 points, 1 picture, 1 scan position');
    expect(part!.points).toMatchObject({ files: 1, stated: 0, pictures: 1, scanPositions: 1 });
    expect(part!.points!.made?.[0]?.toISOString()).toBe('2011-08-03T20:27:30.780Z');
  });

  it('say what the import will refuse', async () => {
    const notes = async (...files: DroppedFile[]) => (await partsOf(files))[0]!.notes.map(({ text }) => text).join(' ');
    const las = (epsg: number | null) => madeLas({ points: 1, epsg });
    expect(await notes(dropped('a.las', las(7854)), dropped('b.las', las(7855)))).toContain('different coordinate');
    expect(await notes(dropped('a.las', las(null)))).toContain('1 file of 1 states no coordinate system');
    expect(await notes(dropped('a.las', 'nothing'))).toContain('a.las cannot be read as a point cloud');
  });
});

const FIELD = path.join(SHARED, 'field');
const fieldFiles = (folder: string): DroppedFile[] =>
  readdirSync(path.join(FIELD, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(FIELD, folder, name)).isFile())
    .map((name) => dropped(`${folder}/${name}`, readFileSync(path.join(FIELD, folder, name))));

describe.skipIf(!existsSync(FIELD))('field files (shared/data/field beside the project)', () => {
  it.each([
    ['13-las-state-plane', /^points points/],
    ['40-photo-position', /^photos photos/],
    ['34-ifc-crs', /^cad cad/],
    ['20-tiles-gzipped', /^\w+ tileset/],
  ])('%s', async (folder, expected) => {
    const plan = await planOf(fieldFiles(folder));
    expect(
      plan.some((line) => expected.test(line)),
      plan.join('; '),
    ).toBe(true);
  });
});
