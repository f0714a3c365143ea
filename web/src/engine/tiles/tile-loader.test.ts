import { IDENTITY } from '@overlook/shared/maths';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContentHttpError } from '../content/content-errors.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import { type ParsedContent, UnsupportedContent } from '../content/content.ts';
import { Tile, type TileJson } from './tile.ts';
import { TileLoader } from './tile-loader.ts';

const EMPTY: ParsedContent = {
  type: 'content',
  content: { primitives: [], textures: [], properties: null, featureCount: 0, copyright: null, warnings: [] },
};

function aTile(json: Partial<TileJson> = {}): Tile {
  const full = {
    boundingVolume: { box: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
    geometricError: 1,
    content: { uri: 'a.glb' },
    ...json,
  };
  return new Tile(full, null, 'http://here/tileset.json', { ecefToEnu: IDENTITY });
}

type Load = ContentLoader['load'];

function setUp(load: Load) {
  const onChange = vi.fn<() => void>();
  const onError = vi.fn<(url: string, error: Error, final: boolean) => void>();
  const none = () => Promise.reject(new Error('none here'));
  const contents = { load, loadSubtree: none, loadJson: none, destroy() {} };
  return { loader: new TileLoader(contents, { onChange, onError }), onChange, onError };
}

const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
const want = (tile: Tile, selection: number): Tile[] => {
  tile.wantedFrame = selection;
  return [tile];
};

afterEach(() => vi.useRealTimers());

const anExternalTileset = (uri: string): ParsedContent => ({
  type: 'tileset',
  tileset: {
    json: {
      asset: { version: '1.1' },
      root: {
        boundingVolume: { box: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
        geometricError: 0,
        content: { uri },
      },
    },
  },
});

describe('several contents of a tile', () => {
  const byUrl: Load = (url) => Promise.resolve(url.endsWith('.json') ? anExternalTileset('inner.glb') : EMPTY);
  const uris = [{ uri: 'a.glb' }, { uri: 'more.json' }];

  it.each<[string, Partial<TileJson>]>([
    ['contents', { contents: uris }],
    ['the extension', { extensions: { '3DTILES_multiple_contents': { contents: uris } } }],
    ['the extension as it was first written', { extensions: { '3DTILES_multiple_contents': { content: uris } } }],
  ])('are all fetched when named by %s', async (_, json) => {
    const { loader } = setUp(byUrl);
    const tile = aTile({ content: undefined as never, ...json });
    expect(tile.urls).toEqual(['http://here/a.glb', 'http://here/more.json']);
    loader.request(want(tile, 1), 1, 0, true);
    await settle();
    expect(loader.parsed).toEqual([tile]);
    expect(tile.children!.map(({ urls }) => urls)).toEqual([['http://here/inner.glb']]);
  });

  it('add no second copy of a tileset when the mesh beside it is fetched again', async () => {
    const { loader } = setUp(byUrl);
    const tile = aTile({ content: undefined as never, contents: uris });
    for (let i = 1; i <= 2; i++) {
      tile.state = 'unloaded';
      loader.request(want(tile, i), i, 0, true);
      await settle();
    }
    expect(tile.children).toHaveLength(1);
  });

  it('show the mesh where the tileset beside it cannot be shown', async () => {
    const { loader, onError } = setUp((url) =>
      url.endsWith('.json') ? Promise.resolve({ type: 'tileset', tileset: { json: {} } }) : Promise.resolve(EMPTY),
    );
    const tile = aTile({ content: undefined as never, contents: uris });
    loader.request(want(tile, 1), 1, 0, true);
    await settle();
    expect(loader.parsed).toEqual([tile]);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('TileLoader', () => {
  it('hands a parsed tile over for upload', async () => {
    const { loader, onChange } = setUp(() => Promise.resolve(EMPTY));
    const tile = aTile();
    loader.request(want(tile, 1), 1, 0, true);
    expect(tile.state).toBe('loading');
    await settle();
    expect(tile.state).toBe('parsed');
    expect(loader.parsed).toEqual([tile]);
    expect(onChange).toHaveBeenCalled();
  });

  it('fetches the most urgent tiles first, and no more than it may', () => {
    const asked: string[] = [];
    const { loader } = setUp((url) => {
      asked.push(url);
      return new Promise(() => {});
    });
    const tiles = Array.from({ length: 40 }, (_, i) => aTile({ content: { uri: `${i}.glb` } }));
    tiles.forEach((tile, i) => {
      tile.priority = i;
    });
    loader.request(tiles, 1, 0, true);
    expect(asked).toHaveLength(16);
    expect(asked[0]).toBe('http://here/39.glb');
  });

  it('tries again after a pause when the server is away, for as long as the tile is wanted', async () => {
    vi.useFakeTimers();
    let attempts = 0;
    const { loader, onError, onChange } = setUp((url) => {
      attempts++;
      return attempts < 3 ? Promise.reject(new ContentHttpError(url, 503)) : Promise.resolve(EMPTY);
    });
    const tile = aTile();
    loader.request(want(tile, 1), 1, performance.now(), true);
    await settle();
    expect(tile.state).toBe('failed');
    expect(onError).toHaveBeenLastCalledWith('http://here/a.glb', expect.any(ContentHttpError), false);
    loader.request(want(tile, 2), 2, performance.now(), true);
    expect(attempts).toBe(1);
    onChange.mockClear();
    await vi.advanceTimersByTimeAsync(600);
    expect(onChange).toHaveBeenCalled();
    loader.request(want(tile, 3), 3, performance.now(), true);
    await settle();
    await vi.advanceTimersByTimeAsync(1100);
    loader.request(want(tile, 4), 4, performance.now(), true);
    await settle();
    expect(attempts).toBe(3);
    expect(tile.state).toBe('parsed');
    expect(loader.failed.size).toBe(0);
  });

  it('never asks again for what is missing or cannot be shown, until a person asks', async () => {
    let attempts = 0;
    const { loader, onError } = setUp(() => {
      attempts++;
      return Promise.reject(new UnsupportedContent('a.glb is made of cheese.'));
    });
    const tile = aTile();
    loader.request(want(tile, 1), 1, 0, true);
    await settle();
    expect(tile.state).toBe('refused');
    expect(onError).toHaveBeenCalledWith('http://here/a.glb', expect.any(UnsupportedContent), true);
    loader.request(want(tile, 2), 2, 1e6, true);
    expect(attempts).toBe(1);
    loader.retry();
    loader.request(want(tile, 3), 3, 1e6, true);
    expect(attempts).toBe(2);
  });

  it('shows the contents it can of a tile that has several', async () => {
    const { loader, onError } = setUp((url) =>
      url.endsWith('b.glb') ? Promise.reject(new UnsupportedContent('b.glb: no.')) : Promise.resolve(EMPTY),
    );
    const tile = aTile({ contents: [{ uri: 'a.glb' }, { uri: 'b.glb' }] });
    loader.request(want(tile, 1), 1, 0, true);
    await settle();
    expect(tile.state).toBe('parsed');
    expect(tile.parsed).toHaveLength(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('gives up a request that no view has wanted for a while', () => {
    const signals: AbortSignal[] = [];
    const { loader } = setUp((_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const tile = aTile();
    loader.request(want(tile, 1), 1, 0, true);
    loader.request([], 10, 0, true);
    expect(signals[0]!.aborted).toBe(false);
    loader.request([], 40, 0, true);
    expect(signals[0]!.aborted).toBe(true);
    expect(tile.state).toBe('unloaded');
    expect(loader.inFlight).toBe(0);
  });

  it('hangs an external tileset under its tile, and refuses one that contains itself', async () => {
    const json = { asset: { version: '1.0' }, root: { boundingVolume: { sphere: [0, 0, 0, 1] }, geometricError: 0 } };
    const { loader, onError } = setUp(() => Promise.resolve({ type: 'tileset', tileset: { json } }));
    const tile = aTile({ content: { uri: 'inner.json' } });
    loader.request(want(tile, 1), 1, 0, true);
    await settle();
    expect(tile.isGateway).toBe(true);
    expect(tile.children).toHaveLength(1);
    const cyclic = aTile({ content: { uri: 'tileset.json' } });
    loader.request(want(cyclic, 2), 2, 0, true);
    await settle();
    expect(cyclic.state).toBe('refused');
    expect(onError.mock.lastCall?.[1].message).toContain('contains itself');
  });
});
