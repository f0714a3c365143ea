import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../testing/wait.ts';
import { type TileAddress, tileKey } from './panorama-tiles.ts';
import { TileRequests } from './tile-requests.ts';

const tile = (column: number): TileAddress => ({ level: 2, column, row: 1 });

/** Requested and not answered. */
let open: Map<string, (status: number) => void>;
let asked: string[];
let shown: string[];
let requests: TileRequests;

beforeEach(() => {
  [open, asked, shown] = [new Map(), [], []];
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        asked.push(url);
        const end = (settle: () => void) => {
          open.delete(url);
          settle();
        };
        open.set(url, (status) => end(() => resolve(new Response('picture', { status }))));
        signal.addEventListener('abort', () => end(() => reject(signal.reason)));
      }),
  );
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }));
  requests = new TileRequests({
    urlOf: tileKey,
    onTile: (address) => shown.push(tileKey(address)),
    onIdle: () => undefined,
  });
});
afterEach(() => void vi.unstubAllGlobals());

const idle = () => expect.poll(() => requests.isBusy, WAIT).toBe(false);

describe('the tiles of a panorama', () => {
  it('are requested again when a quick look around has cancelled them', async () => {
    requests.request([tile(1)]);
    requests.request([]);
    await idle();
    requests.request([tile(1)]);
    open.get('2/1/1')?.(200);
    await idle();
    expect(asked).toEqual(['2/1/1', '2/1/1']);
    expect(shown).toEqual(['2/1/1']);
  });

  it('are not requested again when they have failed', async () => {
    requests.request([tile(1), tile(2)]);
    open.get('2/1/1')!(404);
    open.get('2/2/1')!(200);
    await idle();
    requests.request([tile(1)]);
    expect(asked).toEqual(['2/1/1', '2/2/1']);
    expect(shown).toEqual(['2/2/1']);
  });

  it('are requested six at once, the most important first', async () => {
    requests.request(Array.from({ length: 8 }, (_, column) => tile(column)));
    expect(asked).toEqual([0, 1, 2, 3, 4, 5].map((column) => `2/${column}/1`));
    open.get('2/3/1')!(200);
    await expect.poll(() => asked.at(-1), WAIT).toBe('2/6/1');
    requests.destroy();
    await idle();
    expect(shown).toEqual(['2/3/1']);
  });
});
