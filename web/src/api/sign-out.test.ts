import { afterEach, expect, it, vi } from 'vitest';
import { beginSession, sessionToken } from '../state/session.ts';
import { leaveSession } from './sign-out.ts';

afterEach(() => void vi.unstubAllGlobals());

it('signing out ends the session here at once, and on the server also where the page is closed meanwhile', async () => {
  const asked: (RequestInit | undefined)[] = [];
  const ok = { result: { data: { status: 'success' } } };
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    asked.push(init);
    expect(sessionToken()).toBeNull();
    return new Response(JSON.stringify([ok]));
  });
  beginSession('one');
  await leaveSession();
  expect(asked).toMatchObject([{ method: 'POST', keepalive: true, headers: { Authorization: 'Bearer one' } }]);
});
