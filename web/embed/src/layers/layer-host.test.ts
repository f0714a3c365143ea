import type { Layer } from '@deck.gl/core';
import { ScatterplotLayer } from '@deck.gl/layers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, siteFrame } from '@overlook/engine';
import { defineLayer } from './define-layer.ts';
import type { LayerReport } from './hosted-layer.ts';
import type { LayerDefinition, LayerPlace } from './layer-definition.ts';
import { LayerHost, type ShownLayer } from './layer-host.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const place: LayerPlace = { site: { id: 1, slug: 'ridgeway', name: 'Ridgeway' }, frame: siteFrame(ORIGIN) };

/** The part of a stage that a host needs. */
class FakeStage {
  added: { layers: readonly Layer[]; options: { onError?: (error: Error) => void; isCut?: boolean } }[] = [];
  section: unknown = null;
  private readonly handlers = new Map<string, () => void>();
  readonly asStage = this as unknown as Stage;
  addLayer(layers: readonly Layer[], options: object) {
    const entry = { layers, options };
    this.added.push(entry);
    return () => void (this.added = this.added.filter((one) => one !== entry));
  }
  on(event: string, handler: () => void) {
    this.handlers.set(event, handler);
    return () => this.handlers.delete(event);
  }
  emit = (event: string) => this.handlers.get(event)?.();
  get listeners() {
    return this.handlers.size;
  }
  state = () => ({ section: this.section });
  size = () => ({ width: 100, height: 100 });
  project = () => ({ x: 50, y: 50, distance: 10 });
  get ids() {
    return this.added.flatMap(({ layers }) => layers.map(({ id }) => id));
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

function pumps(change: Partial<LayerDefinition<number[]>> = {}) {
  return defineLayer<number[]>({
    id: 'pumps',
    title: 'Pumps',
    source: { kind: 'data', data: [1, 2, 3] },
    layers: ({ data }) => new ScatterplotLayer({ id: 'dots', data, pickable: true, opacity: 0.5 }),
    summary: ({ data, countInView }) => `${data.length} pumps, ${countInView([[0, 0, 0]])} in view`,
    ...change,
  });
}

const shown = (definition: ShownLayer['definition'], opacity = 1): ShownLayer => ({
  definition,
  opacity,
  settings: {},
});

let host: LayerHost;
let reports: Map<string, LayerReport>;
let first: FakeStage;
let second: FakeStage;

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://overlook.test/' });
  reports = new Map();
  [first, second] = [new FakeStage(), new FakeStage()];
  host = new LayerHost({
    place,
    headers: () => ({ Authorization: 'Bearer secret' }),
    activeStage: () => first.asStage,
    onReport: (id, report) => reports.set(id, report),
  });
});
afterEach(() => {
  host.destroy();
  vi.unstubAllGlobals();
});

