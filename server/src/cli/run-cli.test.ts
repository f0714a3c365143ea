import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '@overlook/db';
import { copyEmptyDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aB3dm, aFolder, aRoot, aTileset } from '../publish/testing/made-tiles.ts';
import { aTree, MAINTENANCE, SMALL_PLANT } from '../publish/testing/made-tree.ts';
import { siteImportHandler } from '../publish/import/import-job.ts';
import { createWorker, type Worker } from '../services/jobs/worker.ts';
import { createPasswords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { type Operation, operatorOperations } from './operations.ts';
import { type OperatorChannel, createOperatorChannel } from './operator-channel.ts';
import { bundled } from '../testing/server-bundle.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { type Ended, runHere } from './testing/run-here.ts';

let database: Database;
let channel: OperatorChannel;
let worker: Worker;
let operations: ReturnType<typeof operatorOperations>;
let dataDir: string;
let tiles: string;
let changes = 0;

/** Starts the command line as a process of its own. */
function start(args: string[], folder: string): ChildProcessWithoutNullStreams {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: '' };
  return spawn(process.execPath, [bundled('cli'), ...args], { env });
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const ended = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (ended.stdout += String(data)));
  child.stderr.on('data', (data) => (ended.stderr += String(data)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...ended })));
}

/** Runs it beside the "server" that this test is. */
const overlook = (args: string[]): Promise<Ended> => endOf(start(args, dataDir));

/** The same within this process, which is a second faster. */
const inProcess = (args: string[], folder = dataDir) => runHere(args, { DATA_DIR: folder });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  tiles = await aFolder({
    'tileset.json': aTileset(),
    'tile.b3dm': aB3dm(),
    'tree.jsonl': aTree(SMALL_PLANT, [MAINTENANCE]),
    'more.csv': Buffer.from('name,Item/Weight\nPump,12\nNobody,1\nNothing,2\n'),
    'circle/tileset.json': aTileset(aRoot({ content: { uri: 'tileset.json' } })),
  });
  database = await openMemoryDatabase();
  const stores = {
    db: database.db,
    filesDir: path.join(dataDir, 'files'),
    passwords: createPasswords(),
    secrets: createSecretBox({ secretKey: null, dataDir }),
    env: SHARE_ENV,
    onChange: () => void changes++,
  };
  worker = createWorker({
    db: stores.db,
    log: { warn: () => {}, error: () => {} },
    handlers: [siteImportHandler(stores)],
    places: 1,
    pollMs: 20,
  });
  worker.start();
  operations = operatorOperations(stores);
  channel = await createOperatorChannel({ dataDir, operations });
});
afterAll(async () => {
  await worker.stop();
  await channel.close();
  await database.close();
  for (const folder of [dataDir, tiles]) await rm(folder, { recursive: true });
});

describe('the command line beside a running server', () => {
  it('waits for a server that is starting', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'overlook-starting-'));
    await copyEmptyDatabase(folder);
    const embedded = await openDatabase({ dataDir: folder });
    const listed = inProcess(['site', 'list', '--json'], folder);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const started = await createOperatorChannel({
      dataDir: folder,
      operations: { ...operations, 'site.list': async () => ({ sites: [] }) },
    });
    expect(await listed).toEqual({ code: 0, stdout: `${JSON.stringify({ sites: [] }, null, 2)}\n`, stderr: '' });
    await started.close();
    await embedded.close();
    await rm(folder, { recursive: true });
  });

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
      inProcess(['site', 'import', 'north-plant', '--textured', tiles]),
      inProcess(['site', 'import', 'other', '--cad', path.join(tiles, 'circle'), '--json']),
    ]);
    expect(listed).toEqual({ code: 0, stdout: 'north-plant  textured  Nord ä\n', stderr: '' });
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('has a textured layer already. Add --captured with a date');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      code: 'REFUSED',
      file: 'tileset.json',
      place: 'root.content.uri',
    });
    const deleted = await inProcess(['site', 'delete', 'north-plant']);
    expect(deleted).toEqual({ code: 0, stdout: 'Deleted “Nord ä” (north-plant).\n', stderr: '' });
    expect(await readdir(path.join(dataDir, 'files', 'models'))).toEqual([]);
    expect(changes).toBe(2);
  });

  it('imports an object tree and reports properties that match no object', async () => {
    const properties = path.join(tiles, 'more.csv');
    const { code, stdout } = await inProcess(['site', 'import', 'works', '--cad', tiles, '--properties', properties]);
    expect(code).toBe(0);
    expect(stdout).toContain('  tree      7 items, 4 of them objects, 3 levels\n');
    expect(stdout).toContain('2 of 3 objects with properties do not exist: Nobody, Nothing\n');
    const alone = await inProcess(['site', 'import', 'works', '--textured', tiles, '--properties', properties]);
    expect(alone).toMatchObject({ code: 2, stdout: '' });
    expect(alone.stderr).toContain('--properties needs --cad');
    await inProcess(['site', 'delete', 'works']);
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
    const created = await inProcess(args);
    expect(created.code).toBe(0);
    const { user, password } = JSON.parse(created.stdout) as { user: object; password: string };
    expect(user).toMatchObject({ email: 'robin@example.com', roles: ['Administrator'] });
    expect(password.length).toBeGreaterThanOrEqual(12);
    const [twice, unknownRole, short] = await Promise.all([
      inProcess(args),
      inProcess(['user', 'create', 'a@example.com', '--first-name', 'A', '--last-name', 'B', '--role', 'Nobody']),
      inProcess(['user', 'create', 'a@example.com', '--first-name', 'A', '--last-name', 'B', '--password', '12345']),
    ]);
    expect([twice.code, unknownRole.code, short.code]).toEqual([1, 1, 1]);
    expect(JSON.parse(twice.stdout)).toMatchObject({ code: 'CONFLICT' });
    expect(unknownRole.stderr).toBe('overlook: There is no role “Nobody”.\n');
    expect(short.stderr).toBe('overlook: Password must be atleast 6 characters long\n');
  });
});

