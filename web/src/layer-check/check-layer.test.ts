import { CompositeLayer, Layer } from '@deck.gl/core';
import { ScatterplotLayer, TextLayer } from '@deck.gl/layers';
import type { LayerCheck } from '@overlook/shared/config';
import { LAYER_CHECKS } from '@overlook/shared/config';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineLayer } from '@overlook/embed/layers/define-layer';
import type { LayerDefinition } from '@overlook/embed/layers/layer-definition';
import { checkLayerModule } from './check-layer.ts';
import type { LayerCheckOptions } from './layer-check-options.ts';

/** All but those of the folder, and those that need a browser. */
const OF_THE_KIT = LAYER_CHECKS.slice(LAYER_CHECKS.indexOf('definition'));

interface Pump {
  name: string;
  position: [number, number, number];
}

const PUMPS: Pump[] = [
  { name: 'P-1', position: [1, 2, 3] },
  { name: 'P-2', position: [4, 5, 6] },
];

type Change = Partial<LayerDefinition<Pump[]>>;

const dots = (data: Pump[], more: object = {}) =>
  new ScatterplotLayer<Pump>({ id: 'dots', data, pickable: true, getPosition: ({ position }) => position, ...more });

const pumps = (change: Change = {}) =>
  defineLayer<Pump[]>({
    id: 'pumps',
    title: 'Pumps',
    source: { kind: 'data', data: PUMPS },
    layers: ({ data, settings }) => dots(data, { getRadius: settings['radius'] }),
    summary: ({ data }) => `${data.length} pumps`,
    legend: () => [{ label: 'Runs', shape: 'circle', color: 'normal' }],
    content: ({ data }) => ({
      rows: data.map(({ name, position }) => ({ id: name, label: name, positionEnu: position })),
    }),
    pick: (object) => ({ title: (object as Pump).name, rows: [['State', 'Runs']] }),
    settings: [
      { key: 'radius', label: 'Radius', type: 'number', default: 1, min: 0.1, max: 5 },
      { key: 'only', label: 'Only', type: 'text', default: '' },
      {
        key: 'by',
        label: 'Colour',
        type: 'choice',
        default: 'a',
        options: [
          { value: 'a', label: 'State' },
          { value: 'b~c', label: 'Age' },
        ],
      },
    ],
    export: {
      csv: ({ data }) => ({ columns: ['name'], rows: data.map(({ name }) => [name]) }),
      geojson: () => ({ type: 'FeatureCollection', features: [] }),
    },
    ...change,
  });

async function check(definition: unknown, change: Partial<LayerCheckOptions> = {}): Promise<readonly LayerCheck[]> {
  return checkLayerModule(definition, {
    id: 'pumps',
    baseUrl: 'http://layer.invalid/layers/pumps/',
    takeEscaped: () => [],
    openHandles: () => 0,
    canBeAsked: () => true,
    ...change,
  });
}

const outcomes = (checks: readonly LayerCheck[], outcome: LayerCheck['outcome']) =>
  Object.fromEntries(checks.filter((one) => one.outcome === outcome).map((one) => [one.check, one.detail]));

afterEach(() => vi.unstubAllGlobals());

it('a valid layer passes each check once, in their order', async () => {
  const checks = await check(pumps());
  expect(checks.map((one) => one.check)).toEqual(OF_THE_KIT);
  expect(outcomes(checks, 'pass')).toMatchObject({
    layers: '1 deck.gl layer, on two screens',
    section: 'every part is cut by the section volume',
    settings: '3 settings, 6 values; kept in links',
    labels: '1 entry of the legend, 2 rows',
    picking: 'properties of 2 elements',
    export: 'geojson and csv',
    release: 'nothing is left when it is switched off',
  });
  expect(outcomes(checks, 'fail')).toEqual({});
});

const broken = (): never => {
  throw new Error('Broken.');
};

/** A composite that does not hand its part what every part of a layer gets. */
class Loose extends CompositeLayer {
  static override layerName = 'Loose';
  override renderLayers() {
    return dots(PUMPS, { id: `${this.props.id}-part` });
  }
}

/** A layer that keeps a buffer of its own. */
class Leaking extends Layer {
  static override layerName = 'Leaking';
  override initializeState() {
    this.context.device.createBuffer({ byteLength: 16 });
  }
}

