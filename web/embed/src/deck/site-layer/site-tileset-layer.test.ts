import { Viewport } from '@deck.gl/core';
import { describe, expect, it, vi } from 'vitest';
import { SiteTilesetLayer } from './site-tileset-layer.ts';

/** A layer after its first frame, in a view named `map`. */
function drawnLayer(tileset3d: { selectTiles: () => Promise<number> } | null): SiteTilesetLayer {
  const layer = new SiteTilesetLayer({ id: 'tileset', data: '' });
  const map = new Viewport({ id: 'map', width: 10, height: 10 });
  layer.state = { activeViewports: { map }, lastUpdatedViewports: null, layerMap: {}, tileset3d: tileset3d as never };
  layer.context = { timeline: {} } as never;
  return layer;
}

/** Updates the layer as deck.gl does after a frame in a new view. */
function update(layer: SiteTilesetLayer): void {
  const { props } = layer;
  layer.updateState({ props, oldProps: props, changeFlags: { viewportChanged: true } } as never);
}

describe('an update after a frame in a new view', () => {
  it('keeps the view while the tileset loads', () => {
    const layer = drawnLayer(null);
    update(layer);
    const { activeViewports, lastUpdatedViewports } = layer.state;
    expect(Object.keys(activeViewports)).toEqual(['map']);
    expect(lastUpdatedViewports).toEqual(activeViewports);
    expect(lastUpdatedViewports).not.toBe(activeViewports);
  });

  it('selects the tiles of a loaded tileset once', () => {
    const selectTiles = vi.fn(() => Promise.resolve(1));
    const layer = drawnLayer({ selectTiles });
    layer.setState = () => undefined;
    update(layer);
    expect(selectTiles).toHaveBeenCalledTimes(1);
    expect(layer.state.activeViewports).toEqual({});
  });
});
