import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@overlook/db';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aB3dm, aFolder, aRoot, aTileset } from '../publish/testing/made-tiles.ts';
import { createPasswords } from '../services/passwords.ts';
import { operatorOperations } from './operations.ts';
import { type OperatorChannel, createOperatorChannel } from './operator-channel.ts';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
let database: Database;
let channel: OperatorChannel;
let dataDir: string;
let tiles: string;
let changes = 0;

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a process of its own, beside the "server" that this test is. */
function overlook(
  args: string[],
  { onStarted = (_kill: () => void) => undefined as void, folder = dataDir } = {},
): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: '' };
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(SERVER, 'src/cli.ts'), ...args], {
    cwd: SERVER,
    env,
  });
  const ended = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (ended.stdout += String(data)));
  child.stderr.on('data', (data) => (ended.stderr += String(data)));
  onStarted(() => child.kill('SIGINT'));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...ended })));
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  tiles = await aFolder({
    'tileset.json': aTileset(),
    'tile.b3dm': aB3dm(),
    'circle/tileset.json': aTileset(aRoot({ content: { uri: 'tileset.json' } })),
  });
  database = await openMemoryDatabase();
  const stores = {
    db: database.db,
    filesDir: path.join(dataDir, 'files'),
    passwords: createPasswords(),
    onChange: () => void changes++,
  };
  channel = await createOperatorChannel({ dataDir, operations: operatorOperations(stores) });
});
afterAll(async () => {
  await channel.close();
  await database.close();
  for (const folder of [dataDir, tiles]) await rm(folder, { recursive: true });
});

describe('the command line beside a running server', () => {
  it('imports, lists and deletes a site', async () => {
    const imported = await overlook([
      'site',
      'import',
      'north-plant',
      '--name',
      'Nord ä',
      '--textured',
      tiles,
      '--json',
    ]);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(imported.stdout)).toMatchObject({
      isNewSite: true,
      site: { slug: 'north-plant', name: 'Nord ä' },
      layers: [{ layer: 'textured' }],
    });
    const [listed, again, refused] = await Promise.all([
      overlook(['site', 'list']),
      overlook(['site', 'import', 'north-plant', '--textured', tiles]),
      overlook(['site', 'import', 'other', '--cad', path.join(tiles, 'circle'), '--json']),
    ]);
    expect(listed).toEqual({ code: 0, stdout: 'north-plant  textured  Nord ä\n', stderr: '' });
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('has a textured layer already. Add --replace');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      code: 'REFUSED',
      file: 'tileset.json',
      place: 'root.content.uri',
    });
    const deleted = await overlook(['site', 'delete', 'north-plant']);
    expect(deleted).toEqual({ code: 0, stdout: 'Deleted “Nord ä” (north-plant).\n', stderr: '' });
    expect(await readdir(path.join(dataDir, 'files', 'models'))).toEqual([]);
    expect(changes).toBe(2);
  });

  it('adds a user, once', async () => {
    const args = [
      'user',
      'create',
      'Robin@Example.com',
      '--first-name',
      'Robin',
      '--last-name',
      'Ø',
      '--admin',
      '--json',
    ];
    const created = await overlook(args);
    expect(created.code).toBe(0);
    const { user, password } = JSON.parse(created.stdout) as { user: object; password: string };
    expect(user).toMatchObject({ email: 'robin@example.com', roles: ['Administrator'] });
    expect(password.length).toBeGreaterThanOrEqual(12);
    const [twice, unknownRole, short] = await Promise.all([
      overlook(args),
      overlook(['user', 'create', 'a@example.com', '--first-name', 'A', '--last-name', 'B', '--role', 'Nobody']),
      overlook(['user', 'create', 'a@example.com', '--first-name', 'A', '--last-name', 'B', '--password', '12345']),
    ]);
    expect([twice.code, unknownRole.code, short.code]).toEqual([1, 1, 1]);
    expect(JSON.parse(twice.stdout)).toMatchObject({ code: 'CONFLICT' });
    expect(unknownRole.stderr).toBe('overlook: There is no role “Nobody”.\n');
    expect(short.stderr).toBe('overlook: password: A password has at least 6 characters.\n');
  });
});

describe('the command line on its own', () => {
  it.each([
    [['site', 'import', 'x'], 'Give at least one layer'],
    [['site', 'import', '--cad', '/x'], 'Give one slug'],
    [['site', 'import', 'Not A Slug', '--cad', '/x'], '“Not A Slug” is no slug'],
    [['site', 'import', 'x', '--cad', '/x', '--at', '1,2'], '--at takes longitude,latitude,height'],
    [['site', 'import', 'x', '--cad', '/x', '--at', '10,95,0'], 'the longitude first'],
    [['site', 'list', 'x'], '“x” is not expected here'],
    [['site', 'list', '--frob'], "Unknown option '--frob'"],
    [['sites'], 'There is no command “sites”'],
  ])('refuses wrong usage: %j', async (args, message) => {
    const { code, stderr } = await overlook(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });

  it('explains itself, and prints the OpenAPI document', async () => {
    const [overview, help, openapi, nothing] = await Promise.all([
      overlook(['--help']),
      overlook(['site', 'import', '--help']),
      overlook(['openapi']),
      overlook([]),
    ]);
    expect(overview).toMatchObject({ code: 0, stderr: '' });
    for (const command of ['site import', 'site list', 'site delete', 'user create', 'db migrate', 'openapi'])
      expect(overview.stdout).toContain(command);
    expect(help.stdout).toContain('--replace-position');
    expect(JSON.parse(openapi.stdout)).toMatchObject({ openapi: '3.1.0' });
    expect(nothing.code).toBe(2);
  });

  it('says what this version does not take', async () => {
    const [photos, laz, ifc] = await Promise.all([
      overlook(['site', 'import', 'x', '--photos', '/x']),
      overlook(['site', 'import', 'x', '--points', '/x/scan.laz']),
      overlook(['site', 'import', 'x', '--cad', '/x/plant.ifc']),
    ]);
    expect([photos.code, laz.code, ifc.code]).toEqual([1, 1, 1]);
    expect(photos.stderr).toContain('not supported by this version');
    expect(laz.stderr).toContain('raw point cloud');
    expect(ifc.stderr).toContain('CAD file');
  });
});
