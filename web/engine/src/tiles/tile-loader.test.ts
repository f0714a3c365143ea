import { IDENTITY } from '@overlook/shared/maths';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UnsupportedContentError } from '@overlook/shared/tiles3d';
import { ContentHttpError } from '../content/content-errors.ts';
import type { ContentLoader } from '../content/content-loader.ts';
import type { ParsedContent } from '../content/content.ts';
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
  return new Tile(full, null, 'http://here/tileset.json', { enuFromEcef: IDENTITY });
}

type Load = ContentLoader['load'];

function setUp(load: Load) {
  const onChange = vi.fn<() => void>();
  const onError = vi.fn<(url: string, error: Error, final: boolean) => void>();
  const none = () => Promise.reject(new Error('none here'));
  const within = () => contents;
  const contents: ContentLoader = { load, loadBand: none, loadSubtree: none, loadJson: none, within, destroy() {} };
  return { loader: new TileLoader(contents, { onChange, onError }), onChange, onError };
}

const { signal } = new AbortController();

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

describe('multiple contents of a tile', () => {
  const byUrl: Load = (url) => Promise.resolve(url.endsWith('.json') ? anExternalTileset('inner.glb') : EMPTY);
  const uris = [{ uri: 'a.glb' }, { uri: 'more.json' }];

  it.each<[string, Partial<TileJson>]>([
    ['contents', { contents: uris }],
    ['the extension', { extensions: { '3DTILES_multiple_contents': { contents: uris } } }],
    ['the extension as it was first written', { extensions: { '3DTILES_multiple_contents': { content: uris } } }],
  ])('are all fetched if named by %s', async (_, json) => {
    const { loader } = setUp(byUrl);
    const tile = aTile({ content: undefined as never, ...json });
    expect(tile.urls).toEqual(['http://here/a.glb', 'http://here/more.json']);
    expect(await loader.load(tile, signal)).toBe(true);
    expect(tile.children!.map(({ urls }) => urls)).toEqual([['http://here/inner.glb']]);
  });

  it('do not add a tileset twice if the mesh beside it is fetched again', async () => {
    const { loader } = setUp(byUrl);
    const tile = aTile({ content: undefined as never, contents: uris });
    for (let i = 1; i <= 2; i++) {
      tile.state = 'unloaded';
      await loader.load(tile, signal);
    }
    expect(tile.children).toHaveLength(1);
  });

  it('show the mesh if the tileset beside it cannot be shown', async () => {
    const { loader, onError } = setUp((url) =>
      url.endsWith('.json') ? Promise.resolve({ type: 'tileset', tileset: { json: {} } }) : Promise.resolve(EMPTY),
    );
    const tile = aTile({ content: undefined as never, contents: uris });
    expect(await loader.load(tile, signal)).toBe(true);
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('TileLoader', () => {
  it('passes a parsed tile on for upload', async () => {
    const { loader, onChange } = setUp(() => Promise.resolve(EMPTY));
    const tile = aTile();
    const loaded = loader.load(tile, signal);
    expect(tile.state).toBe('loading');
    expect(await loaded).toBe(true);
    expect(tile.state).toBe('parsed');
    expect(onChange).toHaveBeenCalled();
  });

  it('retries after a delay while the server does not respond and the tile is wanted', async () => {
    vi.useFakeTimers();
    let attempts = 0;
    const { loader, onError, onChange } = setUp((url) => {
      attempts++;
      return attempts < 3 ? Promise.reject(new ContentHttpError(url, 503)) : Promise.resolve(EMPTY);
    });
    const tile = aTile();
    expect(await loader.load(tile, signal)).toBe(false);
    expect(tile.state).toBe('failed');
    expect(onError).toHaveBeenLastCalledWith('http://here/a.glb', expect.any(ContentHttpError), false);
    expect(loader.isDue(tile)).toBe(false);
    loader.wakeForRetries([tile]);
    onChange.mockClear();
    await vi.advanceTimersByTimeAsync(600);
    expect(onChange).toHaveBeenCalledOnce();
    expect(loader.isDue(tile)).toBe(true);
    await loader.load(tile, signal);
    await vi.advanceTimersByTimeAsync(900);
    expect(loader.isDue(tile)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(loader.isDue(tile)).toBe(true);
    expect(await loader.load(tile, signal)).toBe(true);
    expect(tile.state).toBe('parsed');
    expect(loader.failed.size).toBe(0);
  });

  it('retries missing or unsupported contents only on request of the user', async () => {
    const { loader, onError } = setUp(() => Promise.reject(new UnsupportedContentError('a.glb', 'is made of cheese.')));
    const tile = aTile();
    await loader.load(tile, signal);
    expect(tile.state).toBe('refused');
    expect(onError).toHaveBeenCalledWith('http://here/a.glb', expect.any(UnsupportedContentError), true);
    expect(loader.isDue(tile)).toBe(false);
    loader.retry();
    expect(loader.isDue(tile)).toBe(true);
  });

  it('shows the readable contents of a tile with several contents', async () => {
    const { loader, onError } = setUp((url) =>
      url.endsWith('b.glb') ? Promise.reject(new UnsupportedContentError('b.glb', 'no.')) : Promise.resolve(EMPTY),
    );
    const tile = aTile({ contents: [{ uri: 'a.glb' }, { uri: 'b.glb' }] });
    expect(await loader.load(tile, signal)).toBe(true);
    expect(tile.parsed).toHaveLength(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('ignores content that arrives for a discarded tile', async () => {
    const abort = new AbortController();
    const { loader, onChange } = setUp(() => Promise.resolve(EMPTY));
    const tile = aTile();
    const loaded = loader.load(tile, abort.signal);
    abort.abort();
    loader.discard(tile);
    expect(await loaded).toBe(false);
    expect(tile.state).toBe('unloaded');
    expect(tile.parsed).toEqual([]);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('adds an external tileset below its tile, and rejects one that contains itself', async () => {
    const json = { asset: { version: '1.0' }, root: { boundingVolume: { sphere: [0, 0, 0, 1] }, geometricError: 0 } };
    const { loader, onError } = setUp(() => Promise.resolve({ type: 'tileset', tileset: { json } }));
    const tile = aTile({ content: { uri: 'inner.json' } });
    await loader.load(tile, signal);
    expect(tile.isExternal).toBe(true);
    expect(tile.children).toHaveLength(1);
    const cyclic = aTile({ content: { uri: 'tileset.json' } });
    await loader.load(cyclic, signal);
    expect(cyclic.state).toBe('refused');
    expect(onError.mock.lastCall?.[1].message).toContain('contains itself');
  });
});
