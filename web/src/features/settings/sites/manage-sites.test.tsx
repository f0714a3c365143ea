import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { WAIT } from '@overlook/engine/testing/wait';
import { reportScreen } from '../../../state/screens.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { SitePage } from './site-page.tsx';
import { sitesList, stateOf } from './sites-store.ts';
import { SitesPage } from './sites-page.tsx';
import { takeDrop } from './upload/plan/pending-drop.ts';
import { aManagedSite as site } from './testing/a-managed-site.ts';

const progress = { label: 'Copying', done: 41, total: 100, unit: 'items' as const };
const SITES = [
  site(1, { name: 'Plant', photos: 48 }),
  site(2, { name: 'Jetty', layers: [], importing: { progress } }),
  site(3, { name: 'Depot', layers: [{ modeltypeId: 1, publishedAt: null }], archivedAt: '2026-02-03T00:00:00.000Z' }),
];

function show(page = <SitesPage />) {
  const done = { status: 'success', site: SITES[0] };
  const calls = answerCalls({
    'managedSites.all': () => ({ sites: SITES, freeBytes: 2_000_000_000 }),
    'managedSites.get': () => ({ site: SITES[0] }),
    'managedSites.update': () => done,
    'managedSites.archive': () => done,
    'managedSites.restore': () => done,
    'managedSites.delete': () => ({ status: 'success' }),
    'captures.managed': () => ({ layers: [] }),
    'uploads.all': () => ({ uploads: [], spaceBytes: null }),
    'sites.all': () => ({ sites: [] }),
    'models.all': () => ({ models: [] }),
    'modelGroups.all': () => ({ modelgroups: [] }),
  });
  const { user } = showInPage(page, ['SITES:MANAGE']);
  const asked = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user, asked };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);

beforeEach(() => sitesList.reset());

it('says that data were refused before anything else of a published site', () => {
  expect(stateOf(site(1, { refused: 1 }))).toBe('refused');
  expect(stateOf(site(1, { refused: 1, importing: { progress } }))).toBe('importing');
  expect(stateOf(site(1, { refused: 1, archivedAt: '2026-02-03T00:00:00.000Z' }))).toBe('archived');
});

it('keeps what was typed: a site is not archived before that is saved', async () => {
  const { user } = show(<SitePage id={1} />);
  const archive = () => screen.getByRole('button', { name: 'Archive site' });
  const name = await screen.findByRole('textbox', { name: 'Name' }, WAIT);
  expect(archive().getAttribute('aria-disabled')).toBeNull();
  await user.type(name, 'x');
  expect(archive().getAttribute('data-tooltip')).toBe('Save or discard the changes first');
});

it('opens the page that plans files when they are dropped on the page of a site', async () => {
  show(<SitePage id={1} />);
  const name = await screen.findByRole('textbox', { name: 'Name' }, WAIT);
  const entry = { isFile: true, name: 'a.las' };
  const dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => entry }] };
  fireEvent.dragOver(name, { dataTransfer });
  expect(screen.getByText('Drop to read the files')).toBeTruthy();
  fireEvent.drop(name, { dataTransfer });
  expect(window.location.pathname).toBe('/settings/sites/1/upload');
  expect(takeDrop(2)).toBeNull();
  fireEvent.drop(name, { dataTransfer });
  expect(takeDrop(1)).toEqual({ entries: [entry] });
  expect(takeDrop(1)).toBeNull();
});

it('lists sites with layers, size and state, and finds them by each', async () => {
  const { user } = show();
  const row = await screen.findByRole('row', { name: /Plant/ }, WAIT);
  expect(row.textContent).toContain('Textured');
  expect(row.textContent).toContain('Newest 14 Mar 2026, 48 photos');
  expect(screen.getByRole('row', { name: /Jetty/ }).textContent).toContain('Copying, 41 %');
  expect(screen.getByRole('row', { name: /Depot/ }).textContent).toContain('Archived');
  expect(screen.getByText(/^[\d.]+\sMB used by sites, [\d.]+\sGB free on the disk$/)).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'point archived');
  await waitFor(() => expect(names()).toHaveLength(1), WAIT);
  await user.clear(screen.getByRole('searchbox'));
  await user.click(screen.getByRole('radio', { name: 'Importing 1' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Plant/ })).toBeNull(), WAIT);
  await user.type(screen.getByRole('searchbox'), 'nothing');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }, WAIT));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4), WAIT);
});