describe('a layer that does not pass', () => {
  it.each<[LayerCheck['check'], string, Change]>([
    ['data', 'prepare: Broken.', { prepare: broken }],
    ['data', 'Broken.', { source: { kind: 'load', load: async () => broken() } }],
    ['layers', 'layers: Broken.', { layers: broken }],
    ['layers', 'layers: layers() gave an object (Object)', { layers: () => ({}) as never }],
    ['layers', 'layers() gave a promise', { layers: (async () => []) as never }],
    ['layers', 'two layers with the id dots', { layers: ({ data }) => [dots(data), dots(data)] }],
    [
      'layers',
      'getPosition gives numbers',
      { layers: ({ data }) => dots(data, { getPosition: () => [0, Number.NaN, 0] }) },
    ],
    ['layers', 'Broken.', { layers: ({ data }) => dots(data, { getPosition: broken }) }],
    ['section', 'Broken.', { layers: ({ data, isSectionOn }) => (isSectionOn ? broken() : dots(data)) }],
    ['section', 'pass getSubLayerProps()', { layers: () => new Loose({ id: 'loose' }), pick: undefined! }],
    [
      'settings',
      'with radius 5',
      { layers: ({ data, settings }) => (settings['radius'] === 5 ? broken() : dots(data)) },
    ],
    ['labels', 'legend: Broken.', { legend: broken }],
    ['labels', 'legend[0] has no label', { legend: () => [{ label: ' ', shape: 'circle', color: 'high' }] }],
    ['labels', 'legend[0] has a color', { legend: () => [{ label: 'A', shape: 'circle', color: 'red' as never }] }],
    [
      'labels',
      'two rows have the id 1',
      { content: () => ({ rows: [1, 2].map((n) => ({ id: '1', label: `${n}` })) }) },
    ],
    ['labels', 'row 0 has no label', { content: () => ({ rows: [{ id: '1', label: '' }] }) }],
    ['labels', 'summary gave no text', { summary: () => '' }],
    ['picking', 'none of its deck.gl layers', { layers: ({ data }) => dots(data, { pickable: false }) }],
    ['picking', 'pick: Broken.', { pick: broken }],
    ['picking', 'pick gave no {title, rows', { pick: () => ({ title: 'P' }) as never }],
    ['export', 'export.csv: ', { export: { csv: broken } }],
    ['export', 'no FeatureCollection', { export: { geojson: () => ({}) } }],
    ['release', '4 objects stay on the GPU', { layers: () => new Leaking({ id: 'leaking' }), pick: undefined! }],
  ])('%s: %s', async (name, detail, change) => {
    const failed = outcomes(await check(pumps(change)), 'fail');
    expect(failed[name]).toContain(detail);
    expect(Object.keys(failed)[0]).toBe(name);
  });

  it('for its definition is tried no further', async () => {
    const checks = await check({ ...pumps(), token: 'VIEW:EVERYTHING' });
    expect(outcomes(checks, 'fail')).toEqual({
      definition: expect.stringContaining('token must be a permission') as string,
    });
    expect(checks).toHaveLength(OF_THE_KIT.length);
    expect((await check(pumps(), { id: 'valves' }))[0]!.detail).toBe('id is pumps, but valves in the manifest');
  });

  it('because it throws where nobody catches it', async () => {
    const escaped = ['Nobody caught this.'];
    const failed = outcomes(await check(pumps(), { takeEscaped: () => escaped.splice(0) }), 'fail');
    expect(failed).toEqual({ failures: "thrown outside of the viewer's calls: Nobody caught this." });
  });

  it('because timers stay', async () => {
    let handles = 0;
    const checks = await check(pumps(), { openHandles: () => handles++ });
    expect(outcomes(checks, 'fail')).toEqual({ release: '2 timers or connections stay open after 2 rounds' });
  });
});

describe('what cannot be tried is skipped and says why', () => {
  it('a source of another server', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    const source = { kind: 'json', url: '/elsewhere' } as const;
    const checks = await check(pumps({ source }), { canBeAsked: () => false });
    expect(outcomes(checks, 'fail')).toEqual({});
    expect(outcomes(checks, 'skip')).toMatchObject({
      data: expect.stringContaining('/elsewhere is not a file') as string,
    });
  });

  it.each<[string, string, Change['layers']]>([
    ['of its own', 'document', () => dots(PUMPS, { getRadius: document.title.length })],
    ['that listens', 'addEventListener', () => (addEventListener('resize', () => undefined), dots(PUMPS))],
    ['of deck.gl', 'document', ({ data }) => new TextLayer<Pump>({ id: 'names', data, getText: ({ name }) => name })],
  ])('code %s that needs a page', async (_whose, missing, layers) => {
    const checks = await check(pumps({ layers: layers! }));
    expect(outcomes(checks, 'fail')).toEqual({});
    expect(outcomes(checks, 'skip')['layers']).toBe(`needs a page: there is no ${missing} here`);
  });
});
