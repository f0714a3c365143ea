import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXPORTS } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Download, Pointcloud } from '@overlook/shared/schemas';
import { resetSection, section } from '../../../state/section.ts';
import { setPreference } from '../../../state/preferences.ts';
import { toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { leaveExportDraft, openExportDraft } from './export-draft.ts';
import { ExportsPanel } from './exports-panel.tsx';

let count = 0;
/** A finished export; each is older than the one made before it. */
function downloadOf(part: Partial<Download>): Download {
  count += 1;
  const number = String(count).padStart(12, '0');
  return {
    takenOn: null,
    uuid: `7b0c2a3e-0000-4aaa-8bbb-${number}`,
    filename: `${number}.e57`,
    description: 'Sphere legs',
    status: 'completed',
    message: null,
    createdAt: new Date(Date.UTC(2026, 10, 12) - count * 60_000).toISOString(),
    finishedAt: '2026-11-12T10:00:00.000Z',
    expiresAt: '2026-12-22T10:00:00.000Z',
    format: 'E57',
    density: 0.0025,
    sizeBytes: 212.4e6,
    points: 4_087_654,
    modeltypeId: null,
    triangles: null,
    drawing: null,
    progress: null,
    box: { centerX: -3.9e6, centerY: 3.4e6, centerZ: -3.6e6, sizeX: 12, sizeY: 3, sizeZ: 20, degrees: 30 },
    coordinates: 'ecef',
    coordinateSystem: 'WGS 84 / UTM zone 54S',
    requestedBy: null,
    ...part,
  };
}

const waiting = (description: string, ahead: number, done = 0): Download =>
  downloadOf({
    description,
    status: 'pending',
    finishedAt: null,
    expiresAt: null,
    sizeBytes: null,
    progress: { ahead, done, total: 4_087_654 },
  });

const SITE = { id: 3, slug: 'ridgeway', data: {} };

const CLOUD: Pointcloud = {
  uuid: '7b0c2a3e-4444-4aaa-8bbb-cccccccccccc',
  densities: [0.0025],
  points: 1e9,
  coordinateSystem: 'WGS 84 / UTM zone 54S',
  hasColor: true,
  hasIntensity: true,
  moveEcef: null,
  gridUrl: '/files/pointgrab/grid/1',
  pointsMost: 50e6,
};

const ALL: PermissionToken[] = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'];
const LISTING: PermissionToken[] = ['POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'];

const panel = () => <ExportsPanel site={SITE} onClose={() => undefined} />;
const rows = () => screen.queryAllByRole('listitem');
const rowOf = async (description: string) => (await screen.findByText(description)).closest('li')!;
const sentences = () => toasts.shown.map(({ text }) => text);

/** Lists these exports; deleted ones are removed, and restored on request. */
function listing(downloads: () => readonly Download[]) {
  const deleted = new Set<string>();
  return answerCalls({
    'exports.pointcloud': () => ({ pointcloud: CLOUD }),
    'exports.layers': () => ({ layers: [] }),
    'exports.downloads': () => ({ downloads: downloads().filter(({ uuid }) => !deleted.has(uuid)) }),
    'exports.delete': ({ uuid }: { uuid: string }) => ({ status: 'success', added: deleted.add(uuid).size }),
    'exports.restore': ({ uuid }: { uuid: string }) => ({ status: 'success', gone: deleted.delete(uuid) }),
  });
}

beforeEach(() => {
  sessionStorage.clear();
  setPreference('areAllExportsShown', false);
});
afterEach(() => {
  vi.useRealTimers();
  leaveExportDraft();
  resetSection();
});

describe('the downloads', () => {
  it('say how far each is, the newest first', async () => {
    const all = [
      waiting('C-103 tie-in', 0, 2_534_345),
      waiting('Pipe rack bay 7', 1),
      downloadOf({ format: 'PTS' }),
      downloadOf({ description: 'Tank 1 shell', status: 'error', message: EXPORTS_MESSAGES['export.boxEmpty'] }),
      downloadOf({ description: 'Bund', coordinates: 'site' }),
      downloadOf({ description: 'Old bund', coordinates: 'site', coordinateSystem: null }),
    ];
    listing(() => all.toReversed());
    showInPage(panel(), LISTING);
    await rowOf('C-103 tie-in');
    expect(rows().map(({ textContent }) => textContent?.replaceAll('\u202F', ' '))).toEqual([
      'C-103 tie-in, E57Pending, 61 % of 4.1 million points',
      'Pipe rack bay 7, E57Pending, second in the queue',
      'Sphere legs, PTSCompleted 12 Nov 2026, 212.4 MB, 2.5mm, ECEF (WGS84)Expires on 22 Dec 2026',
      `Tank 1 shell, E57${EXPORTS_MESSAGES['export.boxEmpty']}`,
      'Bund, E57Completed 12 Nov 2026, 212.4 MB, 2.5mm, WGS 84 / UTM zone 54SExpires on 22 Dec 2026',
      'Old bund, E57Completed 12 Nov 2026, 212.4 MB, 2.5mmExpires on 22 Dec 2026',
    ]);
    expect(screen.getAllByRole<HTMLProgressElement>('progressbar').map(({ value }) => value)).toEqual([61]);
    expect(within(await rowOf('Tank 1 shell')).getByRole('img', { name: 'Error' })).toBeTruthy();
    expect(screen.getByRole('tab').textContent).toBe('Downloads2 pending');
  });

  it('of a layer show the layer, and the number of finished tiles', async () => {
    const layer = { format: 'GLB', modeltypeId: 4, density: null, points: null } as const;
    const progress = { ahead: 0, done: 3, total: 12 };
    const pending = { ...layer, status: 'pending', sizeBytes: null, progress } as const;
    listing(() => [downloadOf({ ...layer, triangles: 5120 }), downloadOf({ ...pending, description: 'Rack 2' })]);
    showInPage(panel(), LISTING);
    await rowOf('Rack 2');
    expect(rows().map(({ textContent }) => textContent?.replaceAll('\u202F', ' '))).toEqual([
      'Sphere legs, GLBCompleted 12 Nov 2026, 212.4 MB, Project LayerExpires on 22 Dec 2026',
      'Rack 2, GLBPending, 25 % of 12 tiles',
    ]);
  });

  it('are fetched in a tab of their own', async () => {
    const done = downloadOf({ filename: '0123abcd.pts', format: 'PTS' });
    listing(() => [done]);
    showInPage(panel(), LISTING);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Download Sphere legs, PTS' });
    expect(link.getAttribute('href')).toBe('/api/files/pointgrab/download/0123abcd.pts');
    expect(link.target).toBe('_blank');
  });

  it('are filtered by format', async () => {
    const all = [downloadOf({ description: 'One' }), downloadOf({ description: 'Two', format: 'PTS' })];
    listing(() => all);
    const { user } = showInPage(panel(), LISTING);
    await rowOf('One');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'PTS');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]!.textContent).toContain('Two');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'LAS');
    expect(screen.getByText(EXPORTS_MESSAGES['exports.noneOfFormat'])).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(rows()).toHaveLength(2);
  });

  it('of others are listed for people who see all users, on request', async () => {
    const all = [
      downloadOf({ description: 'Mine' }),
      downloadOf({ description: 'Hers', requestedBy: 'ana@x.example' }),
    ];
    listing(() => all);
    const { user } = showInPage(panel(), [...LISTING, 'USERS:VIEW']);
    await rowOf('Mine');
    expect(rows()).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Whose exports' }), 'All exports');
    expect((await rowOf('Hers')).textContent).toContain('ana@x.example');
  });

  it('are deleted, and restored in their place', async () => {
    const all = [downloadOf({ description: 'First' }), downloadOf({}), downloadOf({ description: 'Last' })];
    const calls = listing(() => all);
    const { user } = showInPage(panel(), LISTING);
    await rowOf('Sphere legs');
    await user.click(screen.getByRole('button', { name: 'Delete Sphere legs, E57' }));
    await waitFor(() => expect(rows()[1]!.textContent).toBe('Deleted: Sphere legsUndo'));
    expect(sentences()).toEqual([EXPORTS_MESSAGES['export.deleted']]);
    expect(calls.find(({ name }) => name === 'exports.delete')!.input).toEqual({ uuid: all[1]!.uuid });
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    await waitFor(() => expect(rows()[1]!.textContent).toContain('Completed'));
  });

  it('that are not done are cancelled', async () => {
    listing(() => [waiting('C-103 tie-in', 0)]);
    const { user } = showInPage(panel(), LISTING);
    await rowOf('C-103 tie-in');
    await user.click(screen.getByRole('button', { name: 'Cancel C-103 tie-in, E57' }));
    await waitFor(() => expect(rows()[0]!.textContent).toContain('Deleted:'));
  });

  it('say that deleting failed', async () => {
    answerCalls({ 'exports.downloads': () => ({ downloads: [downloadOf({})] }) });
    const { user } = showInPage(panel(), LISTING);
    await rowOf('Sphere legs');
    await user.click(screen.getByRole('button', { name: 'Delete Sphere legs, E57' }));
    await waitFor(() => expect(sentences()).toEqual([EXPORTS_MESSAGES['export.deleteFailed']]));
    expect(rows()).toHaveLength(1);
  });

  it('have no button that the person may not use', async () => {
    listing(() => [downloadOf({}), downloadOf({ description: 'Tank', status: 'error' })]);
    showInPage(panel(), ['POINTGRAB:DOWNLOAD']);
    expect(within(await rowOf('Tank')).queryAllByRole('button')).toEqual([]);
    expect((await rowOf('Tank')).textContent).toContain(EXPORTS_MESSAGES['export.notMade']);
  });

  it('that failed are opened in the tool, with their box', async () => {
    const failed = downloadOf({ description: 'Tank 1 shell', status: 'error', format: 'PTS' });
    listing(() => [failed]);
    openExportDraft({
      userId: 7,
      siteId: SITE.id,
      notice: { notify: false, notifyEmail: 'ana.ruiz@overlook.example' },
    });
    const { user } = showInPage(panel(), ALL);
    await user.click(await screen.findByRole('tab', { name: 'Downloads' }));
    await rowOf('Tank 1 shell');
    await user.click(screen.getByRole('button', { name: 'Open Tank 1 shell, PTS in Tool' }));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })).value).toBe(
      'Tank 1 shell',
    );
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'PTS' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'E57' }).checked).toBe(false);
    expect(section.volume!.box).toEqual({
      centerEcef: [-3.9e6, 3.4e6, -3.6e6],
      size: [12, 3, 20],
      headingRad: Math.PI / 6,
    });
  });

  it('are reported to be empty', async () => {
    listing(() => []);
    showInPage(panel(), LISTING);
    expect(await screen.findByText(EXPORTS_MESSAGES['exports.none'])).toBeTruthy();
  });

  it('that could not be fetched are fetched again, and the earlier list remains', async () => {
    let fail = true;
    const done = downloadOf({});
    listing(() => {
      if (fail) throw new Refusal(500, 'no');
      return [done];
    });
    const { user } = showInPage(panel(), LISTING);
    expect((await screen.findByRole('alert')).textContent).toContain(EXPORTS_MESSAGES['exports.fetchFailed']);
    expect(sentences()).toEqual([EXPORTS_MESSAGES['exports.fetchFailed']]);
    fail = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf('Sphere legs');
    fail = true;
    await user.click(screen.getByRole('button', { name: 'Delete Sphere legs, E57' }));
    expect((await screen.findByRole('alert')).textContent).toContain(EXPORTS_MESSAGES['exports.fetchFailed']);
    expect(rows()).toHaveLength(1);
  });
});