describe('layers on the stages of a page', () => {
  it('are added to every stage with prefixed ids, the selected opacity and a report', async () => {
    host.attach(first.asStage);
    host.show([shown(pumps(), 0.5)]);
    host.attach(second.asStage);
    await settled();
    for (const stage of [first, second]) expect(stage.ids).toEqual(['pumps/dots']);
    expect(first.added[0]!.layers[0]!.props.opacity).toBe(0.25);
    expect(reports.get('pumps')).toMatchObject({ status: 'ready', summary: '3 pumps, 1 in view' });
  });

  it('are drawn from the bottom to the top of the list, and are removed with the list', async () => {
    host.attach(first.asStage);
    const [top, bottom] = [shown(pumps({ id: 'top' })), shown(pumps({ id: 'bottom' }))];
    host.show([top, bottom]);
    await settled();
    expect(first.ids).toEqual(['bottom/dots', 'top/dots']);
    host.show([bottom, top]);
    await settled();
    expect(first.ids).toEqual(['top/dots', 'bottom/dots']);
    host.show([]);
    await settled();
    expect(first.ids).toEqual([]);
  });

  it('are pickable only if they define `pick`, which is called for the picked layer', async () => {
    host.attach(first.asStage);
    host.show([shown(pumps()), shown(pumps({ id: 'told', pick: (object) => ({ title: `${object}`, rows: [] }) }))]);
    await settled();
    const pickable = Object.fromEntries(first.added.map(({ layers: [layer] }) => [layer!.id, layer!.props.pickable]));
    expect(pickable).toEqual({ 'pumps/dots': false, 'told/dots': true });
    expect(host.facts({ layerId: 'told/dots', index: 1, object: 7 })).toEqual({ title: '7', rows: [] });
    expect(host.facts({ layerId: 'areas', index: 1, object: 7 })).toBeNull();
  });

  it("are cut by the section volume unless `clip` is 'none', and learn whether a section is active", async () => {
    host.attach(first.asStage);
    const seen: boolean[] = [];
    const layers = ({ isSectionOn }: { isSectionOn: boolean }) => (seen.push(isSectionOn), [new ScatterplotLayer()]);
    host.show([shown(pumps({ clip: 'none', layers }))]);
    await settled();
    expect(first.added[0]!.options.isCut).toBe(false);
    first.section = {};
    first.emit('drawn');
    first.emit('drawn');
    await settled();
    expect(seen).toEqual([false, true]);
  });

  it('are created again after the camera stops if they use screen positions', async () => {
    host.attach(first.asStage);
    host.attach(second.asStage);
    let made = 0;
    let others = 0;
    const asking = pumps({
      layers: ({ pixelOf }) => {
        made++;
        expect(pixelOf([0, 0, 0])).toMatchObject({ x: 50, y: 50 });
        return [];
      },
    });
    host.show([shown(asking), shown(pumps({ id: 'other', layers: () => (others++, []) }))]);
    await settled();
    first.emit('rest');
    await settled();
    expect([made, others]).toEqual([3, 2]);
  });

  it('restore a stage that is detached', async () => {
    const detach = host.attach(first.asStage);
    host.show([shown(pumps())]);
    await settled();
    detach();
    detach();
    await settled();
    expect([first.ids, first.listeners]).toEqual([[], 0]);
  });
});

describe('the host reports a layer that fails once, and keeps the others,', () => {
  const broken = (): never => {
    throw new Error('Broken.');
  };

  it.each<[string, Partial<LayerDefinition<number[]>>]>([
    ['layers', { layers: broken }],
    ['summary', { summary: broken }],
    ['legend', { legend: broken }],
    ['content', { content: broken }],
    ['prepare', { prepare: broken }],
    ['source.load', { source: { kind: 'load', load: broken } }],
  ])('if %s throws', async (_part, change) => {
    host.attach(first.asStage);
    host.show([shown(pumps()), shown(pumps({ id: 'bad', ...change }))]);
    await settled();
    expect(reports.get('bad')).toMatchObject({ status: 'failed', failure: { of: 'code', message: 'Broken.' } });
    expect(reports.get('pumps')!.status).toBe('ready');
    expect(first.ids).toEqual(['pumps/dots']);
  });

  it('if deck.gl cannot draw it', async () => {
    host.attach(first.asStage);
    host.attach(second.asStage);
    host.show([shown(pumps())]);
    await settled();
    for (let i = 0; i < 3; i++) first.added[0]!.options.onError!(new Error(`No ${i}.`));
    await settled();
    expect(reports.get('pumps')).toMatchObject({ status: 'failed', failure: { message: 'No 0.' } });
    expect([first.ids, second.ids]).toEqual([[], []]);
  });

  it('if its source rejects the request', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
    host.attach(first.asStage);
    host.show([shown(pumps({ source: { kind: 'json', url: 'pumps.json' } }))]);
    await settled();
    expect(reports.get('pumps')).toMatchObject({ status: 'failed', failure: { of: 'source', status: 401 } });
  });

  it('and reads it again when it is switched on again', async () => {
    let times = 0;
    const load = async () => (times++ === 0 ? broken() : [1]);
    const layer = shown(pumps({ source: { kind: 'load', load } }));
    host.attach(first.asStage);
    host.show([layer]);
    await settled();
    host.show([]);
    host.show([layer]);
    await settled();
    expect(reports.get('pumps')!.status).toBe('ready');
  });
});

it('a layer can be saved in its export formats', async () => {
  host.attach(first.asStage);
  const csv = () => ({ columns: ['Tag'], rows: [['=P-1']] });
  host.show([shown(pumps({ export: { csv, geojson: () => ({ type: 'FeatureCollection', features: [] }) } }))]);
  await settled();
  expect(await host.file('pumps', 'csv')!.text()).toContain("Tag\r\n'=P-1\r\n");
  expect(await host.file('pumps', 'geojson')!.text()).toBe('{"type":"FeatureCollection","features":[]}');
  expect(host.file('valves', 'csv')).toBeNull();
});
