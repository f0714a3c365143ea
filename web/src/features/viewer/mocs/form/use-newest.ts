import { useEffect } from 'react';
import type { Moc } from '@overlook/shared/schemas';
import { useMoc } from '../../../../api/mocs.ts';
import { changeDraft } from './form-store.ts';
import { mergeTheirs } from './moc-draft.ts';
import type { MocPlace } from './save-moc.ts';

/**
 * Takes what others save since the version `known` over into the draft as soon as it is there, and not while the form itself is saving. Returns the
 * newest version; null until it is known, and for a new change.
 */
export function useNewest({ siteId, mocId }: MocPlace, known: number | null, isBusy: boolean): Moc | null {
  const { data = null } = useMoc(mocId === null ? null : { siteId, id: mocId });
  const isKnown = data !== null && known !== null && data.version <= known;
  useEffect(() => {
    if (!isBusy && data && !isKnown) changeDraft((draft) => mergeTheirs(draft, data));
  }, [data, isKnown, isBusy]);
  return isKnown && data.version < known ? null : data;
}
