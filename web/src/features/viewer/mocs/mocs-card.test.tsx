import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Moc } from '@overlook/shared/schemas';
import { command, onCommand } from '../../../state/commands.ts';
import { answerLeaving } from '../../../state/leaving.ts';
import { listMocs, mocs, openMoc, resetMocs } from '../../../state/mocs.ts';
import { resetMoments, setMoment } from '../../../state/moments.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { forgetArchived } from './archived-mocs.ts';
import { MocsCard } from './mocs-card.tsx';
import { AREA, listOf, mocOf, readingCalls } from './testing/moc-of.ts';

const shown: unknown[] = [];
function Page() {
  const view = useRef<HTMLDivElement>(null);
  return (
    <div ref={view} data-view>
      <MocsCard siteId={1} view={view} onAdd={() => undefined} />
    </div>
  );
}

const EDITOR: PermissionToken[] = ['MOC:VIEW', 'MOC:CREATE', 'MOC:UPDATE', 'MOC:DELETE'];

const show = (tokens: readonly PermissionToken[] = EDITOR) => showInPage(<Page />, tokens);
const rows = () => screen.queryAllByRole('listitem');
const head = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name} `) });
const THREE = [
  mocOf({ id: 1, name: 'Bund wall', state: 'approved' }),
  mocOf({ id: 2, name: 'Relief line', state: 'completed' }),
  mocOf({ id: 3, name: 'Platform' }),
];

beforeEach(() => {
  resetMocs();
  forgetArchived();
  setPreference('hiddenMocs', []);
  setPreference('areMocsShown', true);
});

describe('the changes of a site', () => {
  it('are listed with their states, the newest first', async () => {
    answerCalls(readingCalls(() => THREE));
    show();
    await head('Platform');
    expect(rows().map((row) => row.textContent)).toEqual([
      'PlatformProposedMOC-30 areas',
      'Relief lineCompletedMOC-20 areas',
      'Bund wallApprovedMOC-10 areas',
    ]);
    expect(screen.getByText('1 proposed · 1 approved · 1 completed')).toBeTruthy();
  });

  it('are searched by name and document number, and filtered by state', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await head('Platform');
    const search = screen.getByRole('searchbox', { name: 'Search MOCs' });
    await user.type(search, 'moc-2 relief');
    expect(rows()).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(rows()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Filter by state' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Approved' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.type(search, 'zzz');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(rows()).toHaveLength(3);
  });

  it('have a switch for later areas at a past day', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await head('Platform');
    expect(screen.queryByRole('switch')).toBeNull();
    act(() => setMoment(1, 0, '2026-03-13'));
    await user.click(await screen.findByRole('switch', { name: 'Areas drawn after 13 Mar 2026' }));
    expect(preferences.areLaterAreasShown).toBe(true);
    act(resetMoments);
    await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
    setPreference('areLaterAreasShown', false);
  });

  it('draw few rows of ten thousand, and arrows move through them', async () => {
    const many: Moc[] = Array.from({ length: 10_000 }, (_, i) => mocOf({ id: i + 1 }));
    answerCalls(readingCalls(() => many));
    const { user } = show();
    const first = await head('Change 10000');
    expect(rows().length).toBeLessThan(40);
    expect(rows()[0]!.getAttribute('aria-setsize')).toBe('10000');
    first.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Change 9999'));
  });

  it('open one at a time', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await user.click(await head('Platform'));
    await user.click(await head('Relief line'));
    expect(mocs.openId).toBe(2);
    expect((await head('Platform')).getAttribute('aria-expanded')).toBe('false');
  });
});

describe('a change that is opened on the stage', () => {
  const openOnStage = (mocId: number) =>
    act(() => {
      openMoc(mocId);
      command('revealMoc', mocId);
    });
  const isOpen = async (name: string) => (await head(name)).getAttribute('aria-expanded');

  it('is listed for any search', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await head('Platform');
    await user.type(screen.getByRole('searchbox', { name: 'Search MOCs' }), 'relief');
    openOnStage(1);
    expect(await isOpen('Bund wall')).toBe('true');
    expect(rows()).toHaveLength(3);
  });

  it('unfolds the card', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await head('Platform');
    await user.click(screen.getByRole('button', { name: 'Management of Change' }));
    expect(rows()).toHaveLength(0);
    openOnStage(2);
    expect(await isOpen('Relief line')).toBe('true');
  });

  it('is one of a group of pins, and only that group is listed until all are requested', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await head('Platform');
    act(() => listMocs([1, 3]));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.getByText('2 MOCs at this pin')).toBeTruthy();
    openOnStage(1);
    expect(await isOpen('Bund wall')).toBe('true');
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'List all' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('is pointed at by its row, and marked there', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    const platform = await head('Platform');
    await user.hover(platform);
    expect(mocs.pointedIds).toEqual([3]);
    await user.unhover(platform);
    expect(mocs.pointedIds).toEqual([]);
    await user.tab();
    act(() => screen.getByRole('button', { name: 'Hide Platform' }).focus());
    await waitFor(() => expect(rows()[0]!.dataset['pointed']).toBe('true'));
  });
});

describe('a change that was saved', () => {
  const saveNew = () => act(() => openMoc(3, { takesFocus: true }));

  it('has the focus', async () => {
    answerCalls(readingCalls(() => THREE));
    show();
    saveNew();
    const platform = await head('Platform');
    await waitFor(() => expect(document.activeElement).toBe(platform));
  });

  it('leaves the focus where the person moved on', async () => {
    answerCalls(readingCalls(() => THREE));
    const { user } = show();
    await head('Platform');
    const search = screen.getByRole('searchbox', { name: 'Search MOCs' });
    await user.click(search);
    saveNew();
    expect((await head('Platform')).getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(search);
    act(() => search.blur());
    await user.click(screen.getByRole('button', { name: 'Hide Platform' }));
    expect(document.activeElement).not.toBe(await head('Platform'));
  });
});

it('keeps typed text in the open card while its row is out of view', async () => {
  const many = Array.from({ length: 500 }, (_, i) => mocOf({ id: i + 1 }));
  answerCalls({ ...readingCalls(() => many), 'mocs.comments': () => ({ comments: [] }) });
  const { user } = show();
  await user.click(await head('Change 500'));
  await user.click(screen.getByRole('button', { name: 'Comments' }));
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Check the flange');
  const list = screen.getByRole('list', { name: 'MOCs' });
  const scrollTo = (px: number) => {
    list.getBoundingClientRect = () => new DOMRect(0, -px, 320, 0);
    fireEvent.scroll(document.querySelector('[data-view]')!);
  };
  scrollTo(5000);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Change 499 / })).toBeNull());
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Check the flange');
  scrollTo(0);
  await head('Change 499');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Check the flange');
});

it('keeps the open card with unsaved input in spite of filters, and asks before another card opens', async () => {
  answerCalls({ ...readingCalls(() => THREE), 'mocs.comments': () => ({ comments: [] }) });
  const { user } = show();
  await user.click(await head('Platform'));
  await user.click(await screen.findByRole('button', { name: 'Comments' }));
  const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Check the flange');
  await user.type(screen.getByRole('searchbox', { name: 'Search MOCs' }), 'bund');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(comment().value).toBe('Check the flange');
  await user.click(await head('Bund wall'));
  act(() => answerLeaving(false));
  expect((await head('Platform')).getAttribute('aria-expanded')).toBe('true');
  expect(comment().value).toBe('Check the flange');
  await user.click(screen.getByRole('button', { name: 'Management of Change' }));
  act(() => answerLeaving(false));
  expect(comment().value).toBe('Check the flange');
  await user.click(await head('Bund wall'));
  act(() => answerLeaving(true));
  await waitFor(async () => expect((await head('Bund wall')).getAttribute('aria-expanded')).toBe('true'));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

it('hides one change or all, and remembers that', async () => {
  answerCalls(readingCalls(() => THREE));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Hide Platform' }));
  expect(preferences.hiddenMocs).toEqual([3]);
  await user.click(screen.getByRole('button', { name: 'Show Platform' }));
  expect(preferences.hiddenMocs).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Hide all MOCs' }));
  expect(preferences.areMocsShown).toBe(false);
  expect(screen.getByRole('button', { name: 'Show MOCs' })).toBeTruthy();
});

it('archives a change and restores it', async () => {
  let listed = THREE;
  const calls = answerCalls({
    ...readingCalls(() => listed),
    'mocs.archive': () => {
      listed = THREE.slice(0, 2);
      return { moc: { ...THREE[2], archived: true, version: 2 } };
    },
    'mocs.restore': () => {
      listed = THREE;
      return { moc: { ...THREE[2], version: 3 } };
    },
  });
  const { user } = show();
  await user.click(await head('Platform'));
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  const notice = await screen.findByRole('group', { name: 'MOC archived' });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.click(within(notice).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(calls.find(({ name }) => name === 'mocs.restore')?.input).toEqual({ siteId: 1, id: 3 });
});

it('offers nothing that the reader may not do', async () => {
  answerCalls(readingCalls(() => THREE));
  const { user } = show(['MOC:VIEW']);
  await user.click(await head('Platform'));
  await screen.findByRole('button', { name: 'More of Platform' });
  for (const name of ['Add MOC', 'Archive', 'Edit', 'Add Area'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('reports that there are none, or that they could not be read', async () => {
  let answer = (): unknown => {
    throw new Refusal(500, 'Broken');
  };
  answerCalls({ 'mocs.list': () => answer() });
  const { user } = show();
  expect((await screen.findByRole('alert')).textContent).toContain('There was a problem fetching MOCs');
  answer = () => listOf([]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('This site has no MOCs yet')).toBeTruthy();
});

describe('the card of a change', () => {
  const FULL = mocOf({
    id: 4,
    name: 'Full',
    description: '<p>Wider <strong>platform</strong><img src=x onerror="alert(1)"><script>alert(2)</script></p>',
    attachments: [
      { id: 1, uuid: 'u-1', filename: 'plan.pdf', mediaType: 'application/pdf', sizeBytes: 2048, createdAt: '' },
    ],
    polygons: { [AREA.uuid]: AREA },
    pois: [{ longitude: 138.49, latitude: -35.08, altitude: 30, x: 1, y: 2, z: 3 }],
    data: { bookmark: null, measurements: { measure: 'd1', target: null, angle: null } },
  });

  it('shows its text without anything that could run, its files and its measurements', async () => {
    answerCalls(readingCalls(() => [FULL]));
    const undo = [
      onCommand('flyTo', ({ pointEcef }) => shown.push(pointEcef)),
      onCommand('showMeasurements', (saved) => shown.push(saved)),
    ];
    const { user } = show();
    await user.click(await head('Full'));
    expect((await screen.findByText('platform')).tagName).toBe('STRONG');
    expect(document.querySelector('img, script')).toBeNull();
    const file = screen.getByRole('link', { name: /plan.pdf/ });
    expect(file.getAttribute('href')).toBe('/api/files/attachments/u-1');
    await user.click(screen.getByRole('button', { name: 'Show measurements' }));
    expect(shown.at(-1)).toEqual(FULL.data.measurements);
    await user.click(screen.getByRole('button', { name: 'More of Full' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Fly to' }));
    expect(shown.at(-1)).toEqual([1, 2, 3]);
    for (const end of undo) end();
  });

  it('hides an area, archives it and restores it', async () => {
    let archived = false;
    const saved = () => ({ ...FULL, polygons: { [AREA.uuid]: { ...AREA, archived } } });
    answerCalls({
      ...readingCalls(() => [saved()]),
      'mocs.archiveArea': () => ({ moc: ((archived = true), saved()) }),
      'mocs.restoreArea': () => ({ moc: ((archived = false), saved()) }),
    });
    const { user } = show();
    await user.click(await head('Full'));
    await user.click(await screen.findByRole('button', { name: 'Hide Footprint' }));
    expect(mocs.hiddenAreas).toEqual([AREA.uuid]);
    await user.click(screen.getByRole('button', { name: 'Archive Footprint' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Archive Footprint' })).toBeTruthy();
  });

  it('reports when it cannot be read, and reads it again', async () => {
    let isBroken = true;
    answerCalls({
      ...readingCalls(() => [FULL]),
      'mocs.get': () => {
        if (isBroken) throw new Refusal(500, 'Broken');
        return { moc: FULL };
      },
    });
    const { user } = show();
    await user.click(await head('Full'));
    expect((await screen.findByRole('alert')).textContent).toContain('There was a problem fetching MOCs');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('platform')).toBeTruthy();
  });
});
