import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkInProcess } from './check-process.ts';
import { aB3dm, aFolder, aGlbOf, aRoot, aTileset, aTriangle } from '../testing/made-tiles.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function source(files: Parameters<typeof aFolder>[0]): Promise<string> {
  const folder = await aFolder(files);
  folders.push(folder);
  return folder;
}
const check = (folder: string, options: { memoryMb?: number; signal?: AbortSignal } = {}) =>
  checkInProcess({ layers: [['textured', folder]] }, { memoryMb: 1024, ...options });

describe('layers that are checked in a limited process', () => {
  it('return their files, generated files, place and warnings', async () => {
    const { json, bin } = aTriangle();
    const tile = aB3dm({ glb: aGlbOf({ ...json, images: [{ uri: 'photo.jpg' }] }, bin) });
    const folder = await source({ 'tileset.json': aTileset(aRoot({ transform: undefined })), 'tile.b3dm': tile });
    const at = { longitude: 10, latitude: 50, height: 100 };
    const seen: object[] = [];
    const [layer] = await checkInProcess(
      { layers: [['textured', folder]], at },
      { memoryMb: 1024, onProgress: (progress) => seen.push(progress) },
    );
    expect([...layer!.folder.files.keys()].sort()).toEqual(['tile.b3dm', 'tileset.json']);
    expect(layer!.folder.absolute('tile.b3dm')).toBe(path.join(folder, 'tile.b3dm'));
    expect(layer).toMatchObject({ layer: 'textured', entry: 'models.json', ground: at, facts: { triangles: 1 } });
    expect(Buffer.from(layer!.generated.get('models.json')!).toString()).toContain('"url": "tileset.json"');
    expect(layer!.cornersEcef).toHaveLength(8);
    expect(layer!.warnings).toEqual([expect.stringContaining('“photo.jpg”')]);
    expect(seen[0]).toEqual({ layer: 'textured', done: 0 });
  });

  it('are refused as in this process', async () => {
    await expect(check(await source({ 'tileset.json': aTileset() }))).rejects.toMatchObject({
      name: 'ImportRefusedError',
      file: 'tileset.json',
      place: 'root.content.uri',
      reason: '“tile.b3dm” does not exist.',
    });
  });

  it('are refused when they exceed the memory limit', async () => {
    // 12 bytes a number in memory, and 30 million of them.
    const numbers = Buffer.from(`{"asset":{"version":"1.1"},"extras":[${'1,'.repeat(3e7)}1]}`);
    const folder = await source({ 'tileset.json': numbers });
    await expect(check(folder, { memoryMb: 300 })).rejects.toMatchObject({
      name: 'ImportRefusedError',
      file: path.basename(folder),
      reason: expect.stringMatching(/^needs more than 300 MB of memory to be checked/),
    });
  });

  it('are abandoned when they are aborted', async () => {
    const folder = await source({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
    await expect(check(folder, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});
