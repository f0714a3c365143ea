import type { Layer } from '@deck.gl/core';
import { ScatterplotLayer } from '@deck.gl/layers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, siteFrame } from '@overlook/engine';
import { defineLayer } from './define-layer.ts';
import type { LayerDefinition } from './layer-definition.ts';
import { PageLayers } from './page-layers.ts';

const frame = siteFrame({ longitude: 138.5, latitude: -35, height: 30 });
const place = { site: { id: 1, slug: 'ridgeway', name: 'Ridgeway' }, frame };

/** The part of a stage that layers need. */
class FakeStage {
  private added: (readonly Layer[])[] = [];
  readonly asStage = this as unknown as Stage;
  addLayer(layers: readonly Layer[]) {
    this.added.push(layers);
    return () => void (this.added = this.added.filter((one) => one !== layers));
  }
  on = () => () => undefined;
  state = () => ({ section: null });
  get layers() {
    return this.added.flat();
  }
  get ids() {
    return this.layers.map(({ id }) => id);
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

function valves(change: Partial<LayerDefinition<number[]>> = {}) {
  return defineLayer<number[]>({
    id: 'valves',
    title: 'Valves',
    source: { kind: 'data', data: [1, 2] },
    layers: ({ data }) => new ScatterplotLayer({ id: 'dots', data }),
    summary: ({ data }) => `${data.length} valves`,
    ...change,
  });
}

let stage: FakeStage;
let layers: PageLayers;
const onChange = vi.fn();

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://portal.test/' });
  onChange.mockReset();
  stage = new FakeStage();
  const container = new EventTarget() as HTMLElement;
  const holds = (token: string) => token === 'VIEW:CAD';
  layers = new PageLayers(stage.asStage, { place, holds, onChange, container, onRefused: vi.fn() });
});
afterEach(() => {
  layers.destroy();
  vi.unstubAllGlobals();
});

describe('layers that a page adds', () => {
  it('can be added on top, moved, faded, hidden and removed', async () => {
    layers.add(valves({ id: 'below' }));
    layers.add(valves(), { opacity: 0.5 });
    await settled();
    expect(stage.ids).toEqual(['below/dots', 'valves/dots']);
    expect(stage.layers.at(-1)!.props.opacity).toBe(0.5);
    layers.move('below', 0);
    await settled();
    expect(stage.ids).toEqual(['valves/dots', 'below/dots']);
    layers.set('below', { isShown: false });
    layers.set('valves', { opacity: 0.25 });
    await settled();
    expect(stage.layers.map(({ id, props }) => [id, props.opacity])).toEqual([['valves/dots', 0.25]]);
    layers.remove('valves');
    await settled();
    expect(stage.ids).toEqual([]);
    expect(layers.all().map(({ definition }) => definition.id)).toEqual(['below']);
  });

  it('report their loaded data', async () => {
    layers.add(valves());
    expect(layers.all()[0]!.report.status).toBe('loading');
    await settled();
    expect(layers.all()[0]!.report).toMatchObject({ status: 'ready', summary: '2 valves' });
    expect(onChange).toHaveBeenCalled();
  });

  it('are switched off one by one with the reason if they fail, and are retried when they are shown again', async () => {
    let isBroken = true;
    const fragile = valves({
      id: 'fragile',
      layers: () => {
        if (isBroken) throw new Error('No paint is left.');
        return [];
      },
    });
    layers.add(valves());
    layers.add(fragile);
    await settled();
    const reported = () => layers.all()[0]!;
    expect(reported()).toMatchObject({ isShown: false, report: { failure: { message: 'No paint is left.' } } });
    expect(stage.ids).toEqual(['valves/dots']);
    isBroken = false;
    layers.set('fragile', { isShown: true });
    await settled();
    expect(reported()).toMatchObject({ isShown: true, report: { status: 'ready', failure: null } });
  });

  it('are rejected without the required permission, before any of their data is read', async () => {
    const load = vi.fn(async () => []);
    const source = { kind: 'load', load } as const;
    expect(() => layers.add(valves({ token: 'MOC:VIEW', source }))).toThrow(
      'The layer “valves” needs the permission MOC:VIEW, which this view does not have.',
    );
    await settled();
    expect(load).not.toHaveBeenCalled();
    layers.add(valves({ token: 'VIEW:CAD', source }));
    await settled();
    expect(load).toHaveBeenCalledOnce();
  });

  it('reject invalid definitions, duplicate ids, opacities above 1 and unknown ids', () => {
    expect(() => layers.add({ id: 'valves' })).toThrow('Layer "valves": title');
    layers.add(valves());
    expect(() => layers.add(valves())).toThrow('There is a layer “valves” already.');
    expect(() => layers.set('valves', { opacity: 2 })).toThrow('0 to 1');
    for (const use of [() => layers.remove('pumps'), () => layers.move('pumps', 0), () => layers.set('pumps', {})])
      expect(use).toThrow('There is no layer “pumps” here.');
  });

  it('release their resources when the view ends', async () => {
    layers.add(valves());
    await settled();
    layers.destroy();
    expect(stage.ids).toEqual([]);
  });
});
