import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { SessionModels } from './session-models.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const ADMIN = 'Bearer admin';
const GUEST = 'Bearer guest';
const TEXTURED = '/api/files/models/ridgeway/textured/v1/';
const CAD = '/api/files/models/ridgeway/cad/v1/';

/** A server that lists layers by session and answers with a file's own path. */
class Server {
  readonly layers = new Map<string, string[]>();
  /** Files that layers share between their versions. */
  readonly shared = new Set<string>();
  asked: string[] = [];
  isAway = false;

  fetch = async (input: RequestInfo, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, 'https://overlook.example'), {
      headers: { ...(input instanceof Request && Object.fromEntries(input.headers)), ...init?.headers },
    });
    const { pathname } = new URL(request.url);
    this.asked.push(pathname);
    if (this.isAway) throw new TypeError('Failed to fetch');
    const layers = this.layers.get(request.headers.get('authorization') ?? '');
    if (!layers) return new Response('{}', { status: 401 });
    if (pathname === '/api/models/all')
      return Response.json({ models: layers.map((folder) => ({ filepath: `${folder}tileset.json` })) });
    const path = pathname.replace('/t/1790000000/Ab-c_9/', '/api/files/models/');
    const isSeen = this.shared.has(path) || layers.some((folder) => path.startsWith(folder));
    return new Response(isSeen ? path.padEnd(100) : '{}', { status: isSeen ? 200 : 404 });
  };

  /** Files that were requested since the last call. */
  takeFiles(): string[] {
    const files = this.asked.filter((path) => path.startsWith('/api/files/'));
    this.asked = [];
    return files;
  }
}

let server: Server;
let caches: MemoryCaches;
let models: SessionModels;
let nowMs: number;
const open = (capBytes = 10_000, pauseMs = 0) =>
  new SessionModels({ caches: caches.asStorage, fetch: server.fetch, now: () => nowMs, capBytes, pauseMs });

/** The status of the answer to a request for a file, after all that follows it. */
async function get(path: string, authorization: string, from = models, body = path): Promise<number> {
  const work: Promise<unknown>[] = [];
  const request = new Request(`https://overlook.example${path}`, { headers: { authorization } });
  const answer = await from.answer(request, authorization, (after) => work.push(after));
  if (answer.status === 200) expect((await answer.text()).trim()).toBe(body);
  await Promise.all(work);
  return answer.status;
}

beforeEach(() => {
  server = new Server();
  server.layers.set(ADMIN, [TEXTURED, CAD]);
  server.layers.set(GUEST, [TEXTURED]);
  caches = new MemoryCaches();
  nowMs = 0;
  models = open();
});

