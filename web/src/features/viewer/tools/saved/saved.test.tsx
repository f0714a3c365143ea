import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ecefFromLla } from '@overlook/shared/maths';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import type { SiteMeasurement } from '@overlook/shared/schemas';
import { setPreference } from '../../../../state/preferences.ts';
import { toasts } from '../../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../../testing/in-page.tsx';
import { listedMeasurements, SAVED_AT_FIRST } from './saved-list.ts';
import { SaveButton } from './save-button.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SavedDialog } from './saved-dialog.tsx';
import { savedCsv } from './saved-words.ts';
import type { NamedSubject } from './subjects.ts';

const AT = ecefFromLla({ longitude: 138.49, latitude: -35.07, height: 30 });
const saved = (id: number, name: string, of: Partial<SiteMeasurement> = {}): SiteMeasurement => ({
  id,
  name,
  folder: '',
  isShared: false,
  isOwn: true,
  mayChange: true,
  by: 'Ana Reyes',
  createdAt: `2026-11-0${id}T08:00:00.000Z`,
  what: 'figure',
  kind: 'distance',
  value: 12.5,
  unit: 'm',
  error: 0.02,
  errorKind: 'likely',
  layers: [{ modeltypeId: 1, captureId: 4, takenOn: '2026-03-14', version: 'v1/tileset.json', state: 'same' }],
  comments: 0,
  ...of,
});
const LIST = [
  saved(1, 'Tank wall', { folder: 'Tank farm/T-101' }),
  saved(2, 'Pipe 3', { what: 'shape', kind: 'cylinder', value: 0.3234, errorKind: 'interval95', isShared: true }),
  saved(3, 'Corner', {
    kind: 'angle',
    value: 90,
    unit: 'deg',
    isOwn: false,
    isShared: true,
    mayChange: false,
    by: 'Ben Okafor',
    layers: [{ modeltypeId: 4, captureId: null, takenOn: '2026-03-14', version: 'v1', state: 'gone' }],
  }),
];
const base = {
  'sites.all': () => ({ sites: [] }),
  'modelGroups.all': () => ({ modelgroups: [] }),
  'models.all': () => ({ models: [] }),
  'measurements.all': () => ({ measurements: LIST }),
  'measurements.comments': () => ({ comments: [] }),
};

beforeEach(() => {
  localStorage.clear();
  setPreference('selectedSiteId', 3);
});

describe('the list', () => {
  it('shows each measurement with its value, its error and what became of its layer', async () => {
    answerCalls(base);
    showInPage(<SavedDialog onClose={vi.fn()} />);
    const row = (await screen.findByText('Corner')).closest('[role=row]') as HTMLElement;
    expect(row.textContent).toContain('90.0');
    expect((await screen.findByText('Tank farm/T-101')).closest('[role=row]')!.textContent).toContain('12.50');
  });

  it('says what is missing and how to begin, and reads again after a failure', async () => {
    let isDown = true;
    answerCalls({
      ...base,
      'measurements.all': () => {
        if (isDown) throw new Refusal(500, 'No.');
        return { measurements: [] };
      },
    });
    const { user } = showInPage(<SavedDialog onClose={vi.fn()} />);
    expect(await screen.findByText(SAVED_MESSAGES['saved.fetchFailed'])).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByText(SAVED_MESSAGES['saved.empty'])).toBeTruthy();
  });

  it('is searched by name, folder and person, narrowed by whose, and sorted by value', () => {
    const found = (query: Partial<typeof SAVED_AT_FIRST>) =>
      listedMeasurements(LIST, { ...SAVED_AT_FIRST, ...query }).map(({ id }) => id);
    expect(found({})).toEqual([3, 2, 1]);
    expect(found({ search: 'farm wall' })).toEqual([1]);
    expect(found({ search: 'okafor' })).toEqual([3]);
    expect(found({ whose: 'own' })).toEqual([2, 1]);
    expect(found({ whose: 'shared', sort: 'value', direction: 'asc' })).toEqual([2, 3]);
  });

  it('as CSV has the numbers without rounding, each with its unit', () => {
    const [head, ...rows] = savedCsv(LIST).trimEnd().split('\r\n');
    expect(head).toContain('value,unit,error,error_kind');
    expect(rows[1]).toContain('0.3234,m,0.02,interval95,Point Cloud,2026-03-14,same,yes');
  });
});