it('archives after a question, and restores at once', async () => {
  const { user, asked } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions for Plant' }, WAIT));
  expect(screen.queryByRole('menuitem', { name: 'Delete site' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Archive site' }, WAIT));
  const dialog = await screen.findByRole('alertdialog', {}, WAIT);
  expect(dialog.textContent).toContain('Nobody sees it. Nothing is removed.');
  expect(asked('managedSites.archive')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Archive site' }));
  await waitFor(() => expect(asked('managedSites.archive')).toEqual([{ siteId: 1 }]), WAIT);
  await user.click(await screen.findByRole('button', { name: 'Actions for Depot' }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'Restore site' }, WAIT));
  await waitFor(() => expect(asked('managedSites.restore')).toEqual([{ siteId: 3 }]), WAIT);
});

it('deletes an archived site only with its name typed', async () => {
  const { user, asked } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions for Depot' }, WAIT));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete site' }, WAIT));
  const dialog = await screen.findByRole('alertdialog', {}, WAIT);
  const confirm = within(dialog).getByRole('button', { name: 'Delete site' });
  const field = within(dialog).getByRole('textbox', { name: 'Type its name to delete it' });
  await user.type(field, 'depot');
  await user.click(confirm);
  expect(within(dialog).getByText('This is not the name of the site')).toBeTruthy();
  expect(asked('managedSites.delete')).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Depot');
  await user.click(confirm);
  await waitFor(() => expect(asked('managedSites.delete')).toEqual([{ siteId: 3, name: 'Depot' }]), WAIT);
});

it('saves one site with the version that was loaded, and refuses a zoom that no map has', async () => {
  const { user, asked } = show(<SitePage id={1} />);
  const name = await screen.findByRole('textbox', { name: 'Name' }, WAIT);
  await user.clear(name);
  await user.type(name, 'North plant');
  const slug = screen.getByRole('textbox', { name: 'Short name in addresses' });
  await user.clear(slug);
  await user.type(slug, 'North plant');
  expect(screen.getByText('Links with site-1 keep working.')).toBeTruthy();
  expect(screen.getByText('Name and Short name in addresses changed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save site' }));
  expect(await screen.findByText('Use lower-case letters, digits and single hyphens', {}, WAIT)).toBeTruthy();
  await user.clear(slug);
  await user.type(slug, 'north-plant');
  const zoom = screen.getByRole('textbox', { name: 'Largest zoom of the minimap' });
  await user.type(zoom, '25');
  await user.click(screen.getByRole('button', { name: 'Save site' }));
  expect(await screen.findByText('This is not a whole number from 0 to 24', {}, WAIT)).toBeTruthy();
  await user.clear(zoom);
  await user.type(zoom, '18');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Quality figures' }), 'Legacy');
  const system = screen.getByRole('combobox', { name: 'Coordinate system' });
  for (const [typed, said] of [
    ['EPSG:4326', 'This system is not a map projection in metres. Choose another code.'],
    ['999999', 'No known coordinate system has this code. Search by name or country'],
  ] as const) {
    await user.clear(system);
    await user.type(system, `${typed}{Escape}`);
    await user.click(screen.getByRole('button', { name: 'Save site' }));
    expect(await screen.findByText(said, {}, WAIT)).toBeTruthy();
  }
  await user.clear(system);
  await user.type(system, 'MGA zone 54');
  await user.click(await screen.findByRole('option', { name: 'GDA2020 / MGA zone 54' }));
  expect(screen.getByText('GDA2020 / MGA zone 54')).toBeTruthy();
  const error = screen.getByRole('textbox', { name: 'Textured, Balanced Quality' });
  expect(error.getAttribute('placeholder')).toBe('150');
  await user.type(error, '90');
  await user.click(screen.getByRole('button', { name: 'Save site' }));
  const saved = { siteId: 1, version: 1, name: 'North plant', slug: 'north-plant', description: '' };
  const screenSpaceError = { textured: { balanced: 90 } };
  await waitFor(
    () =>
      expect(asked('managedSites.update')).toEqual([
        { ...saved, modelSettings: 1, minimapMaxNativeZoom: 18, screenSpaceError, coordinateSystem: 'EPSG:7854' },
      ]),
    WAIT,
  );
});

it('takes the home view from the stage once that shows the site', async () => {
  show(<SitePage id={1} />);
  const take = await screen.findByRole('button', { name: 'Set to this view' }, WAIT);
  expect(take.getAttribute('aria-disabled')).toBe('true');
  act(() => reportScreen(0, { siteId: 1 }));
  await waitFor(() => expect(take.getAttribute('aria-disabled')).toBeNull(), WAIT);
  act(() => reportScreen(0, { siteId: 2 }));
  await waitFor(() => expect(take.getAttribute('aria-disabled')).toBe('true'), WAIT);
});
