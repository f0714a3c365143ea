import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Moc } from '@overlook/shared/schemas';
import { failureOf, isAnswerLost } from '../../../../api/failure.ts';
import { createMoc, fetchMoc, type MocToCreate, updateMoc } from '../../../../api/mocs.ts';
import { showToast } from '../../../../state/toasts.ts';
import { changeDraft } from './form-store.ts';
import { type MocDraft, mergeTheirs, type MocValues } from './moc-draft.ts';

/** Which change of which site; `mocId` null for a new one. */
export interface MocPlace {
  readonly siteId: number;
  readonly mocId: number | null;
}

/**
 * Saves the draft with these values. When another person has saved the same change since, their values are merged into
 * the draft, which is then saved by a further call. Throws the error of the call.
 */
export async function saveMoc(place: MocPlace, draft: MocDraft, values: MocValues): Promise<Moc> {
  const isSent = await send(place, draft, values).catch(async (error: unknown) => {
    const { httpStatus, fields } = failureOf(error);
    if (httpStatus === 409 && place.mocId !== null) await takeTheirs(place.siteId, place.mocId, values);
    else if (Object.keys(fields).length === 0) showToast(MOCS_MESSAGES['moc.saveFailed'], 'error');
    throw error;
  });
  showToast(MOCS_MESSAGES['moc.saved'], 'success');
  return isSent;
}

async function send({ siteId, mocId }: MocPlace, draft: MocDraft, values: MocValues): Promise<Moc> {
  const { poi, bookmark, measurements, added, removed, version } = draft;
  const moc = { ...values, siteID: siteId, data: { bookmark, measurements } };
  const attachmentUUIDs = added.map(({ uuid }) => uuid);
  if (mocId === null) {
    if (!poi) throw new Error('A change is saved after its position was chosen.');
    return create({ siteId, moc, poi, attachmentUUIDs }, draft);
  }
  return updateMoc({
    siteId,
    id: mocId,
    moc,
    ...(poi && draft.isPoiNew && { poi }),
    attachmentUUIDs,
    removedAttachmentUUIDs: [...removed],
    ...(version !== null && { version, saveGuid: draft.guid }),
  });
}

type NewMoc = Required<Pick<MocToCreate, 'siteId' | 'moc' | 'poi' | 'attachmentUUIDs'>>;

/** Adds the change. A save whose answer was lost may have added it already, with the draft's values at that time. */
async function create(moc: NewMoc, { guid, tried }: Pick<MocDraft, 'guid' | 'tried'>): Promise<Moc> {
  const text = JSON.stringify(moc);
  const isSame = tried === null || tried === text;
  // Stored before the call, because the page may be loaded again during it.
  changeDraft({ tried: isSame ? text : '' });
  const made = await createMoc({ ...moc, guid }).catch((error: unknown) => {
    if (!isAnswerLost(error)) changeDraft({ tried });
    throw error;
  });
  return isSame ? made : updateMoc({ ...moc, id: made.id, version: made.version });
}

async function takeTheirs(siteId: number, mocId: number, values: MocValues): Promise<void> {
  const theirs = await fetchMoc({ siteId, id: mocId });
  changeDraft((draft) => mergeTheirs({ ...draft, values }, theirs));
}
