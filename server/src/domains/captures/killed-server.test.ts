import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@overlook/db';
import { aRole, aSite, aUser } from '@overlook/db/seed';
import { copyEmptyDatabase } from '@overlook/db/testing';
import { distance, ecefFromLla, moveMatrix, noMove, toMat4, transformPoint } from '@overlook/shared/maths';
import type { ManagedCapture, Placement, Upload } from '@overlook/shared/schemas';
import { deliveryOf } from '../../files/uploads/testing/made-delivery.ts';
import { randomFrom } from '../../pointclouds/testing/random-records.ts';
import { aB3dm, aGlb, aRoot, aTileset } from '../../publish/testing/made-tiles.ts';
import { type KillableServer, startKillableServer } from '../../testing/killable-server.ts';
import { hashOfPassword, PASSWORD } from '../../testing/test-server.ts';
import { WAIT } from '../../testing/wait.ts';
import { versionOfUrl } from '../../storage/version-folders.ts';

/** Each kill takes seconds, so more of them run on demand only. */
const KILLS = Number(process.env['KILLS'] ?? 1);
const DAY = '2026-03-14';
const ROOT = aRoot();

let deliveries = 0;

/** The tile of the delivery with this number, by which a capture's data are known. */
const tileOf = (delivery: number): Buffer => aB3dm({ glb: aGlb({ size: 0.1 + delivery / 1000 }) });
const placementOf = (eastM: number): Placement => ({
  ...noMove(ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 31 })),
  shiftM: [eastM, 0.4, -0.2],
  turnDeg: -0.8,
  tiltDeg: [0, 0],
  by: 'hand',
  count: 0,
  rmsM: null,
});

let dataDir: string;
let filesDir: string;
let base: string;
let server: KillableServer;
/** Session tokens of two people who manage the site. */
let [publisher, colleague] = ['', ''];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-killed-server-'));
  filesDir = path.join(dataDir, 'files');
  await copyEmptyDatabase(dataDir);
  const { db, close } = await openDatabase({ dataDir });
  base = `/sites/manage/${(await aSite(db, { slug: 'mill' })).id}`;
  const role = await aRole(db, { allowed: ['VIEW:SHADED', 'SITES:MANAGE'] });
  const passwordHash = await hashOfPassword();
  const people = [];
  for (let i = 0; i < 2; i++) people.push(await aUser(db, { passwordHash, roleIds: [role.id] }));
  await close();
  server = await startKillableServer(dataDir);
  [publisher, colleague] = (await Promise.all(
    people.map(async ({ email }) => (await ask('POST', '/auth/sign_in', { email, password: PASSWORD })).body['token']),
  )) as [string, string];
});
afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true });
});

