import { useEffect } from 'react';
import type { Moc } from '@overlook/shared/schemas';
import { useMoc } from '../../../../api/mocs.ts';
import { changeDraft, mocForm } from './form-store.ts';
import { mergeTheirs } from './moc-draft.ts';
import type { MocPlace } from './save-moc.ts';

/**
 * Takes what others save over into the draft as soon as it is known, and not while the form itself is saving. Returns the
 * newest version; null until it is known, and for a new change.
 */
export function useNewest({ siteId, mocId }: MocPlace, isBusy: boolean): Moc | null {
  const { data = null } = useMoc(mocId === null ? null : { siteId, id: mocId });
  useEffect(() => {
    const known = mocForm.draft?.version ?? null;
    if (!isBusy && data && known !== null && data.version > known) changeDraft((draft) => mergeTheirs(draft, data));
  }, [data, isBusy]);
  return data;
}
