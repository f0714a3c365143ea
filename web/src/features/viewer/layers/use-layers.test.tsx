import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LayerOffer, Site } from '@overlook/shared/schemas';
import { aCapture } from '@overlook/shared/schemas/testing';
import { SITE_SCANS_LAYER } from '@overlook/shared/config';
import { queryClient } from '../../../api/queries.ts';
import { layers, requestLayers, resetLayers, setLayerDefinition, setLayerVisible } from '../../../state/layers.ts';
import { resetMoments, showMoments } from '../../../state/moments.ts';
import { setPreference } from '../../../state/preferences.ts';
import { dismissToast, toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { LayersPanel } from './layers-panel.tsx';
import { useLayers } from './use-layers.ts';

const [POINTS, TEXTURED] = [1, 3] as const;
const SCANNED = [
  aCapture(1, POINTS, '2026-03-14', { scanPositions: 6 }),
  aCapture(2, POINTS, '2026-06-19', { scanPositions: 4, isCurrent: true }),
  aCapture(3, TEXTURED, '2026-06-19', { isCurrent: true }),
];
const ASSETS: LayerOffer = {
  id: 'assets',
  title: 'Assets',
  icon: 'tag',
  siteIds: [1],
  baseUrl: '/layers/assets/',
  moduleUrl: null,
  gallery: 'assets',
  options: {},
};
const data = { avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin: null } };
const SITE = { id: 1, slug: 'works', name: 'Works', description: '', data, order: 0 } as unknown as Site;

const answer = (captures: () => unknown = () => ({ captures: SCANNED })) =>
  answerCalls({
    'sites.all': () => ({ sites: [SITE] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
    'models.all': () => ({ models: [] }),
    'auth.check': () => ({ permissions: { 0: {} } }),
    'layers.all': () => ({ layers: [ASSETS], formats: [] }),
    'captures.all': captures,
  });

function Panel() {
  useLayers(true);
  const files = { onGo: vi.fn(), onFlyTo: vi.fn(), fileOf: () => null };
  return <LayersPanel status="ready" onRetry={() => {}} model={null} files={files} onClose={() => {}} />;
}
const scans = () => layers.rows.find(({ id }) => id === SITE_SCANS_LAYER);
const url = () => scans()?.offer?.options['url'];

beforeEach(() => {
  setPreference('layerChoices', {});
  setPreference('selectedSiteId', 1);
});
afterEach(() => {
  // A page that is still there would ask again.
  cleanup();
  act(() => {
    resetLayers();
    resetMoments();
    for (const { id } of toasts.shown) dismissToast(id);
  });
  queryClient.clear();
});

it('scan positions are a layer of the gallery that a person switches on', async () => {
  answer();
  const { user } = showInPage(<Panel />);
  const gallery = within(screen.getByRole('region', { name: 'Gallery' }));
  const row = within(await gallery.findByRole('listitem', { name: 'Scan positions' }));
  expect(gallery.getByRole('listitem', { name: 'Assets' })).toBeTruthy();
  expect(url()).toBe('/api/captures/1/2/scan-positions');
  await user.click(row.getByRole('switch'));
  expect(scans()!.isVisible).toBe(true);
});

it('they follow the date of the active screen, and stay switched on', async () => {
  answer();
  showInPage(<Panel />);
  await waitFor(() => expect(scans()).toBeDefined());
  act(() => {
    setLayerVisible(SITE_SCANS_LAYER, true);
    setLayerDefinition(SITE_SCANS_LAYER, {
      id: SITE_SCANS_LAYER,
      title: 'Scan positions',
      source: { kind: 'data', data: 1 },
      layers: () => [],
    });
    showMoments(1, ['2026-03-14'], null);
  });
  await waitFor(() => expect(url()).toBe('/api/captures/1/1/scan-positions'));
  // What was opened for the other capture is opened anew.
  expect(scans()).toMatchObject({ isVisible: true, definition: null });
});

it('a link shows them, and nothing is said to be missing', async () => {
  answer();
  act(() => requestLayers([{ id: SITE_SCANS_LAYER, isVisible: true, opacityPercent: 50, settings: {} }]));
  showInPage(<Panel />);
  await waitFor(() => expect(scans()).toMatchObject({ isVisible: true, opacityPercent: 50 }));
  expect(toasts.shown).toEqual([]);
});

it.each<[string, () => unknown]>([
  ['no capture has any', () => ({ captures: SCANNED.map((one) => ({ ...one, scanPositions: 0 })) })],
  ['the captures cannot be asked for', () => Promise.reject(new Refusal(500, 'No.'))],
])('there are none where %s', async (_, captures) => {
  answer(captures);
  showInPage(<Panel />);
  expect(await screen.findByRole('listitem', { name: 'Assets' })).toBeTruthy();
  expect(scans()).toBeUndefined();
});
