import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VISIT_LIFE_MS, VISIT_WATCH_MS } from '@overlook/shared/config';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { GrantVisit } from './grant-visit.ts';
import { type Answers, away, fetchOf, json, opening, SERVER, status } from './testing/answers.ts';

const FILE = '/files/tileset.json';
const OPEN = '/api/view_grants/open';

let answers: Answers;
let asked: URL[];
let sent: unknown[];
let page: EventTarget & { visibilityState: string };
let visit: GrantVisit;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  sent = [];
  answers = { ...opening(), [FILE]: [status(200)] };
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://host.example' });
  const answer = fetchOf(() => answers, asked);
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    return answer(address);
  });
  visit = GrantVisit.acquire(SERVER, 'secret');
});
afterEach(() => {
  visit.release();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const timesAsked = (path: string) => asked.filter(({ pathname }) => pathname === path).length;

function show(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

it('replaces the token before its hour has passed and keeps the same visit', async () => {
  await visit.open();
  await vi.advanceTimersByTimeAsync(0.75 * VISIT_LIFE_MS);
  expect(timesAsked(OPEN)).toBe(1);
  await vi.advanceTimersByTimeAsync(0.1 * VISIT_LIFE_MS);
  expect(timesAsked(OPEN)).toBe(2);
  expect(sent).toEqual([{ token: 'secret' }, { token: 'secret', visitorToken: 'visitor.a' }]);
});

it('sends no requests while its page is hidden, and one immediately when it is visible again', async () => {
  await visit.open();
  show('hidden');
  await vi.advanceTimersByTimeAsync(VISIT_WATCH_MS);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(2 * VISIT_LIFE_MS);
  expect(asked).toHaveLength(before);
  show('visible');
  await vi.advanceTimersByTimeAsync(0);
  // The token is too old at that time.
  expect(timesAsked(OPEN)).toBe(2);
});

it('reports once that the view has ended, and sends no further requests', async () => {
  const told: string[] = [];
  visit.events.on('failed', ({ reason }) => told.push(reason));
  await visit.open();
  answers[FILE] = [status(404)];
  answers[OPEN] = [json({ error: VIEW_GRANTS_MESSAGES['grant.ended'], code: 'ARCHIVED' }, 404)];
  await vi.advanceTimersByTimeAsync(VISIT_WATCH_MS);
  expect(told).toEqual(['ended']);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(VISIT_LIFE_MS);
  expect(asked).toHaveLength(before);
});

it('reports once that the server cannot be reached, asks less and less often, and continues when it answers', async () => {
  const told: string[] = [];
  visit.events.on('failed', ({ reason }) => told.push(reason));
  visit.events.on('restored', () => told.push('restored'));
  await visit.open();
  answers = { [FILE]: [away], [OPEN]: [away], '/embed/v1/overlook-viewer.js': [away] };
  await vi.advanceTimersByTimeAsync(VISIT_WATCH_MS);
  expect(told).toEqual(['unreachable']);
  const before = asked.length;
  for (let failed = 0; failed < 50; failed++) visit.suspect();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['unreachable']);
  // After 4 and 8 s, then every 10 s: the file, the grant, and whether the server is there at all.
  expect(asked.length - before).toBe(3 * 6);
  answers = { ...opening(), [FILE]: [status(200)] };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(['unreachable', 'restored']);
  expect(visit.query()).toEqual({ visitor: 'visitor.a' });
});

it('keeps the visit while the server is too busy to renew it', async () => {
  const told: string[] = [];
  visit.events.on('failed', ({ reason }) => told.push(reason));
  await visit.open();
  answers = { [FILE]: [status(503)], [OPEN]: [json({ error: 'Busy', code: 'INTERNAL' }, 503)] };
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual(['failed']);
  expect(visit.query()).toEqual({ visitor: 'visitor.a' });
});

it('checks once for all tiles that fail together', async () => {
  await visit.open();
  await vi.advanceTimersByTimeAsync(VISIT_WATCH_MS / 2);
  const before = asked.length;
  for (let failed = 0; failed < 50; failed++) visit.suspect();
  await vi.advanceTimersByTimeAsync(0);
  for (let failed = 0; failed < 50; failed++) visit.suspect();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.length - before).toBe(1);
});
