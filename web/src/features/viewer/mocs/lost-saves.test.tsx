import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Moc, MocArea } from '@overlook/shared/schemas';
import type { ToolHit } from '@overlook/engine';
import { stageTools } from '../../../state/tools.ts';
import { toasts } from '../../../state/toasts.ts';
import { BREAKS, broken } from '../../../testing/broken-connection.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { archivedMocs, archiveMoc, undoArchive } from './archived-mocs.ts';
import { MocEditing } from './form/moc-editing.tsx';
import { MocDetails } from './moc-details.tsx';
import { areaOf, clickModel } from './testing/area-of.ts';
import { mocOf } from './testing/moc-of.ts';

const AREA = areaOf('Bund');
const POI = { longitude: 138.49, latitude: -35.08, altitude: 30, x: -3913000, y: 3462000, z: -3645000 };
const MOC = mocOf({ id: 7, name: 'Platform', version: 3, pois: [POI], polygons: { [AREA.uuid]: AREA } });
const EVERY = ['MOC:VIEW', 'MOC:UPDATE', 'MOC:DELETE'] as const;

type Named = { version?: number; saveGuid?: string };

/** The change as the server has it; saves answer as the server's do. */
function theServer() {
  let moc: Moc = MOC;
  let saveGuid: string | undefined;
  const save = (input: Named, change: Partial<Moc>) => {
    const isKnown = input.version === undefined || input.version === moc.version || input.saveGuid === saveGuid;
    if (!isKnown) throw new Refusal(409, 'Ada Long changed this MOC.');
    moc = { ...moc, ...change, version: moc.version + 1 };
    saveGuid = input.saveGuid;
    return { moc };
  };
  return { save, moc: () => moc };
}

const told = () => toasts.shown.map(({ text }) => text);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

function openForm(mocId: number | null) {
  const onClose = vi.fn();
  const { user } = showInPage(<MocEditing place={{ siteId: 1, mocId }} onClose={onClose} />);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press, onClose };
}