describe('models that a session has read', () => {
  it('are not requested again, also by a worker that was stopped meanwhile', async () => {
    await get(`${TEXTURED}0.glb`, ADMIN);
    expect(server.takeFiles()).toEqual([`${TEXTURED}0.glb`]);
    const next = open();
    await next.begin(ADMIN);
    expect(await get(`${TEXTURED}0.glb`, ADMIN, next)).toBe(200);
    expect(server.takeFiles()).toEqual([]);
  });

  it('are the same at a signed address, whatever its signature', async () => {
    const signed = `/t/1790000000/Ab-c_9/${TEXTURED.slice('/api/files/models/'.length)}0.glb`;
    await get(signed, ADMIN, models, `${TEXTURED}0.glb`);
    expect(server.asked).toContain(signed);
    server.asked = [];
    await get(`${TEXTURED}0.glb`, ADMIN);
    await get(signed.replace('Ab-c_9', 'Zy'), ADMIN, models, `${TEXTURED}0.glb`);
    expect(server.asked).toEqual([]);
  });

  it('are requested once at the beginning of a visit, and again when a permission may have been removed', async () => {
    await models.begin(ADMIN);
    for (const file of ['0.glb', '1.glb', '0.glb']) await get(TEXTURED + file, ADMIN);
    const checks = () => server.asked.filter((path) => path === '/api/models/all').length;
    expect(checks()).toBe(1);
    nowMs += PERMISSION_CACHE_MS + 1;
    await get(`${TEXTURED}0.glb`, ADMIN);
    expect(checks()).toBe(2);
  });

  it('are dropped with the permission for their layer', async () => {
    await get(`${TEXTURED}0.glb`, ADMIN);
    await get(`${CAD}0.glb`, ADMIN);
    server.layers.set(ADMIN, [TEXTURED]);
    await models.begin(ADMIN);
    expect(await get(`${CAD}0.glb`, ADMIN)).toBe(404);
    expect(caches.paths()).toEqual([`${TEXTURED}0.glb`]);
  });

  it('are dropped with the version that they belong to', async () => {
    await get(`${CAD}0.glb`, ADMIN);
    server.layers.set(ADMIN, [TEXTURED, '/api/files/models/ridgeway/cad/v2/']);
    nowMs += PERMISSION_CACHE_MS + 1;
    await get(`${TEXTURED}0.glb`, ADMIN);
    expect(caches.paths()).toEqual([`${TEXTURED}0.glb`]);
  });

  it('are kept over the versions of their layer where these share them', async () => {
    const shared = '/api/files/models/ridgeway/cad/objects/ab/abcd.glb';
    server.shared.add(shared);
    await get(shared, ADMIN);
    server.layers.set(ADMIN, [TEXTURED, '/api/files/models/ridgeway/cad/v2/']);
    nowMs += PERMISSION_CACHE_MS + 1;
    server.takeFiles();
    expect(await get(shared, ADMIN)).toBe(200);
    expect(server.takeFiles()).toEqual([]);
    server.layers.set(ADMIN, [TEXTURED]);
    nowMs += PERMISSION_CACHE_MS + 1;
    await get(`${TEXTURED}0.glb`, ADMIN);
    expect(caches.paths()).toEqual([`${TEXTURED}0.glb`]);
  });

  it('are never given to another session, and go when another one begins', async () => {
    await get(`${CAD}0.glb`, ADMIN);
    server.takeFiles();
    expect(await get(`${CAD}0.glb`, GUEST)).toBe(404);
    expect(server.takeFiles()).toEqual([`${CAD}0.glb`]);
    expect(caches.paths()).toEqual([]);
  });

  it('are deleted when the server reports that the session has ended', async () => {
    await get(`${TEXTURED}0.glb`, ADMIN);
    server.layers.delete(ADMIN);
    await models.begin(ADMIN);
    expect(await get(`${TEXTURED}0.glb`, ADMIN)).toBe(401);
    expect([...caches.all.keys()]).toEqual([]);
  });

  it('are not given while the server is away, and are still there afterwards', async () => {
    await get(`${TEXTURED}0.glb`, ADMIN);
    server.isAway = true;
    await models.begin(ADMIN);
    await expect(get(`${TEXTURED}0.glb`, ADMIN)).rejects.toThrow('Failed to fetch');
    server.isAway = false;
    server.takeFiles();
    expect(await get(`${TEXTURED}0.glb`, ADMIN)).toBe(200);
    expect(server.takeFiles()).toEqual([]);
  });

  it('stay under the cap: the least recently used are deleted', async () => {
    models = open(250);
    await get(`${TEXTURED}0.glb`, ADMIN);
    await get(`${TEXTURED}1.glb`, ADMIN);
    const later = Date.now;
    Date.now = () => later() + 1000;
    await get(`${TEXTURED}0.glb`, ADMIN);
    await get(`${TEXTURED}2.glb`, ADMIN);
    Date.now = later;
    expect(caches.paths()).toEqual([`${TEXTURED}0.glb`, `${TEXTURED}2.glb`]);
    expect(await models.bytes()).toBe(200);
    expect(await open(250).bytes(), 'as the list says').toBe(200);
  });
});

