import { expect, it } from 'vitest';
import { VisitFailure } from '../../viewer/connection/visit-failure.ts';
import type { LayerName, SiteSession } from '../session/site-session.ts';
import { SiteLayer, type SiteLayerProps } from './site-layer.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const DEVICE = { createTexture: () => ({ destroy: () => undefined }) };

const session = (server: string): SiteSession => {
  const layerUrl = (layer: LayerName = 'textured') => {
    if (layer === 'points') throw new VisitFailure('nothing', 'There is no layer “points” here.');
    return `${server}/${layer}/tileset.json`;
  };
  // The layer asks for nothing else before it is drawn.
  return { origin: ORIGIN, layerUrl, fetch } as unknown as SiteSession;
};

const SESSION = session('https://overlook.example');

/** The layer of `props` that deck.gl matches with `before`. */
function matched(props: Partial<SiteLayerProps>, before?: SiteLayer): SiteLayer {
  const layer = new SiteLayer({ id: 'site', session: SESSION, ...props });
  layer.context = { device: DEVICE } as never;
  if (before) layer.state = before.state;
  else layer.initializeState();
  layer.updateState({
    props: layer.props,
    oldProps: before?.props ?? {},
    changeFlags: { propsChanged: true },
  } as never);
  return layer;
}

const drawn = (layer: SiteLayer) =>
  layer.renderLayers().map(({ id, props }) => [id, (props as { data?: unknown }).data]);

it('shows another layer, and that of another session, when its props change', () => {
  const textured = matched({ layer: 'textured' });
  const [[id, url]] = drawn(textured) as [[string, string]];
  expect(url).toBe('https://overlook.example/textured/tileset.json');
  const same = matched({ layer: 'textured', pointSize: 3 }, textured);
  expect(drawn(same)).toEqual([[id, url]]);
  const cad = matched({ layer: 'cad' }, same);
  const [[cadId, cadUrl]] = drawn(cad) as [[string, string]];
  expect(cadUrl).toBe('https://overlook.example/cad/tileset.json');
  // Under the same id deck.gl would keep the tileset that it has read.
  expect(cadId).not.toBe(id);
  expect(drawn(matched({ layer: 'cad', session: session('https://other.example') }, cad))[0]![1]).toBe(
    'https://other.example/cad/tileset.json',
  );
});

it('rejects an invalid feature id and a layer that the view does not have before anything is drawn', () => {
  const features = { rest: { opacity: 1, color: null }, rules: [{ features: [5e7, 5e7], opacity: 0 }] };
  expect(() => matched({ features })).toThrow(RangeError);
  expect(() => matched({ layer: 'points' })).toThrow('There is no layer “points” here.');
});