describe('the list', () => {
  const asked = (calls: readonly { name: string }[]) => calls.filter(({ name }) => name === 'exports.downloads').length;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('is requested every 3 s while it is shown, and not otherwise', async () => {
    vi.useFakeTimers();
    const calls = listing(() => [downloadOf({})]);
    const { show } = showInPage(panel(), LISTING);
    await pass(10);
    expect(asked(calls)).toBe(1);
    await pass(2 * EXPORTS.pollMs);
    expect(asked(calls)).toBe(3);
    show(null);
    await pass(5 * EXPORTS.pollMs);
    expect(asked(calls)).toBe(3);
  });

  it('offers to undo a deletion as long as the server does', async () => {
    vi.useFakeTimers();
    const all = [downloadOf({}), downloadOf({ description: 'Tank 1 shell' })];
    listing(() => all);
    showInPage(panel(), LISTING);
    await pass(10);
    const remove = async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: `Delete ${name}, E57` }));
      await pass(10);
    };
    await remove('Sphere legs');
    await pass(EXPORTS.pollMs);
    await remove('Tank 1 shell');
    // A hidden page sends no requests, which saves the test two hundred lists.
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(EXPORTS.undoMs - EXPORTS.pollMs - 1000);
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2);
    await pass(1000);
    expect(rows().map(({ textContent }) => textContent)).toEqual(['Deleted: Tank 1 shellUndo']);
    await pass(EXPORTS.pollMs);
    expect(screen.getByText(EXPORTS_MESSAGES['exports.none'])).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('is requested on other tabs only while there are unfinished exports', async () => {
    vi.useFakeTimers();
    let downloads = [waiting('C-103 tie-in', 0)];
    const calls = listing(() => downloads);
    showInPage(panel(), ALL);
    await pass(10);
    expect(screen.getByRole('tab', { name: /Downloads/ }).textContent).toBe('Downloads1 pending');
    await pass(EXPORTS.pollMs);
    downloads = [downloadOf({})];
    await pass(EXPORTS.pollMs);
    expect(screen.getByRole('tab', { name: /Downloads/ }).textContent).toBe('Downloads');
    const before = asked(calls);
    await pass(5 * EXPORTS.pollMs);
    expect(asked(calls)).toBe(before);
  });
});
