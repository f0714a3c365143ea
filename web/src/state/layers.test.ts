// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import type { LayerOffer } from '@overlook/shared/schemas';
import { defineLayer } from '@overlook/embed/layers/define-layer';
import {
  addOwnLayer,
  hasKeptLayers,
  layers,
  linkedLayers,
  moveLayer,
  openLayers,
  removeOwnLayer,
  reportLayer,
  requestLayers,
  resetLayers,
  setLayerOpacity,
  setLayerSetting,
  setLayerVisible,
  showRequestedLayers,
} from './layers.ts';
import { setPreference } from './preferences.ts';

const offer = (id: string, siteIds = [1]): LayerOffer => ({
  id,
  title: id.toUpperCase(),
  icon: null,
  siteIds,
  baseUrl: `/layers/${id}/`,
  moduleUrl: `/layers/${id}/0123456789abcdef/${id}.js`,
  gallery: null,
  options: {},
});
const own = (id: string) => defineLayer({ id, title: id, source: { kind: 'data', data: null }, layers: () => [] });
const ids = () => layers.rows.map(({ id }) => id);
const row = (id: string) => layers.rows.find((one) => one.id === id)!;
const OFFERS = [offer('a'), offer('b'), offer('c')];

beforeEach(() => {
  resetLayers();
  setPreference('layerChoices', {});
  openLayers(1, OFFERS);
});

it('a site has its own layers, all off', () => {
  openLayers(1, [...OFFERS, offer('elsewhere', [2])]);
  expect(ids()).toEqual(['a', 'b', 'c']);
  expect(layers.rows.some(({ isVisible }) => isVisible)).toBe(false);
});

it('order, switches, opacity and settings are kept for each site', () => {
  setLayerVisible('b', true);
  setLayerOpacity('b', 44.6);
  setLayerSetting('b', 'limit', 3);
  moveLayer('b', -5);
  resetLayers();
  expect([hasKeptLayers(1), hasKeptLayers(2)]).toEqual([true, false]);
  openLayers(1, OFFERS);
  expect(ids()).toEqual(['b', 'a', 'c']);
  expect(row('b')).toMatchObject({ isVisible: true, opacityPercent: 45, settings: { limit: 3 } });
});

it('invalid stored choices are ignored', () => {
  setPreference('layerChoices', { 2: [{ id: 'x' }, { id: 'd', isVisible: true, opacityPercent: 101, settings: {} }] });
  openLayers(2, [offer('d', [2])]);
  expect(row('d')).toMatchObject({ isVisible: false, opacityPercent: 100 });
});

describe('own layers', () => {
  it('that are added before the list has loaded belong to the site, and are removed with it', () => {
    resetLayers();
    addOwnLayer(own('x'));
    openLayers(1, OFFERS);
    expect(ids()).toEqual(['x', 'a', 'b', 'c']);
    openLayers(2, []);
    expect(ids()).toEqual([]);
  });

  it('are on top, replace one of their id, and stay within their group', () => {
    addOwnLayer(own('x'));
    addOwnLayer(own('y'));
    addOwnLayer(own('x'));
    expect(ids()).toEqual(['x', 'y', 'a', 'b', 'c']);
    moveLayer('x', 9);
    moveLayer('a', -9);
    expect(ids()).toEqual(['y', 'x', 'a', 'b', 'c']);
    removeOwnLayer('y');
    removeOwnLayer('a');
    expect(ids()).toEqual(['x', 'a', 'b', 'c']);
  });

  it('remain when the list of the site is read again, and are removed with the site', () => {
    addOwnLayer(own('x'));
    openLayers(1, OFFERS);
    expect(ids()).toContain('x');
    openLayers(2, [offer('d', [2])]);
    expect(ids()).toEqual(['d']);
  });
});

it('a layer that fails is switched off, keeps its place, and is started again when it is switched on', () => {
  setLayerVisible('b', true);
  const failure = { of: 'source', status: 401, message: '', atMs: 0 } as const;
  reportLayer('b', { status: 'failed', failure, summary: null, legend: [], content: null });
  expect(row('b')).toMatchObject({ isVisible: false, failure });
  expect(ids()).toEqual(['a', 'b', 'c']);
  setLayerVisible('b', true);
  expect(row('b')).toMatchObject({ isVisible: true, failure: null });
});

describe('layers of a link', () => {
  const choice = (id: string, opacityPercent = 50) => ({ id, isVisible: true, opacityPercent, settings: { n: 1 } });

  it('are shown as it says, in its order, and others are switched off', () => {
    setLayerVisible('a', true);
    requestLayers([choice('c'), choice('b', 20)]);
    expect(linkedLayers().map(({ id }) => id)).toEqual(['c', 'b']);
    expect(showRequestedLayers()).toBe(true);
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(linkedLayers()).toEqual([choice('c'), choice('b', 20)]);
  });

  it('that the person does not have are omitted, which is reported', () => {
    requestLayers([choice('secret'), choice('b')]);
    expect(showRequestedLayers()).toBe(false);
    expect(linkedLayers().map(({ id }) => id)).toEqual(['b']);
  });

  it('never carry layers of the person', () => {
    addOwnLayer(own('x'));
    expect(linkedLayers()).toEqual([]);
    requestLayers([]);
    showRequestedLayers();
    expect(row('x').isVisible).toBe(true);
  });
});
