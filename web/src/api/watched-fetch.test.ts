import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection, reportReachable } from '../state/connection.ts';
import { beginSession, sessionToken } from '../state/session.ts';
import { watchedFetch } from './watched-fetch.ts';

const reload = vi.fn();
const AS_DEAD = { headers: { Authorization: 'Bearer dead' } };
const answer = (status: number) => vi.stubGlobal('fetch', async () => new Response('{}', { status }));

describe('a watched call', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('location', { reload });
    reportReachable();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('reports when the server cannot be reached, and when it can be reached again', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(watchedFetch('/trpc')).rejects.toThrow(TypeError);
    expect(connection.isLost).toBe(true);
    answer(500);
    await watchedFetch('/trpc');
    expect(connection.isLost).toBe(false);
  });

  it('counts a gateway without a server behind it as unreachable', async () => {
    answer(502);
    await watchedFetch('/trpc');
    expect(connection.isLost).toBe(true);
  });

  it('reports nothing for an aborted call', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(watchedFetch('/trpc')).rejects.toThrow('aborted');
    expect(connection.isLost).toBe(false);
  });

  it('does not end the session for the 401 of a wrong password', async () => {
    answer(401);
    await watchedFetch('/trpc');
    expect(reload).not.toHaveBeenCalled();
  });

  it('ends a session that the server no longer knows, and reloads once', async () => {
    beginSession('dead');
    answer(401);
    await Promise.all([watchedFetch('/trpc', AS_DEAD), watchedFetch('/trpc', AS_DEAD)]);
    expect(sessionToken()).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not end another session than that of the call', async () => {
    beginSession('alive');
    answer(401);
    await watchedFetch('/trpc', AS_DEAD);
    await watchedFetch('/trpc');
    expect(sessionToken()).toBe('alive');
  });

  it('finds the 401 among the answers of a batch', async () => {
    beginSession('dead');
    const batch = [{ result: { data: {} } }, { error: { data: { httpStatus: 401 } } }];
    vi.stubGlobal('fetch', async () => Response.json(batch, { status: 207 }));
    await watchedFetch('/trpc', AS_DEAD);
    expect(sessionToken()).toBeNull();
  });
});
