import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database, MocNotice } from '@overlook/db';
import { aModel, aRole, aSite, aUser } from '@overlook/db/seed';
import { openMemoryDatabase } from '@overlook/db/testing';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { buildApp } from '../app.ts';
import { type Env, readEnv } from '../env.ts';
import { createAccess } from '../sessions/access.ts';
import { createBroadcast } from '../services/broadcast.ts';
import { fakeClock } from './fake-clock.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { createPasswords, type Passwords } from '../services/password-hashes.ts';

export const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | null = null;

/** The hash of `PASSWORD`, calculated once in each test file. */
export const hashOfPassword = (): Promise<string> => (passwordHash ??= createPasswords().hash(PASSWORD));
export const TILESET = JSON.stringify({ asset: { version: '1.1' }, padding: 'x'.repeat(2000) });

/** A server without a port, its database, files of two sites, three people, and a stopped clock. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly webDir: string;
  readonly guideFile: string;
  readonly siteIds: { plant: number; farm: number };
  /** E-mail addresses; all have `PASSWORD`. */
  readonly people: { admin: string; guest: string; nobody: string };
  /** A session token of this person. */
  token(email: string): Promise<string>;
  forgetPermissions(): void;
  close(): Promise<void>;
}

async function writeFiles(root: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

async function seed({ db }: Database) {
  const plant = await aSite(db, { slug: 'plant', name: 'Plant' });
  const farm = await aSite(db, { slug: 'farm', name: 'Farm' });
  await aModel(db, { siteId: plant.id, modeltypeId: 3, filepath: '/api/files/models/plant/textured/v1/tileset.json' });
  await aModel(db, { siteId: plant.id, modeltypeId: 4, filepath: '/api/files/models/plant/cad/v1/tileset.json' });
  await aModel(db, { siteId: farm.id, modeltypeId: 3, filepath: '/api/files/models/farm/textured/v1/tileset.json' });
  const everything = await aRole(db, { allowed: PERMISSION_TOKENS.map((row) => row.token) });
  const textured = await aRole(db, { entries: { [plant.id]: { 'VIEW:TEXTURED': true } } });
  const passwordHash = await hashOfPassword();
  const admin = await aUser(db, { passwordHash, roleIds: [everything.id] });
  const guest = await aUser(db, { passwordHash, roleIds: [textured.id] });
  const nobody = await aUser(db, { passwordHash });
  return {
    siteIds: { plant: plant.id, farm: farm.id },
    people: { admin: admin.email, guest: guest.email, nobody: nobody.email },
  };
}

/** A data folder with files of the sites, a web app, and a guide. */
async function makeFolders() {
  const dir = await mkdtemp(join(tmpdir(), 'overlook-server-'));
  const filesDir = join(dir, 'files');
  const webDir = join(dir, 'web');
  await writeFiles(filesDir, {
    'models/plant/textured/v1/tileset.json': TILESET,
    'models/plant/textured/v1/tileset.json.br': brotliCompressSync(TILESET),
    'models/plant/textured/v1/tileset.json.gz': gzipSync(TILESET),
    'models/plant/textured/v1/tiles/ä 漢.b3dm': 'b3dm0123456789',
    'models/plant/textured/v1/page.html': '<script>alert(1)</script>',
    'models/plant/textured/v1/.hidden': 'hidden',
    'models/plant/textured/v1.part/tileset.json': TILESET,
    'models/plant/cad/v1/tileset.json': TILESET,
    'models/farm/textured/v1/tileset.json': TILESET,
    'models/secret.txt': 'secret',
  });
  await writeFiles(webDir, {
    'index.html': '<!doctype html><title>web</title>',
    'visit.html': '<!doctype html><title>visit</title>',
    'embed/v1/overlook-viewer.js': 'export {}',
    'assets/main-abc123.js': 'console.log(1)'.repeat(50),
    'assets/main-abc123.js.br': brotliCompressSync('console.log(1)'.repeat(50)),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const guideFile = join(dir, 'guide.pdf');
  await writeFile(guideFile, '%PDF-1.7');
  return { dir, filesDir, webDir, guideFile };
}

/** What a test gives in place of its own. */
interface TestParts {
  readonly passwords?: Passwords | undefined;
  openObjects?(filesDir: string): ObjectStore;
}

/** Starts a test server; `variables` are set in its environment. It closes its database. */
export async function startTestServer(
  variables: Record<string, string> = {},
  logger?: FastifyBaseLogger,
  openDatabase: () => Promise<Database> = openMemoryDatabase,
  { passwords, openObjects = (folder) => new FolderStore(folder) }: TestParts = {},
): Promise<TestServer> {
  const { dir, filesDir, webDir, guideFile } = await makeFolders();
  const env: Env = readEnv({ LOG_LEVEL: 'silent', DATA_DIR: dir, ...variables });
  const database = await openDatabase();
  const clock = fakeClock(new Date('2026-11-21T08:00:00Z'));
  const objects = openObjects(filesDir);
  const access = createAccess(database.db, clock);
  const seeded = await seed(database);
  const mocNotices = createBroadcast<MocNotice>();
  await database.watch({ onMoc: (notice) => mocNotices.tell(notice) });
  const app = await buildApp({
    env,
    db: database.db,
    filesDir,
    objects,
    webDir,
    guideFile,
    clock,
    access,
    mocNotices,
    ...(logger ? { logger } : {}),
    ...(passwords ? { passwords } : {}),
  });
  return {
    app,
    database,
    clock,
    filesDir,
    objects,
    webDir,
    guideFile,
    ...seeded,
    async token(email) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/sign_in',
        payload: { email, password: PASSWORD },
      });
      return answer.json<{ token: string }>().token;
    },
    forgetPermissions: () => access.forget(),
    async close() {
      await app.close();
      await database.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