async function ask(method: 'GET' | 'POST', address: string, body?: object, token = publisher) {
  const answer = await fetch(`${server.origin}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function change(captureId: number, action: string, body: object): Promise<void> {
  expect(await ask('POST', `${base}/captures/${captureId}/${action}`, body)).toMatchObject({ status: 200 });
}

const file = (url: string, token = publisher) =>
  fetch(`${server.origin}${url}`, { headers: { authorization: `Bearer ${token}` } });

const tus = (method: 'HEAD' | 'PATCH', id: string, offset = 0, bytes?: Uint8Array) =>
  fetch(`${server.origin}/api/uploads/${id}`, {
    method,
    headers: {
      'Tus-Resumable': '1.0.0',
      Authorization: `Bearer ${publisher}`,
      ...(bytes && { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) }),
    },
    ...(bytes && { body: new Uint8Array(bytes) }),
  });

/** What the server has said of a delivery. */
interface Acknowledged {
  id: string | null;
  offset: number;
}

const listedUpload = async (delivery: number): Promise<Upload | undefined> =>
  ((await ask('GET', `${base}/uploads`)).body['uploads'] as Upload[]).find(({ title }) => title === `No. ${delivery}`);

/** Sends a draft of the day in pieces, from where it was interrupted, and waits until it is imported. */
async function sendDraft(delivery: number, said: Acknowledged = { id: null, offset: 0 }): Promise<void> {
  const { stream, input } = await deliveryOf(
    [
      { part: 'shaded', path: 'tileset.json', bytes: Buffer.from(JSON.stringify(aTileset(ROOT))) },
      { part: 'shaded', path: 'tile.b3dm', bytes: tileOf(delivery) },
    ],
    { draft: true, captured: DAY },
  );
  const begun = await listedUpload(delivery);
  if (said.id !== null) expect(begun).toMatchObject({ id: said.id });
  const answer = begun
    ? { upload: begun }
    : (await ask('POST', `${base}/uploads`, { ...input, title: `No. ${delivery}` })).body;
  const { id } = answer['upload'] as Upload;
  said.id = id;
  if (!begun || begun.state === 'receiving') {
    const offset = Number((await tus('HEAD', id)).headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(said.offset);
    for (let at = offset, piece = Math.ceil(stream.length / 4); at < stream.length; at = said.offset) {
      expect((await tus('PATCH', id, at, stream.subarray(at, at + piece))).status).toBe(204);
      said.offset = Math.min(at + piece, stream.length);
    }
  }
  await expect.poll(async () => (await listedUpload(delivery))?.state, { ...WAIT, interval: 20 }).toBe('done');
}

/** A capture as people see it, by the number of its delivery. */
interface Seen {
  readonly delivery: number;
  readonly isDraft: boolean;
  readonly placement: Placement | null;
}

async function managed(token: string): Promise<ManagedCapture[]> {
  const { layers } = (await ask('GET', `${base}/captures`, undefined, token)).body as {
    layers: { captures: ManagedCapture[] }[];
  };
  return layers.flatMap(({ captures }) => captures);
}

/** Reads a capture's files: they are complete, lie where its row says, and a draft's are nobody else's. */
async function seenCapture(row: ManagedCapture): Promise<Seen> {
  const { filepath, placement } = row;
  const isDraft = row.publishedAt === null;
  const answer = await file(filepath);
  expect([answer.status, filepath]).toEqual([200, filepath]);
  const { root } = (await answer.json()) as { root: { transform: number[]; content: { uri: string } } };
  const delivered = transformPoint(toMat4(ROOT['transform'] as number[]), [4, 5, 6]);
  const expected = placement ? transformPoint(moveMatrix(placement), delivered) : delivered;
  expect(distance(transformPoint(toMat4(root.transform), [4, 5, 6]), expected)).toBeLessThan(1e-6);
  const tile = new URL(root.content.uri, `${server.origin}${filepath}`).pathname;
  const bytes = Buffer.from(await (await file(tile)).arrayBuffer());
  for (const url of [filepath, tile]) expect((await file(url, colleague)).status).toBe(isDraft ? 404 : 200);
  const delivery = Array.from({ length: deliveries }, (_, i) => i + 1).find((one) => tileOf(one).equals(bytes));
  expect(delivery).toBeDefined();
  return { delivery: delivery!, isDraft, placement };
}

const namesIn = (folder: string) => readdir(path.join(filesDir, folder)).catch(() => []);

/** All captures, the published one first, each of them whole. */
async function observe(): Promise<Seen[]> {
  const rows = await managed(publisher);
  const seen = [];
  for (const row of rows) seen.push(await seenCapture(row));
  const ids = rows.filter(({ publishedAt }) => publishedAt !== null).map(({ id }) => id);
  expect((await managed(colleague)).map(({ id }) => id)).toEqual(ids);
  return seen.toSorted((a, b) => Number(a.isDraft) - Number(b.isDraft));
}

/** The disk has the versions of all captures and nothing else; an import has just swept it. */
async function expectNothingElse(): Promise<void> {
  const versions = (await managed(publisher)).map(({ filepath }) => versionOfUrl(filepath)!.version).toSorted();
  await expect.poll(async () => (await namesIn('models/mill/shaded')).toSorted(), WAIT).toEqual(versions);
  for (const folder of ['converting', 'pointclouds', 'uploads'])
    await expect.poll(() => namesIn(folder), { ...WAIT, message: folder }).toEqual([]);
}

/** Something that a kill interrupts. */
interface Trial {
  /** Resolves when the server has acknowledged it. */
  act(): Promise<void>;
  /** What is there once it has happened. */
  readonly after: readonly Seen[];
  /** It goes on by itself after a restart. */
  readonly isImport?: boolean;
}

/** The id of the published capture, which keeps it whatever takes its place. */
let publishedId = 0;
const published = (seen: readonly Seen[]): Seen => seen.find(({ isDraft }) => !isDraft)!;

type Prepare = (before: readonly Seen[]) => Promise<Trial>;

const deliverDraft: Prepare = async (before) => {
  const delivery = ++deliveries;
  const said: Acknowledged = { id: null, offset: 0 };
  const after = [published(before), { delivery, isDraft: true, placement: null }];
  return { act: () => sendDraft(delivery, said), after, isImport: true };
};

const publishInPlace: Prepare = async (before) => {
  const { id } = (await managed(publisher)).find(({ publishedAt }) => publishedAt === null)!;
  const after = [{ ...before[1]!, isDraft: false }];
  return { act: () => change(id, 'publish', { replace: true }), after };
};

const placeByHand: Prepare = async (before) => {
  const placement = placementOf(deliveries);
  return { act: () => change(publishedId, 'place', { placement }), after: [{ ...published(before), placement }] };
};

const putBack: Prepare = async (before) => ({
  act: () => change(publishedId, 'place', { placement: null }),
  after: [{ ...published(before), placement: null }],
});

/** Kills the server this long after the beginning and starts another. Returns whether the act was acknowledged. */
async function interrupt(act: () => Promise<void>, killAfterMs: number): Promise<boolean> {
  let isKilled = false;
  const acting = act().then(
    () => true,
    (error: unknown) => {
      // Refusals of a living server are faults.
      if (!isKilled) throw error;
      return false;
    },
  );
  acting.catch(() => undefined);
  await delay(killAfterMs);
  isKilled = true;
  await server.kill();
  const isAcknowledged = await acting;
  server = await startKillableServer(dataDir);
  return isAcknowledged;
}

/** How long it takes, milliseconds. */
async function durationMs(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

it(`a server that is killed ${KILLS} times loses nothing that it has acknowledged, and shows nothing half-published`, async () => {
  // Each is done once to its end, which says within which time to kill.
  const deliveryMs = await durationMs(() => sendDraft(++deliveries));
  publishedId = (await managed(publisher))[0]!.id;
  const publishMs = await durationMs(() => change(publishedId, 'publish', {}));
  const placeMs = await durationMs(() => change(publishedId, 'place', { placement: placementOf(1) }));
  const putBackMs = await durationMs(() => change(publishedId, 'place', { placement: null }));
  const trials = [
    { prepare: deliverDraft, withinMs: deliveryMs },
    { prepare: publishInPlace, withinMs: publishMs },
    { prepare: placeByHand, withinMs: placeMs },
    { prepare: putBack, withinMs: putBackMs },
  ];
  const random = randomFrom(KILLS);
  let state: readonly Seen[] = [{ delivery: 1, isDraft: false, placement: null }];
  for (let kill = 0; kill < KILLS; kill++) {
    const { prepare, withinMs } = trials[kill % trials.length]!;
    const { act, after, isImport } = await prepare(state);
    const isAcknowledged = await interrupt(act, random() * withinMs);
    if (isImport) {
      await act();
      await expectNothingElse();
    } else if (!isAcknowledged) {
      const now = await observe();
      expect([state, after]).toContainEqual(now);
      if (!isDeepStrictEqual(now, after)) await act();
    }
    state = await observe();
    expect(state).toEqual(after);
    expect((await managed(publisher)).find(({ publishedAt }) => publishedAt !== null)!.id).toBe(publishedId);
  }
  await sendDraft(++deliveries);
  await expectNothingElse();
}, 600_000);
