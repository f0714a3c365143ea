import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPointFiles } from './find-point-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-find-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), 'x');
  }
}

describe('point clouds of a folder', () => {
  it('are sorted by name, with those of folders in it, without hidden files and links', async () => {
    await put('b.LAZ', 'a.las', 'north/c.e57', 'north/readme.txt', '.hidden.las', 'report.pdf');
    await symlink(path.join(folder, 'a.las'), path.join(folder, 'link.las'));
    expect(await findPointFiles(folder)).toEqual({
      files: ['a.las', 'b.LAZ', 'north/c.e57'].map((name) => ({ name, path: path.join(folder, name) })),
      others: ['link.las', 'north/readme.txt', 'report.pdf'],
    });
  });

  it('may be one file', async () => {
    await put('a.ptx');
    const file = path.join(folder, 'a.ptx');
    expect(await findPointFiles(file)).toEqual({ files: [{ name: 'a.ptx', path: file }], others: [] });
  });

  it('are none where there is a tileset, a tile, or an empty folder', async () => {
    await put('a.las', 'tileset.json', 'b.pnts');
    expect(await findPointFiles(folder)).toBeNull();
    expect(await findPointFiles(path.join(folder, 'b.pnts'))).toBeNull();
    expect(await findPointFiles(path.join(folder, 'missing.las'))).toBeNull();
  });

  it('are missing in a folder of other files', async () => {
    await put('readme.txt');
    await expect(findPointFiles(folder)).rejects.toThrow('has neither a point cloud');
  });
});
