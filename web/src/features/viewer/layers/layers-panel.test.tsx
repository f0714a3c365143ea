import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LayerOffer } from '@overlook/shared/schemas';
import { defineLayer } from '@overlook/embed/layers/define-layer';
import type { LayerReport } from '@overlook/embed/layers';
import {
  addOwnLayer,
  layers,
  openLayers,
  reportLayer,
  resetLayers,
  setLayerDefinition,
  setLayerVisible,
} from '../../../state/layers.ts';
import { setPreference } from '../../../state/preferences.ts';
import { showInPage } from '../../../testing/in-page.tsx';
import { LayersPanel } from './layers-panel.tsx';

const offer = (id: string, title: string): LayerOffer => ({
  id,
  title,
  icon: 'tag',
  siteIds: [1],
  baseUrl: `/layers/${id}/`,
  moduleUrl: null,
  gallery: 'assets',
  options: {},
});
const READY: LayerReport = {
  status: 'ready',
  failure: null,
  summary: '4 of 38 in view',
  legend: [{ label: 'High', shape: 'triangle', color: 'high' }],
  content: {
    rows: [
      { id: 'p', label: 'PT-101', series: [1, 3, 2], value: '18.2', unit: 'barg', positionEnu: [1, 2, 3] },
      { id: 'f', label: 'FT-301', note: 'No reading for 4 min' },
    ],
    note: '38 sensors',
    extent: { centerEnu: [5, 5, 0], radiusM: 40 },
  },
};
const files = { onGo: vi.fn(), onFlyTo: vi.fn(), fileOf: vi.fn(() => null) };
const show = (props = {}) =>
  showInPage(
    <LayersPanel
      status="ready"
      onRetry={() => {}}
      model={null}
      files={files}
      add={{ onFile: async () => null, onAddress: async () => 'This address gives no file.' }}
      onClose={() => {}}
      {...props}
    />,
  );
const order = () => screen.getAllByRole('switch').map((one) => one.getAttribute('aria-labelledby')!);
const titles = () => order().map((id) => document.getElementById(id)!.textContent);
const row = (title: string) => within(screen.getByRole('listitem', { name: title }));

beforeEach(() => {
  setPreference('layerChoices', {});
  openLayers(1, [offer('assets', 'Assets'), offer('sensors', 'Sensors')]);
});
afterEach(() => act(resetLayers));

it('lists own layers above those of the gallery, each with its switch', async () => {
  addOwnLayer(defineLayer({ id: 'x', title: 'Hot work', source: { kind: 'data', data: 1 }, layers: () => [] }));
  const { user } = show();
  expect(titles()).toEqual(['Hot work', 'Assets', 'Sensors']);
  await user.click(row('Sensors').getByRole('switch'));
  expect(layers.rows.find(({ id }) => id === 'sensors')!.isVisible).toBe(true);
  await user.click(row('Hot work').getByRole('button', { name: 'Open Hot work' }));
  await user.click(screen.getByRole('button', { name: 'Remove Hot work' }));
  expect(titles()).toEqual(['Assets', 'Sensors']);
});

it('Alt and an arrow move the layer whose row has the focus', async () => {
  const { user } = show();
  row('Sensors').getByRole('button', { name: 'Move Sensors' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(titles()).toEqual(['Sensors', 'Assets']);
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}{ArrowDown}');
  expect(titles()).toEqual(['Sensors', 'Assets']);
});

it('an open row has opacity, legend and content, whose things can be flown to', async () => {
  const { user } = show();
  act(() => {
    setLayerVisible('sensors', true);
    reportLayer('sensors', READY);
  });
  expect(await screen.findByText('4 of 38 in view')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open Sensors' }));
  expect(screen.getByRole('list', { name: 'Legend' }).textContent).toBe('High');
  expect(screen.getByText('No reading for 4 min')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /PT-101/ }));
  expect(files.onGo).toHaveBeenCalledWith(READY.content!.rows[0]);
  await user.click(screen.getByRole('button', { name: 'Fly to Sensors' }));
  expect(files.onFlyTo).toHaveBeenCalledWith(READY.content!.extent);
  const slider = screen.getByRole('slider', { name: 'Opacity of Sensors' });
  slider.focus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(layers.rows.find(({ id }) => id === 'sensors')!.opacityPercent).toBe(90);
});

it('settings of a layer are offered as it names them', async () => {
  const definition = defineLayer({
    id: 'sensors',
    title: 'Sensors',
    source: { kind: 'data', data: 1 },
    layers: () => [],
    settings: [
      { key: 'names', label: 'Names', type: 'switch', default: true },
      { key: 'by', label: 'Colour by', type: 'choice', default: 'a', options: [{ value: 'a', label: 'State' }] },
      { key: 'limit', label: 'Limit', type: 'number', default: 3, min: 0, max: 9, unit: 'bar' },
    ],
  });
  const { user } = show();
  act(() => {
    setLayerVisible('sensors', true);
    setLayerDefinition('sensors', definition);
  });
  await user.click(screen.getByRole('button', { name: 'Open Sensors' }));
  await user.click(screen.getByRole('switch', { name: 'Names' }));
  expect(screen.getByRole('combobox', { name: 'Colour by' })).toBeTruthy();
  expect(screen.getByText('3 bar')).toBeTruthy();
  expect(layers.rows.find(({ id }) => id === 'sensors')!.settings).toEqual({ names: false });
});

it('a failed layer shows the reason and can be switched on again', async () => {
  const { user } = show();
  const failure = { of: 'source', status: 401, message: '', atMs: new Date(2026, 10, 23, 9, 42).getTime() } as const;
  act(() => reportLayer('assets', { ...READY, status: 'failed', failure }));
  expect(await row('Assets').findByText('Switched off')).toBeTruthy();
  expect(row('Assets').getByRole('alert').textContent).toContain(
    'The source answered 401 at 09:42. Its sign-in has run out.',
  );
  await user.click(screen.getByRole('button', { name: 'Retry Assets' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(layers.rows[0]!.isVisible).toBe(true);
});

it('the search finds layers and their content, and is cleared', async () => {
  const { user } = show();
  act(() => {
    setLayerVisible('sensors', true);
    reportLayer('sensors', READY);
  });
  const search = screen.getByRole('searchbox', { name: 'Search layers' });
  await user.type(search, 'pt-101');
  expect(titles()).toEqual(['Sensors']);
  await user.type(search, 'zz');
  expect(screen.getByText('No layer matches')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(titles()).toHaveLength(2);
});

it('reports that the list is loading, has failed, or is empty', async () => {
  act(() => openLayers(1, []));
  const retry = vi.fn();
  const { show: showAgain } = show({ status: 'loading' });
  expect(screen.getByRole('status', { name: 'Loading layers' })).toBeTruthy();
  const panel = { onRetry: retry, model: null, files, onClose: () => {} };
  showAgain(<LayersPanel status="failed" {...panel} />);
  screen.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalledOnce();
  showAgain(<LayersPanel status="ready" {...panel} />);
  expect(screen.getByText('Your organisation offers no layers at this site.')).toBeTruthy();
});

it('an address without a layer is reported under its field', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Add layer' }));
  await user.type(screen.getByRole('textbox', { name: 'Address of a file' }), '/none');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('This address gives no file.')).toBeTruthy();
});

it('on a phone buttons move the layers once the order is to be changed', async () => {
  vi.stubGlobal('innerWidth', 390);
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Change the order' }));
  await user.click(screen.getByRole('button', { name: 'Move Assets down' }));
  await user.click(screen.getByRole('button', { name: 'Change the order' }));
  expect(titles()).toEqual(['Sensors', 'Assets']);
});
