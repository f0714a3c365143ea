import type { Layer } from '@deck.gl/core';
import { type Vec3, enuFrame } from '@overlook/shared/maths';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { TileSceneLayer } from '../render/tile-scene-layer.ts';
import { SectionExtension } from '../section/section-extension.ts';
import type { SiteFrame } from '../view/site-frame.ts';
import { SiteLayerExtension } from '../view/site-layer-extension.ts';
import type { DeckLayers } from './deck-layers.ts';
import { StageLayers } from './stage-layers.ts';

const HERE = enuFrame({ longitude: 116, latitude: -32, height: 20 });
const THERE = enuFrame({ longitude: 117, latitude: -32, height: 20 });
const SECTION: EnuSection = { planes: Float64Array.of(1, 0, 0, 0), box: null };

/** Any layer: nothing is drawn here. */
const layerOf = (id: string) => new TileSceneLayer({ id, renderer: null as never, scene: null as never }) as Layer;

class Canvas {
  /** The lists of layers that were set, one for each call. */
  readonly sets: Layer[][] = [];
  get hasAdded() {
    return (this.sets.at(-1)?.length ?? 0) > 0;
  }
  setAdded = (layers: Layer[]) => void this.sets.push(layers);
  readonly asDeck = this as unknown as DeckLayers;
  get ids() {
    return this.sets.at(-1)?.map(({ id }) => id);
  }
}

let canvas: Canvas;
let layers: StageLayers;
let changes: number;

beforeEach(() => {
  canvas = new Canvas();
  changes = 0;
  layers = new StageLayers(() => changes++);
});

const show = (frame = HERE, section: EnuSection | null = null) => layers.show(canvas.asDeck, frame, section);

describe('layers that are added to a stage', () => {
  it('do not update the canvas as long as there are none', () => {
    show();
    show(THERE);
    expect(canvas.sets).toEqual([]);
  });

  it('are shown in the order in which they were added, flat and without gaps, and once', () => {
    layers.add([layerOf('a'), null, [layerOf('b'), false]]);
    const remove = layers.add(layerOf('c'));
    show();
    show();
    expect(canvas.sets).toHaveLength(1);
    expect(canvas.ids).toEqual(['a', 'b', 'c']);
    remove();
    remove();
    show();
    expect(canvas.ids).toEqual(['a', 'b']);
    expect(changes).toBe(3);
  });

  it('are cut by the section, and keep their extensions', () => {
    const own = new SiteLayerExtension();
    const layer = layerOf('a').clone({ extensions: [own] } as never) as Layer;
    layers.add(layer);
    show(HERE, SECTION);
    const [shown] = canvas.sets[0]!;
    expect(shown).not.toBe(layer);
    expect(shown!.props.extensions.map(({ constructor }) => constructor)).toEqual([
      SiteLayerExtension,
      SectionExtension,
      SiteLayerExtension,
    ]);
    expect((shown!.props as unknown as { section: EnuSection }).section).toBe(SECTION);
    show(HERE, null);
    expect((canvas.sets[1]![0]!.props as unknown as { section: null }).section).toBeNull();
  });

  it('are created again for each frame, but not for each canvas or section', () => {
    const east: number[] = [];
    layers.add((frame: SiteFrame) => {
      east.push(Math.round(frame.enuFromLla(116, -32, 20)[0]));
      return layerOf('a');
    });
    show();
    show(HERE, SECTION);
    const second = new Canvas();
    layers.show(second.asDeck, HERE, SECTION);
    expect(second.ids).toEqual(['a']);
    expect(second.sets[0]![0]).not.toBe(canvas.sets[1]![0]);
    expect(east).toEqual([0]);
    layers.show(second.asDeck, THERE, SECTION);
    // From one degree to the next on the parallel (WGS84), 20 m above the ellipsoid.
    const latitude = (32 * Math.PI) / 180;
    const radius = 6378137 / Math.sqrt(1 - 0.00669437999014 * Math.sin(latitude) ** 2) + 20;
    expect(east).toEqual([0, -Math.round(radius * Math.cos(latitude) * Math.sin(Math.PI / 180))]);
  });
});

describe('a frame of a site', () => {
  it('converts degrees and ECEF metres to the same position, and back', () => {
    let frame!: SiteFrame;
    layers.add((given) => {
      frame = given;
      return [];
    });
    show();
    const point: Vec3 = [12.5, -80, 3];
    const ecef = frame.ecefFromEnu(point);
    frame.enuFromEcef(ecef).forEach((value, k) => expect(value).toBeCloseTo(point[k]!, 8));
    const ground = frame.enuFromLla(116, -32, 25);
    [0, 0, 5].forEach((value, k) => expect(ground[k]).toBeCloseTo(value, 8));
  });
});
