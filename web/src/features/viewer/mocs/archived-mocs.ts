import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { proxy } from 'valtio';
import type { Moc } from '@overlook/shared/schemas';
import { setMocArchived } from '../../../api/mocs.ts';
import { showToast } from '../../../state/toasts.ts';

type ArchivedMoc = Pick<Moc, 'id' | 'siteID' | 'name'>;

const state = proxy<{ last: ArchivedMoc | null }>({ last: null });

/** The last archived change, which can be restored until another one is archived. */
export const archivedMocs: Readonly<{ last: ArchivedMoc | null }> = state;

/** Archives a change and shows the result. */
export async function archiveMoc({ id, siteID, name }: ArchivedMoc): Promise<void> {
  try {
    await setMocArchived({ siteId: siteID, id }, true);
    state.last = { id, siteID, name };
    showToast(MOCS_MESSAGES['moc.archiveDone'], 'success');
  } catch {
    showToast(MOCS_MESSAGES['moc.archiveFailed'], 'error');
  }
}

/** Takes back the archiving of the last one. */
export async function undoArchive(): Promise<void> {
  const { last } = state;
  if (!last) return;
  try {
    await setMocArchived({ siteId: last.siteID, id: last.id }, false);
    state.last = null;
    showToast(MOCS_MESSAGES['moc.restoreDone'], 'success');
  } catch {
    showToast(MOCS_MESSAGES['moc.restoreFailed'], 'error');
  }
}

export function forgetArchived(): void {
  state.last = null;
}
