import { describe, expect, it } from 'vitest';
import { siteFrame } from '@overlook/engine';
import type { AnyLayer, LayerContext, LayerPlace } from '../layer-definition.ts';
import { scaleColor } from './heat-map.ts';
import { squareUrl, squaresAround } from './ground-map.ts';
import { loadGalleryLayer } from './index.ts';
import { afterMessage, sensorsAt } from './sensor-data.ts';

const frame = siteFrame({ longitude: 138.5, latitude: -35, height: 30 });
const place: LayerPlace = { site: { id: 1, slug: 'a', name: 'A' }, frame };
const at = (east: number, north: number, up: number) => {
  const { longitude, latitude, height } = frame.llaFromEnu([east, north, up]);
  return [longitude, latitude, height];
};
const given = (options: Record<string, unknown> = {}) => ({ id: 'one', title: 'One', options });

/** Returns the context of a layer's parts for a response of its source. */
const contextOf = ({ prepare }: AnyLayer, raw: unknown): LayerContext<unknown> => ({
  ...place,
  data: prepare ? prepare(raw, place) : raw,
  settings: {},
  opacity: 1,
  timeMs: 0,
  isSectionOn: false,
  invalidate: () => undefined,
  pixelOf: () => null,
  countInView: () => null,
});

it('assets have their tags and positions, and are exported at the same positions', async () => {
  const layer = await loadGalleryLayer('assets', given());
  const features = [
    { geometry: { type: 'Point', coordinates: at(10, 20, 5) }, properties: { tag: 'P-101', kind: 'Pump' } },
    { geometry: { type: 'Point', coordinates: at(1, 2, 3) }, properties: {} },
    null,
  ];
  const context = contextOf(layer, { features });
  expect(layer.summary!(context)).toBe('1 tags');
  const [row] = layer.content!(context).rows;
  expect(row).toMatchObject({ label: 'P-101', note: 'Pump' });
  [10, 20, 5].forEach((value, axis) => expect(row!.positionEnu![axis]).toBeCloseTo(value, 3));
  expect(() => contextOf(layer, {})).toThrow('The source has no list "features".');
});

describe('sensors', () => {
  const sensor = { id: 'TT-103', position: at(0, 0, 5), unit: '°C', high: 160, digits: 0 };
  const said = (value: number, atMs: number) => JSON.stringify({ readings: [{ id: 'TT-103', value, atMs }] });
  const first = afterMessage(new Map(), JSON.stringify({ sensors: [sensor] }));
  const now = (message: string, nowMs: number) => sensorsAt(afterMessage(first, message), place, nowMs, 120_000)[0];

  it('are normal, high or without a reading', () => {
    expect(sensorsAt(first, place, 0, 1)[0]).toMatchObject({ state: 'missing', value: null, ageMs: null });
    expect(now(said(120, 1000), 2000)).toMatchObject({ state: 'normal', value: '120', ageMs: 1000 });
    expect(now(said(164, 1000), 2000)).toMatchObject({ state: 'high', value: '164' });
    expect(now(said(164, 1000), 241_000)).toMatchObject({ state: 'missing', value: null, ageMs: 240_000 });
  });

  it('keep the readings of one hour and skip invalid ones', () => {
    let sensors = first;
    for (let i = 0; i < 90; i++) sensors = afterMessage(sensors, said(i, i * 60_000));
    const { readings } = afterMessage(sensors, '{"readings":[{"id":"TT-103","value":"x","atMs":1},7]}').get('TT-103')!;
    expect(readings.at(-1)!.value).toBe(89);
    expect(readings.length).toBe(60);
  });
});

it('tracks require points with times', async () => {
  const layer = await loadGalleryLayer('tracks', given());
  const points = [[...at(0, 0, 2), 100], [...at(10, 0, 2), 160]]; // prettier-ignore
  const context = contextOf(layer, { tracks: [{ name: 'Patrol', points }] });
  expect(layer.content!(context).rows[0]).toMatchObject({ label: 'Patrol', value: '1', unit: 'min' });
  expect(() => contextOf(layer, { tracks: [{ points: [] }] })).toThrow('no track of two points with times');
});

it('tracks name the dates and times of their points', async () => {
  const layer = await loadGalleryLayer('tracks', given());
  const start = Date.UTC(2026, 2, 14, 7) / 1000;
  const points = [[...at(0, 0, 2), start], [...at(10, 0, 2), start + 600]]; // prettier-ignore
  const context = contextOf(layer, { tracks: [{ name: 'Patrol', points }] });
  expect(layer.summary!(context)).toBe('1 tracks, 2026-03-14 07:10 UTC');
});

it('scan positions show the date of the last scan', async () => {
  const layer = await loadGalleryLayer('scan-positions', given());
  const positions = [{ position: at(0, 0, 2), takenAt: '2026-03-14T07:00:00Z' }];
  expect(layer.summary!(contextOf(layer, { positions }))).toBe('1 position, 14 Mar 2026');
});

it('scan positions of a point cloud have names to fly to, and an extent', async () => {
  const layer = await loadGalleryLayer('scan-positions', given());
  const row = (name: string, enu: readonly [number, number, number]) => {
    const [longitude, latitude, height] = at(...enu);
    return { number: 1, name, guid: '', longitude, latitude, height, takenAt: null, points: 1200 };
  };
  const positions = [row('Hall', [0, 0, 2]), row('Yard', [30, 40, 2])];
  const context = contextOf(layer, { positions });
  const { rows, extent } = layer.content!(context);
  expect(rows).toMatchObject([{ label: 'Hall', value: '1,200', unit: 'points' }, { label: 'Yard' }]);
  for (const [axis, value] of [30, 40, 2].entries()) expect(rows[1]!.positionEnu![axis]).toBeCloseTo(value, 4);
  expect([extent!.centerEnu.map(Math.round), Math.round(extent!.radiusM)]).toEqual([[15, 20, 2], 25]);
  expect(layer.pick!((context.data as object[])[0], context)).toEqual({ title: 'Hall', rows: [['Points', '1,200']] });
});

it('a heat map has a scale from dark to light', async () => {
  const layer = await loadGalleryLayer('heat-map', given());
  const context = contextOf(layer, { unit: '°C', points: [[...at(0, 0, 2), 20], [...at(1, 0, 2), 80]] }); // prettier-ignore
  expect(layer.summary!(context)).toBe('2 values, 20 to 80 °C');
  expect([scaleColor(0), scaleColor(1)]).toEqual([[68, 1, 84], [253, 231, 37]]); // prettier-ignore
});

it('a ground map requests few tiles, by tile index or by bounding box', () => {
  const squares = squaresAround(0.001, 0.001, 100, 18);
  expect(squares.length).toBeLessThanOrEqual(64);
  expect(squareUrl('/{z}/{x}/{y}.png', { zoom: 1, column: 1, row: 0 })).toBe('/1/1/0.png');
  const box = squareUrl('{bbox}', { zoom: 0, column: 0, row: 0 }).split(',').map(Number);
  expect(box[2]! - box[0]!).toBeCloseTo(40_075_016.68, 1);
});

it('an error names an option of the wrong type', async () => {
  await expect(loadGalleryLayer('assets', given({ url: 5 }))).rejects.toThrow('options.url must be a text');
  await expect(loadGalleryLayer('heat-map', given({ radiusM: -1 }))).rejects.toThrow('options.radiusM');
});
