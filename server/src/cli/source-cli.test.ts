import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSite } from '../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../publish/testing/made-tiles.ts';
import { aTree, MAINTENANCE, SMALL_PLANT } from '../publish/testing/made-tree.ts';
import { createPasswords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { operatorOperations } from './operations.ts';
import { type OperatorChannel, createOperatorChannel } from './operator-channel.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { runHere } from './testing/run-here.ts';

let database: Database;
let channel: OperatorChannel;
let dataDir: string;
let cad: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  const tree = aTree(SMALL_PLANT, [MAINTENANCE]);
  cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm(), 'tree.jsonl': tree });
  database = await openMemoryDatabase();
  const stores = {
    db: database.db,
    filesDir: path.join(dataDir, 'files'),
    passwords: createPasswords(),
    secrets: createSecretBox({ secretKey: null, dataDir }),
    env: SHARE_ENV,
  };
  await importSite(stores, { slug: 'works', layers: { cad } });
  channel = await createOperatorChannel({ dataDir, operations: operatorOperations(stores) });
});
afterAll(async () => {
  await channel.close();
  await database.close();
  for (const folder of [dataDir, cad]) await rm(folder, { recursive: true });
});

const overlook = (...args: string[]) => runHere(['source', ...args], { DATA_DIR: dataDir });
const URL_OF_TREE = 'https://maintenance.example/assets/{tag}';

describe('overlook source', () => {
  it('sets, lists and removes, and prints no value', async () => {
    expect((await overlook('list', 'works')).stdout).toBe(`Maintenance  ${URL_OF_TREE}\n`);
    const file = path.join(dataDir, 'headers');
    await writeFile(file, 'Authorization: Bearer 53cr37\r\n\r\nX-Api-Key:k3y\n');
    const set = await overlook('set', 'works', 'Maintenance', '--header-file', file, '--header', 'X-Who: 0v3r100k');
    const told = `${URL_OF_TREE}  (headers: X-Who, Authorization, X-Api-Key)\n`;
    expect(set).toEqual({ code: 0, stdout: `Maintenance  ${told}`, stderr: '' });
    const added = await overlook('set', 'works', 'Documents', '--url', 'https://docs.example/{tag}', '--json');
    expect(JSON.parse(added.stdout)).toEqual({
      source: { name: 'Documents', url: 'https://docs.example/{tag}', headers: [], isInTree: false, isSet: true },
    });
    const listed = await overlook('list', 'works');
    expect(listed.stdout).toBe(`Documents    https://docs.example/{tag}  (not in the tree)\nMaintenance  ${told}`);
    const asJson = await overlook('list', 'works', '--json');
    for (const { stdout } of [set, listed, asJson]) expect(stdout).not.toMatch(/53cr37|k3y|0v3r100k/);
    const removed = await overlook('remove', 'works', 'Maintenance');
    expect(removed.stdout).toBe('Removed what was set for “Maintenance”; the address of the tree holds.\n');
    expect((await overlook('list', 'works')).stdout).toContain(`Maintenance  ${URL_OF_TREE}\n`);
  });

  it.each([
    [['set', 'works'], 2, 'Give the slug of a site and the name of a source.'],
    [['set', 'works', 'Maintenance'], 2, 'Give --url, --header, --header-file or --no-headers.'],
    [['set', 'works', 'Maintenance', '--header', '53cr37'], 2, '--header takes “Name: value”.'],
    [['set', 'works', 'Maintenance', '--header', 'A: 53cr37', '--no-headers'], 2, 'cannot be used with --header'],
    [['set', 'works', 'Maintenance', '--header-file', '/nowhere'], 2, '/nowhere cannot be read (ENOENT).'],
    [
      ['set', 'works', 'Maintenance', '--header', 'Host: 53cr37'],
      1,
      'headers.0.0: has a name that is kept for the server',
    ],
    [['set', 'works', 'Maintenance', '--header', 'A: 53cr37\u0007b'], 1, 'headers.0.1: has a value with a character'],
    [['list', 'nowhere'], 1, 'There is no site “nowhere”.'],
  ])('refuses %j without quoting what may be secret', async (args, code, sentence) => {
    const ended = await overlook(...args);
    expect(ended).toEqual({ code, stdout: '', stderr: expect.stringContaining(sentence) as string });
    expect(ended.stderr).not.toContain('53cr37');
  });
});
