import type { Moc } from '@overlook/shared/schemas';
import { archiveAttachment } from '../../../../api/attachments.ts';
import { failureOf } from '../../../../api/failure.ts';
import { createMoc, fetchMoc, updateMoc } from '../../../../api/mocs.ts';
import { showToast } from '../../../../state/toasts.ts';
import { changeDraft } from './form-store.ts';
import { type MocDraft, mergeTheirs, type MocValues } from './moc-draft.ts';

/** Which change of which site; `mocId` null for a new one. */
export interface MocPlace {
  readonly siteId: number;
  readonly mocId: number | null;
}

/**
 * Saves the draft with these values. When another person has saved the same change since, what they wrote is merged into
 * the draft, which is then saved by a further call. Throws what the call threw.
 */
export async function saveMoc(place: MocPlace, draft: MocDraft, values: MocValues): Promise<Moc> {
  const isSent = await send(place, draft, values).catch(async (error: unknown) => {
    const { httpStatus, fields } = failureOf(error);
    if (httpStatus === 409 && place.mocId !== null) await takeTheirs(place.siteId, place.mocId, values);
    else if (Object.keys(fields).length === 0) showToast('moc.saveFailed', 'error');
    throw error;
  });
  showToast('moc.saved', 'success');
  return isSent;
}

async function send({ siteId, mocId }: MocPlace, draft: MocDraft, values: MocValues): Promise<Moc> {
  const { poi, bookmark, measurements, added, removed, version } = draft;
  const moc = { ...values, siteID: siteId, data: { bookmark, measurements } };
  const attachmentUUIDs = added.map(({ uuid }) => uuid);
  if (mocId === null) {
    if (!poi) throw new Error('A change is saved after its position was chosen.');
    return createMoc({ siteId, moc, poi, attachmentUUIDs });
  }
  // Before the save, whose answer then lists the files that remain. One that has gone meanwhile is gone all the same.
  for (const uuid of removed) await archiveAttachment(uuid).catch(ignoreMissing);
  return updateMoc({
    siteId,
    id: mocId,
    moc,
    ...(poi && draft.isPoiNew && { poi }),
    attachmentUUIDs,
    ...(version !== null && { version }),
  });
}

function ignoreMissing(error: unknown): void {
  if (failureOf(error).httpStatus !== 404) throw error;
}

async function takeTheirs(siteId: number, mocId: number, values: MocValues): Promise<void> {
  const theirs = await fetchMoc({ siteId, id: mocId });
  changeDraft((draft) => mergeTheirs({ ...draft, values }, theirs));
}
