import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bookmark } from '@overlook/shared/schemas';
import { setPreference } from '../../../state/preferences.ts';
import { SessionProvider } from '../../../state/session-context.tsx';
import { toasts } from '../../../state/toasts.ts';
import { BREAKS, broken } from '../../../testing/broken-connection.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { PlacesCard } from './places-card.tsx';
import type { PlaceView } from './place-view.ts';
import { placeOf } from './testing/place-of.ts';

const PLACE = placeOf(12, 'Flare tip');
const picture = new Blob(['jpeg']);

const view = (blob: Blob | null): PlaceView => ({
  capture: () => ({
    siteId: 3,
    bookmark: {} as Bookmark,
    view: { link: 'v=1', projection: 'utm', units: 'metric', quality: 'balanced', objects: null },
    isWithoutObjects: false,
  }),
  takePicture: async () => blob && { blob, isComplete: true },
  show: vi.fn(),
  expect: vi.fn(),
});

const others = {
  'snapshots.user': () => ({ snapshots: [PLACE] }),
  'snapshots.shares': () => ({ shares: [] }),
  // A refusal of these would end the session.
  'sites.all': () => ({ sites: [] }),
  'modelGroups.all': () => ({ modelgroups: [] }),
  'models.all': () => ({ models: [] }),
};

/** Takes uploads of pictures, of which the first ends without an answer; other calls go on to their answers. */
function breakFirstUpload(): void {
  const answer = fetch;
  let uploads = 0;
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    if (!String(address).includes('/snapshots/upload/')) return answer(address, init);
    uploads += 1;
    if (uploads === 1) throw new TypeError('Failed to fetch');
    return Response.json({ uuid: `picture ${uploads}` });
  });
}

function show(blob: Blob | null = null) {
  const user = { data: { recipients: [] } } as never;
  const page = showInPage(
    <SessionProvider session={{ user, permissions: {} }}>
      <PlacesCard view={view(blob)} />
    </SessionProvider>,
  );
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  return { user: page.user, press };
}

const told = () => toasts.shown.map(({ text }) => text);
const nameField = () => screen.getByRole('textbox', { name: 'Name of the Place' });

beforeEach(() => {
  localStorage.clear();
  setPreference('selectedSiteId', 3);
  setPreference('isPlacesOpen', true);
});

describe.each(BREAKS)('a connection that ends %s', (when) => {
  it('keeps the name of a new Place, and the next attempt saves one under the last typed name', async () => {
    const saved = new Map<string, string>();
    answerCalls({
      ...others,
      'snapshots.create': broken(when, ({ guid, name }: { guid: string; name: string }) => void saved.set(guid, name)),
    });
    const { user, press } = show();
    await press('Save this view');
    await user.keyboard('Flare{Enter}');
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.createFailed']));
    expect(nameField()).toHaveProperty('value', 'Flare');
    await user.type(nameField(), ' 2{Enter}');
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.created']));
    expect([...saved.values()]).toEqual(['Flare 2']);
  });

  it('leaves a name that was typed over, and the next try saves it', async () => {
    const names: string[] = [];
    const update = ({ name }: { name: string }) => void names.push(name);
    answerCalls({ ...others, 'snapshots.update': broken(when, update) });
    const { user } = show();
    await user.dblClick(await screen.findByRole('button', { name: /^Flare tip/ }));
    await user.keyboard('Flare, north{Enter}');
    await waitFor(() => expect(told()).toEqual([PLACES_MESSAGES['place.updateFailed']]));
    expect(nameField()).toHaveProperty('value', 'Flare, north');
    await user.type(nameField(), '{Enter}');
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.updated']));
    expect(new Set(names)).toEqual(new Set(['Flare, north']));
  });

  it('archives a Place with the next attempt, and restores it with the one after', async () => {
    let isArchived = false;
    answerCalls({
      ...others,
      'snapshots.user': () => ({ snapshots: isArchived ? [] : [PLACE] }),
      'snapshots.archive': broken(when, () => void (isArchived = true)),
      'snapshots.restore': broken(when, () => void (isArchived = false)),
    });
    const { user, press } = show();
    const archive = async () => {
      await press('More of Flare tip');
      await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    };
    await archive();
    await waitFor(() => expect(told()).toEqual([PLACES_MESSAGES['place.archiveFailed']]));
    await archive();
    await press('Undo');
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.updateFailed']));
    await press('Undo');
    expect(await screen.findByRole('button', { name: /^Flare tip/ })).toBeTruthy();
    expect(isArchived).toBe(false);
  });

  it('keeps the written mail, and the next attempt sends it once to each', async () => {
    const mailed = new Set<string>();
    answerCalls({
      ...others,
      'snapshots.share': broken(when, ({ guid, recipients, subject }: Record<string, string & string[]>) => {
        for (const recipient of recipients!) mailed.add(`${guid} ${subject} ${recipient}`);
      }),
    });
    const { user, press } = show();
    await press('Share Flare tip');
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Place' }));
    const recipients = dialog.getByRole('textbox', { name: 'Recipients' });
    await user.type(recipients, 'kim@x.example{Enter}');
    await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Look at this.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(told()).toEqual([PLACES_MESSAGES['email.failed']]));
    expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Look at this.');
    expect(dialog.getByText('kim@x.example')).toBeTruthy();
    await user.type(recipients, 'lee@x.example{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['email.sent']));
    expect([...mailed].map((one) => one.split(' ').at(-1)).sort()).toEqual(['kim@x.example', 'lee@x.example']);
  });

  it('sends a mail whose text was changed after it as another one', async () => {
    const guids: string[] = [];
    answerCalls({ ...others, 'snapshots.share': broken(when, ({ guid }: { guid: string }) => void guids.push(guid)) });
    const { user, press } = show();
    await press('Share Flare tip');
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Place' }));
    await user.type(dialog.getByRole('textbox', { name: 'Recipients' }), 'kim@x.example{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(told()).toEqual([PLACES_MESSAGES['email.failed']]));
    await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Look at this.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['email.sent']));
    expect(new Set(guids).size).toBe(when === 'after a call' ? 2 : 1);
  });
});

it('the picture of a Place is uploaded by the next try when the connection ended during the first', async () => {
  const saved: unknown[] = [];
  answerCalls({
    ...others,
    'snapshots.create': broken('before a call', ({ filename }: { filename: string }) => void saved.push(filename)),
  });
  breakFirstUpload();
  const { user, press } = show(picture);
  await press('Save this view');
  await user.keyboard('Flare{Enter}');
  await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.createFailed']));
  await user.type(nameField(), '{Enter}');
  await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.created']));
  expect(saved).toEqual(['picture 2']);
  expect(told()).not.toContain(PLACES_MESSAGES['place.savedWithoutPicture']);
});
