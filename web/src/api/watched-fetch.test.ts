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

  it('says when the server cannot be reached, and when it can again', async () => {
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

  it('says nothing about a call that was aborted', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(watchedFetch('/trpc')).rejects.toThrow('aborted');
    expect(connection.isLost).toBe(false);
  });

  it('lets a wrong password be a 401 without ending anything', async () => {
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

  it('leaves a session alone that the call was not made with', async () => {
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