function openDetails() {
  const { user } = showInPage(<MocDetails moc={MOC} />, EVERY);
  return { user, press: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}

// Loading it takes longer than a test waits for a card.
beforeAll(() => import('@overlook/engine'), 60_000);
beforeEach(() => sessionStorage.clear());

describe.each(BREAKS)('a connection that ends %s', (when) => {
  it('keeps the typed values of a new change, and the next attempt adds one', async () => {
    const added = new Map<string, Moc>();
    answerCalls({
      'mocs.create': broken(when, ({ guid, moc }: { guid: string; moc: Partial<Moc> }) => {
        if (!added.has(guid)) added.set(guid, mocOf({ ...moc, id: 9 + added.size }));
        return { moc: added.get(guid) };
      }),
      'mocs.update': ({ moc }: { moc: Partial<Moc> }) => ({ moc: { ...mocOf({ id: 9 }), ...moc } }),
    });
    const { user, press, onClose } = openForm(null);
    stageTools.override!.tap({ pointEcef: [POI.x, POI.y, POI.z] } as unknown as ToolHit, null, null);
    await user.type(await field('Name'), 'Bund');
    await user.type(await field('Document number'), 'M9');
    await press('Add MOC');
    await waitFor(() => expect(told()).toContain(MOCS_MESSAGES['moc.saveFailed']));
    expect([(await field('Name')).value, (await field('Document number')).value]).toEqual(['Bund', 'M9']);
    await press('Add MOC');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect([...added.values()].map(({ name }) => name)).toEqual(['Bund']);
  });

  it('keeps the typed values of a change, and the next attempt does not conflict with the first', async () => {
    const { save, moc } = theServer();
    answerCalls({
      'mocs.get': () => ({ moc: MOC }),
      'mocs.update': broken(when, (input: Named & { moc: Partial<Moc> }) => save(input, input.moc)),
    });
    const { user, press, onClose } = openForm(7);
    await user.type(await field('Name'), ' 2');
    await user.click(screen.getByRole('radio', { name: 'Approved' }));
    await press('Save MOC');
    await waitFor(() => expect(told()).toContain(MOCS_MESSAGES['moc.saveFailed']));
    expect((await field('Name')).value).toBe('Platform 2');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Approved' }).checked).toBe(true);
    await user.type(await field('Name'), '3');
    await press('Save MOC');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(moc()).toMatchObject({ name: 'Platform 23', state: 'approved' });
    expect(screen.queryByRole('region', { name: 'Choose which text is kept' })).toBeNull();
  });

  it('keeps the drawn corners, and the next attempt adds one area', async () => {
    const added = new Map<string, MocArea>();
    answerCalls({
      'mocs.saveArea': broken(when, ({ newUuid, name }: { newUuid: string; name: string }) => {
        added.set(newUuid, { ...AREA, uuid: newUuid, name });
        return { moc: MOC, area: added.get(newUuid) };
      }),
    });
    const { user, press } = openDetails();
    await press('Add Area');
    await screen.findByRole('button', { name: 'Done' });
    for (const [east, north] of [
      [0, 0],
      [10, 0],
      [10, 10],
    ] as const)
      clickModel(east, north);
    await press('Done');
    expect(await screen.findByText(MOCS_MESSAGES['area.saveFailed'])).toBeTruthy();
    expect(screen.getByText('3 points')).toBeTruthy();
    await user.type(await field('Name of the area'), ' 2');
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Done' })).toBeNull());
    expect([...added.values()].map(({ name }) => name)).toEqual(['Area 2']);
  });

  it('leaves an edited area, and the next try is no conflict with the first', async () => {
    const { save, moc } = theServer();
    answerCalls({
      'mocs.get': () => ({ moc: moc() }),
      'mocs.saveArea': broken(when, (input: Named & { name: string }) => {
        const area = { ...AREA, name: input.name };
        return { ...save(input, { polygons: { [AREA.uuid]: area } }), area };
      }),
    });
    const { user, press } = openDetails();
    await press('Edit Bund');
    await screen.findByRole('button', { name: 'Done' });
    await user.type(await field('Name of the area'), ' 2');
    await press('Done');
    expect(await screen.findByText(MOCS_MESSAGES['area.saveFailed'])).toBeTruthy();
    expect((await field('Name of the area')).value).toBe('Bund 2');
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Done' })).toBeNull());
    expect(moc().polygons[AREA.uuid]).toMatchObject({ name: 'Bund 2' });
  });

  it('archives an area with the next attempt, and restores it with the one after', async () => {
    let isArchived = false;
    answerCalls({
      'mocs.archiveArea': broken(when, () => ({ moc: ((isArchived = true), MOC) })),
      'mocs.restoreArea': broken(when, () => ({ moc: ((isArchived = false), MOC) })),
    });
    const { press } = openDetails();
    await press('Archive Bund');
    await waitFor(() => expect(told()).toEqual([MOCS_MESSAGES['area.archiveFailed']]));
    await press('Archive Bund');
    await screen.findByRole('button', { name: 'Undo' });
    expect(isArchived).toBe(true);
    await press('Undo');
    await waitFor(() => expect(told()).toContain(MOCS_MESSAGES['area.restoreFailed']));
    await press('Undo');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(isArchived).toBe(false);
  });

  it('keeps the comment, and the next attempt adds it once', async () => {
    const said = new Map<string, string>();
    answerCalls({
      'mocs.comments': () => ({ comments: [] }),
      'mocs.people': () => ({ people: [] }),
      'mocs.addComment': broken(when, ({ guid, body }: { guid: string; body: string }) => {
        said.set(guid, body);
        return {};
      }),
    });
    const { user, press } = openDetails();
    await press('Comments');
    await user.type(await field('Comment'), 'Agreed');
    await press('Add comment');
    expect(await screen.findByText(MOCS_MESSAGES['comment.saveFailed'])).toBeTruthy();
    expect((await field('Comment')).value).toBe('Agreed');
    await user.type(await field('Comment'), '.');
    await press('Add comment');
    await waitFor(async () => expect((await field('Comment')).value).toBe(''));
    await user.type(await field('Comment'), 'Agreed.');
    await press('Add comment');
    await waitFor(async () => expect((await field('Comment')).value).toBe(''));
    // The last one is another comment of the same words.
    expect([...said.values()]).toEqual(['Agreed.', 'Agreed.']);
  });

  it('archives a change with the next attempt, and restores it with the one after', async () => {
    let isArchived = false;
    answerCalls({
      'mocs.archive': broken(when, () => ({ moc: ((isArchived = true), MOC) })),
      'mocs.restore': broken(when, () => ({ moc: ((isArchived = false), MOC) })),
    });
    await archiveMoc(MOC);
    expect([told(), archivedMocs.last]).toEqual([[MOCS_MESSAGES['moc.archiveFailed']], null]);
    await archiveMoc(MOC);
    expect([isArchived, archivedMocs.last?.id]).toEqual([true, MOC.id]);
    await undoArchive();
    expect([told().at(-1), archivedMocs.last?.id]).toEqual([MOCS_MESSAGES['moc.restoreFailed'], MOC.id]);
    await undoArchive();
    expect([isArchived, archivedMocs.last]).toEqual([false, null]);
  });

  it('leaves a comment that was to be removed, and the next try removes it', async () => {
    let comments = [{ id: 4, by: 'Ada Long', at: '2026-03-14T10:00:00Z', body: 'Agreed', mentions: [], isOwn: true }];
    answerCalls({
      'mocs.comments': () => ({ comments }),
      'mocs.people': () => ({ people: [] }),
      'mocs.removeComment': broken(when, () => ((comments = []), { status: 'success' })),
    });
    const { press } = openDetails();
    await press('Comments');
    await press('Remove comment');
    await waitFor(() => expect(told()).toContain(MOCS_MESSAGES['comment.removeFailed']));
    expect(screen.getByText('Agreed')).toBeTruthy();
    await press('Remove comment');
    await waitFor(() => expect(screen.queryByText('Agreed')).toBeNull());
    expect(comments).toEqual([]);
  });
});