describe('a measurement', () => {
  const whole = {
    measurement: {
      ...LIST[2]!,
      subject: {
        what: 'figure',
        kind: 'angle',
        points: Array.from({ length: 3 }, () => ({ ecef: AT, modeltypeId: 4, takenOn: null, errorM: 0.01 })),
      },
      details: null,
    },
  };

  it('says what its value rests on, and a colleague may comment on it but not change it', async () => {
    const comment = vi.fn(() => ({ status: 'success' }));
    answerCalls({ ...base, 'measurements.get': () => whole, 'measurements.comment': comment });
    const { user } = showInPage(<SavedDialog onClose={vi.fn()} />);
    await user.click(await screen.findByText('Corner'));
    const dialog = await screen.findByRole('dialog', { name: 'Corner' });
    expect(await within(dialog).findByText('From 3 picked points')).toBeTruthy();
    expect(within(dialog).getByText(SAVED_MESSAGES['saved.gone'])).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: SAVED_MESSAGES['saved.delete'] })).toBeNull();
    await user.type(within(dialog).getByLabelText(SAVED_MESSAGES['saved.write']), 'Check it');
    await user.click(within(dialog).getByRole('button', { name: SAVED_MESSAGES['saved.send'] }));
    await waitFor(() => expect(comment).toHaveBeenCalled());
  });
});

describe('saving', () => {
  const subject = (name: string): NamedSubject => ({
    name,
    subject: { what: 'figure', kind: 'target', points: [{ ecef: AT, modeltypeId: 1, takenOn: null, errorM: 0.01 }] },
  });

  it('says what is missing where nothing is finished', async () => {
    const { user } = showInPage(<SaveButton subjects={() => []} />, ['TOOLS:MEASURE']);
    await user.click(screen.getByRole('button', { name: SAVED_MESSAGES['saved.save'] }));
    expect(toasts.shown.map(({ text }) => text)).toContain(SAVED_MESSAGES['saved.nothing']);
  });

  it('names what is chosen, and keeps what was typed when it fails', async () => {
    const calls: { measurements: { name: string }[]; folder: string; isShared: boolean }[] = [];
    let isDown = true;
    answerCalls({
      ...base,
      'measurements.save': (input) => {
        calls.push(input as (typeof calls)[number]);
        if (isDown) throw new Refusal(409, 'The layer is gone.');
        return { status: 'success', ids: [9] };
      },
    });
    const onClose = vi.fn();
    const { user } = showInPage(<SaveDialog subjects={[subject('Target 1'), subject('Target 2')]} onClose={onClose} />);
    await user.click(screen.getByRole('checkbox', { name: 'Save Target 2' }));
    const name = screen.getByLabelText('Name of Target 1');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save measurement' }));
    expect(await screen.findByText(SAVED_MESSAGES['saved.nameMissing'])).toBeTruthy();
    await user.type(name, 'Flange');
    await user.type(screen.getByLabelText(SAVED_MESSAGES['saved.folder']), 'Unit 1');
    await user.click(screen.getByRole('button', { name: 'Save measurement' }));
    expect(await screen.findByText('The layer is gone.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Save measurement' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls).toHaveLength(2);
    expect(calls[1]).toMatchObject({ folder: 'Unit 1', isShared: false, measurements: [{ name: 'Flange' }] });
    expect((calls[1]!.measurements[0] as { guid?: string }).guid).toBe(
      (calls[0]!.measurements[0] as { guid?: string }).guid,
    );
  });
});