describe('the command line interrupted', () => {
  it('has the server cancel, waits for that, and says so', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
    let isCancelled = false;
    const forever: Operation = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        process.kill(child.pid!, 'SIGINT');
        signal.addEventListener('abort', () => {
          isCancelled = true;
          reject(signal.reason as Error);
        });
      });
    const waiting = await createOperatorChannel({ dataDir: folder, operations: { 'site.list': forever } });
    const child = start(['site', 'list'], folder);
    expect(await endOf(child)).toEqual({ code: 1, stdout: '', stderr: 'overlook: Cancelled. Nothing was stored.\n' });
    expect(isCancelled).toBe(true);
    await waiting.close();
    await rm(folder, { recursive: true });
  });
});

describe('the command line on its own', () => {
  it.each([
    [['site', 'import', 'x'], 'Give at least one of --textured'],
    [['site', 'import', 'x', '--photos', '/x', '--altitudes', 'high'], '--altitudes takes ellipsoidal or orthometric'],
    [['site', 'import', 'x', '--cad', '/x', '--anywhere'], '--photo-table and --anywhere need --photos'],
    [
      ['site', 'import', 'x', '--shaded', '/x', '--altitudes', 'ellipsoidal'],
      '--altitudes needs --photos, --points or --cad',
    ],
    [['site', 'import', 'x', '--shaded', '/x', '--crs', 'EPSG:25832'], '--crs needs --points or --cad'],
    [['site', 'import', '--cad', '/x'], 'Give one slug'],
    [['site', 'import', 'Not A Slug', '--cad', '/x'], '“Not A Slug” is no slug'],
    [['site', 'import', 'x', '--cad', '/x', '--ground', 'low'], '--ground takes a height in metres'],
    [['site', 'import', 'x', '--cad', '/x', '--at', '1,2'], '--at takes longitude,latitude,height'],
    [['site', 'import', 'x', '--cad', '/x', '--at', '10,95,0'], 'the longitude first'],
    [['site', 'list', 'x'], '“x” is not expected here'],
    [['job', 'watch'], 'Give one id of a job'],
    [['job', 'cancel', 'x', 'y'], 'Give one id of a job'],
    [['site', 'list', '--frob'], "Unknown option '--frob'"],
    [['sites'], 'There is no command “sites”'],
  ])('refuses wrong usage: %j', async (args, message) => {
    const { code, stderr } = await inProcess(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });

  it('explains itself, and prints the OpenAPI document', async () => {
    const [overview, help, openapi, nothing] = await Promise.all([
      inProcess(['--help']),
      inProcess(['site', 'import', '--help']),
      inProcess(['openapi']),
      inProcess([]),
    ]);
    expect(overview).toMatchObject({ code: 0, stderr: '' });
    const commands = ['site import', 'site list', 'site delete', 'job list', 'job watch', 'job cancel'];
    for (const command of [...commands, 'user create', 'db migrate', 'openapi'])
      expect(overview.stdout).toContain(command);
    expect(help.stdout).toContain('--replace-position');
    expect(JSON.parse(openapi.stdout)).toMatchObject({ openapi: '3.1.0' });
    expect(nothing.code).toBe(2);
  });

  it('refuses options that this version does not support, by name', async () => {
    const [xyz, rvm] = await Promise.all([
      inProcess(['site', 'import', 'x', '--points', '/x/scan.xyz']),
      inProcess(['site', 'import', 'x', '--cad', '/x/plant.rvm']),
    ]);
    expect([xyz.code, rvm.code]).toEqual([1, 1]);
    expect(xyz.stderr).toContain('point cloud of a kind that cannot be read');
    expect(rvm.stderr).toContain('CAD file');
  });
});
