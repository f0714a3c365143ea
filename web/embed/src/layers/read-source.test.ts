import { afterEach, describe, expect, it, vi } from 'vitest';
import { siteFrame } from '@overlook/engine';
import type { LayerPlace, LayerSource } from './layer-definition.ts';
import { readBounded, readSource } from './read-source.ts';

const frame = siteFrame({ longitude: 0, latitude: 0, height: 0 });
const place: LayerPlace = { site: { id: 1, slug: 'a', name: 'A' }, frame };
const access = { baseUrl: 'https://overlook.test/layers/a/', headers: () => ({ Authorization: 'Bearer secret' }) };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Reads until `enough` responses have arrived, or until the source fails. */
function read(source: LayerSource<unknown>, enough = 1): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const all: unknown[] = [];
    const close = readSource(source, place, access, {
      onData(raw) {
        all.push(raw);
        if (all.length < enough) return;
        close();
        resolve(all);
      },
      onFailure: reject,
    });
  });
}

function answer(...answers: (() => Response)[]) {
  const asked = vi.fn(async (_url: URL, _init: RequestInit) => (answers.length > 1 ? answers.shift()! : answers[0]!)());
  vi.stubGlobal('fetch', asked);
  return asked;
}

describe('the source of a layer', () => {
  it('is resolved against its folder and requested with the session', async () => {
    const asked = answer(() => Response.json([1]));
    expect(await read({ kind: 'json', url: 'data/pumps.json' })).toEqual([[1]]);
    const [url, init] = asked.mock.calls[0]!;
    expect(url.href).toBe('https://overlook.test/layers/a/data/pumps.json');
    expect(init.headers).toMatchObject({ Authorization: 'Bearer secret' });
  });

  it('of another origin never receives the session', async () => {
    const asked = answer(() => Response.json([]));
    await read({ kind: 'json', url: 'https://elsewhere.test/a.json' });
    expect(asked.mock.calls[0]![1]).toMatchObject({ credentials: 'omit', headers: { Accept: '*/*' } });
    expect(asked.mock.calls[0]![1].headers).not.toHaveProperty('Authorization');
  });

  it('is requested once if it rejects the request', async () => {
    const asked = answer(() => new Response('', { status: 403 }));
    await expect(read({ kind: 'text', url: 'a' })).rejects.toMatchObject({ status: 403 });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is retried after a temporary error', async () => {
    vi.useFakeTimers();
    answer(
      () => new Response('', { status: 503 }),
      () => new Response('here'),
    );
    const reading = read({ kind: 'text', url: 'a' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await reading).toEqual(['here']);
  });

  it('fails once if it is not JSON', async () => {
    const asked = answer(() => new Response('<html>'));
    await expect(read({ kind: 'json', url: 'a' })).rejects.toThrow('The source is no JSON.');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is read again after `refreshMs`', async () => {
    vi.useFakeTimers();
    let n = 0;
    answer(() => new Response(String(n++)));
    const reading = read({ kind: 'text', url: 'a', refreshMs: 5000 }, 3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reading).toEqual(['0', '1', '2']);
  });

  it('of events reduces each message, also across chunks', async () => {
    const pieces = ['data: a\n', '\n: nothing\n\nda', 'ta: b\r\ndata: c\r\n\r\n'].map((text) =>
      new TextEncoder().encode(text),
    );
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    answer(() => new Response(body));
    const reduce = (before: string[], message: string) => [...before, message];
    const source = { kind: 'events', url: 'live', initial: [], reduce } as unknown as LayerSource<unknown>;
    expect((await read(source, 3)).at(-1)).toEqual(['a', 'b\nc']);
  });
});

it('a response is read up to its size limit', async () => {
  expect((await readBounded(new Response('12345'), 5)).byteLength).toBe(5);
  await expect(readBounded(new Response('123456'), 5)).rejects.toThrow(RangeError);
});
