import { describe, expect, it } from 'vitest';
import type { TileContent } from '../content.ts';
import { makeTile, triangleGlb } from '../testing/make-files.ts';
import { contextFor } from '../testing/node-platform.ts';
import { archiveKindOf, type OwnArchive } from './archive-kinds.ts';
import { openArchive, OpenArchives } from './own-archive.ts';
import { type MadeFile, madeZip } from './testing/made-zip.ts';

const TILESET = {
  asset: { version: '1.1' },
  geometricError: 1,
  root: { boundingVolume: { sphere: [0, 0, 0, 1] }, geometricError: 0 },
};
const FILES: MadeFile[] = [
  { name: 'tileset.json', bytes: JSON.stringify(TILESET), method: 8 },
  { name: 'content/valve 7.glb', bytes: triangleGlb(), method: 8 },
  {
    name: 'content/old.b3dm',
    bytes: makeTile('b3dm', { feature: { BATCH_LENGTH: 2 }, batch: { id: [4, 5] } }, triangleGlb()),
  },
];
const archiveOf = (files: readonly MadeFile[]): OwnArchive => ({
  id: 3,
  kind: '3tz',
  file: new File([madeZip(files)], 'plant.3tz'),
});

async function parsed(address: string, files: readonly MadeFile[] = FILES) {
  const archive = await openArchive(archiveOf(files));
  const base = contextFor(new URL(address, archive.url).href);
  return archive.parse({ ...base, platform: { ...base.platform, fetchBytes: archive.read } });
}

it('archives are known by the end of their names', () => {
  expect(['Plant.3TZ', 'a.slpk', 'a.zip', '3tz'].map(archiveKindOf)).toEqual(['3tz', 'slpk', null, null]);
});

describe('a 3D Tiles archive', () => {
  it('gives its tileset and its contents by their addresses', async () => {
    expect(await parsed('tileset.json')).toEqual({ type: 'tileset', tileset: { json: TILESET } });
    expect((await parsed('content/valve%207.glb')).type).toBe('content');
  });

  it('has no features of its own: numbers of the site mean other things', async () => {
    const { content } = (await parsed('content/old.b3dm')) as { content: TileContent };
    expect([content.featureCount, content.properties]).toEqual([0, null]);
    expect(content.primitives.map(({ featureIds }) => featureIds)).toEqual([null]);
  });

  it.each([
    ['content/none.glb', 'plant.3tz: It has no file “content/none.glb”.'],
    ['../../../etc/passwd', 'plant.3tz: It has no file “etc/passwd”.'],
    ['https://example.com/a.glb', 'plant.3tz: It refers to another place, example.com.'],
    ['/api/sites', 'plant.3tz: It has no file “api/sites”.'],
  ])('refuses %s', async (address, reason) => {
    await expect(parsed(address)).rejects.toThrow(reason);
  });

  it('without a tileset is refused', async () => {
    await expect(parsed('tileset.json', FILES.slice(1))).rejects.toThrow('plant.3tz: It has no file tileset.json.');
  });

  it('is opened once, and again after it was closed or could not be opened', async () => {
    const archives = new OpenArchives();
    const archive = archiveOf(FILES);
    const first = archives.get(archive);
    expect(archives.get(archive)).toBe(first);
    archives.close(archive.id);
    expect(archives.get(archive)).not.toBe(first);
    const bad = { ...archive, id: 4, file: new File(['no archive'], 'bad.3tz') };
    const failing = archives.get(bad);
    await expect(failing).rejects.toThrow('bad.3tz: It is no ZIP archive');
    expect(archives.get(bad)).not.toBe(failing);
  });
});