describe('answers that are not stored yet', () => {
  const PAUSE_MS = 10_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());
  const pauseIsOver = () => vi.advanceTimersByTimeAsync(2 * PAUSE_MS);

  const ask = async (path: string) => {
    const work: Promise<unknown>[] = [];
    const request = new Request(`https://overlook.example${path}`, { headers: { authorization: ADMIN } });
    const answer = await models.answer(request, ADMIN, (after) => work.push(after));
    return { status: answer.status, stored: () => Promise.all(work) };
  };

  it('are given already, and are stored together with one list', async () => {
    models = open(10_000, PAUSE_MS);
    const first = await ask(`${TEXTURED}0.glb`);
    const second = await ask(`${TEXTURED}1.glb`);
    await vi.waitFor(async () => expect(await models.bytes()).toBe(200));
    expect(caches.paths(), 'before the pause is over').toEqual([]);
    expect((await ask(`${TEXTURED}0.glb`)).status).toBe(200);
    expect(server.takeFiles()).toHaveLength(2);
    await pauseIsOver();
    await Promise.all([first.stored(), second.stored()]);
    expect(caches.paths()).toEqual([`${TEXTURED}0.glb`, `${TEXTURED}1.glb`]);
    expect(await models.bytes()).toBe(200);
  });

  it('are dropped with the permission for their layer', async () => {
    models = open(10_000, PAUSE_MS);
    const answer = await ask(`${CAD}0.glb`);
    await vi.waitFor(async () => expect(await models.bytes()).toBe(100));
    server.layers.set(ADMIN, [TEXTURED]);
    await models.begin(ADMIN);
    await pauseIsOver();
    await answer.stored();
    expect(caches.paths()).toEqual([]);
    expect((await ask(`${CAD}0.glb`)).status).toBe(404);
  });
});

describe('forgetting', () => {
  it('deletes all, and running requests are not kept either', async () => {
    await get(`${TEXTURED}0.glb`, ADMIN);
    const work: Promise<unknown>[] = [];
    const request = new Request(`https://overlook.example${TEXTURED}1.glb`, { headers: { authorization: ADMIN } });
    await models.answer(request, ADMIN, (after) => work.push(after));
    await models.forget();
    await Promise.all(work);
    expect([...caches.all.keys()]).toEqual([]);
    expect(await models.bytes()).toBe(0);
  });

  it('ends a running check', async () => {
    const begun = models.begin(ADMIN);
    await models.forget();
    await begun;
    expect(await get(`${TEXTURED}0.glb`, ADMIN)).toBe(200);
    expect(caches.paths(), 'by a check of its own').toEqual([`${TEXTURED}0.glb`]);
  });
});

describe('switched off', () => {
  it('keeps nothing, also by a worker that was stopped meanwhile, until it is switched on', async () => {
    await get(`${TEXTURED}0.glb`, ADMIN);
    await models.setKeeping(false);
    expect(caches.paths()).toEqual([]);
    for (const worker of [models, open()]) {
      await worker.begin(ADMIN);
      await get(`${TEXTURED}0.glb`, ADMIN, worker);
    }
    expect(caches.paths()).toEqual([]);
    await models.setKeeping(true);
    await get(`${TEXTURED}0.glb`, ADMIN);
    expect(caches.paths()).toEqual([`${TEXTURED}0.glb`]);
  });
});

describe('a browser that', () => {
  it('refuses storage gets its files from the server', async () => {
    caches.isRefused = true;
    for (const _ of [1, 2]) expect(await get(`${TEXTURED}0.glb`, ADMIN)).toBe(200);
    expect(server.takeFiles()).toHaveLength(2);
    await models.forget();
    expect(await models.bytes()).toBe(0);
  });

  it('has no more room does too', async () => {
    caches.isFull = true;
    for (const _ of [1, 2]) expect(await get(`${TEXTURED}0.glb`, ADMIN)).toBe(200);
    expect(server.takeFiles()).toHaveLength(2);
  });
});
