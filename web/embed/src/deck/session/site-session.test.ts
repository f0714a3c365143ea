import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  away,
  fetchOf,
  json,
  opening,
  ORIGIN,
  SERVER,
  status,
} from '../../viewer/connection/testing/answers.ts';
import { SiteSession } from './site-session.ts';

let answers: Answers;
let asked: URL[];
let sessions: SiteSession[];

beforeEach(() => {
  asked = [];
  sessions = [];
  answers = opening();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
  vi.stubGlobal('location', { origin: 'https://host.example' });
  vi.stubGlobal(
    'fetch',
    fetchOf(() => answers, asked),
  );
});
afterEach(() => {
  for (const session of sessions) session.close();
  vi.unstubAllGlobals();
});

async function open(waited: number[] = []): Promise<SiteSession> {
  const session = await SiteSession.open({ server: SERVER, token: 'secret' }, async (ms) => void waited.push(ms));
  sessions.push(session);
  return session;
}

describe('the session of a site', () => {
  it('knows the origin and the layers of the site', async () => {
    const session = await open();
    expect(session.origin).toEqual(ORIGIN);
    expect(session.layers).toEqual(['textured']);
    expect(session.layerUrl()).toBe(`${SERVER}/files/tileset.json`);
    expect(() => session.layerUrl('cad')).toThrow();
  });

  it('sends the token in the URL, and retries with growing delays while the server does not respond', async () => {
    const waited: number[] = [];
    const session = await open(waited);
    answers['/files/a.glb'] = [away, status(503), json({})];
    expect((await session.fetch(`${SERVER}/files/a.glb`)).ok).toBe(true);
    expect(asked.at(-1)!.searchParams.get('visitor')).toBe('visitor.a');
    expect(waited).toEqual([500, 1000]);
  });

  it('fails after five attempts', async () => {
    const session = await open();
    answers['/files/a.glb'] = [away];
    await expect(session.fetch(`${SERVER}/files/a.glb`)).rejects.toThrow('Failed to fetch');
    expect(asked.filter(({ pathname }) => pathname === '/files/a.glb')).toHaveLength(5);
  });

  it('opens the grant again when its token is rejected', async () => {
    const session = await open();
    answers['/files/a.glb'] = [status(401), json({})];
    answers['/files/tileset.json'] = [status(401)];
    expect((await session.fetch(`${SERVER}/files/a.glb`)).ok).toBe(true);
    expect(asked.filter(({ pathname }) => pathname === '/api/view_grants/open')).toHaveLength(2);
  });

  it('ends with the reason when the view is revoked', async () => {
    const session = await open();
    const reasons: string[] = [];
    session.onEnd(({ message }) => reasons.push(message));
    answers['/api/view_grants/open'] = [json({ error: 'This view was withdrawn', code: 'ARCHIVED' }, 404)];
    answers['/files/tileset.json'] = [status(404)];
    answers['/files/a.glb'] = [status(404)];
    await expect(session.fetch(`${SERVER}/files/a.glb`)).rejects.toThrow('This view was withdrawn');
    expect(reasons).toEqual(['This view was withdrawn']);
    await expect(session.fetch(`${SERVER}/files/b.glb`)).rejects.toThrow('This view was withdrawn');
  });
});
