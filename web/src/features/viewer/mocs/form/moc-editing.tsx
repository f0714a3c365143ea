import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Moc, MocPoi } from '@overlook/shared/schemas';
import { useEditedMoc } from '../../../../api/mocs.ts';
import { useSignedIn } from '../../../../state/session-context.tsx';
import { openMoc } from '../../../../state/mocs.ts';
import { AlertDialog } from '../../../../ui/dialog/alert-dialog.tsx';
import { changeDraft, draftKey, dropDraft, leaveDraft, mocForm, openDraft } from './form-store.ts';
import { draftOf } from './moc-draft.ts';
import { MocForm } from './moc-form.tsx';
import { PickPosition } from './pick-position.tsx';
import type { MocPlace } from './save-moc.ts';
import { cancelAllUploads } from './uploads.ts';
import { attachView } from './view-picture.ts';
import { bookmarkNow, stagePicture } from '../../../../state/stage-view.ts';

interface MocEditingProps {
  place: MocPlace;
  onClose: () => void;
}

/** Adding or editing a change (specification §2 "/mocs/add" and "/mocs/edit/{id}"). */
export function MocEditing({ place, onClose }: MocEditingProps) {
  const { siteId, mocId } = place;
  const { data, isError } = useEditedMoc(mocId === null ? null : { siteId, id: mocId });
  if (mocId === null) return <OpenForm place={place} moc={null} onClose={onClose} />;
  if (isError)
    return <AlertDialog title={MOCS_MESSAGES['moc.editMoc']} text={MOCS_MESSAGES['moc.notFound']} onClose={onClose} />;
  return data ? <OpenForm place={place} moc={data} onClose={onClose} /> : null;
}

function OpenForm({ place, moc, onClose }: MocEditingProps & { moc: Moc | null }) {
  const { user } = useSignedIn();
  const key = draftKey(user.id, place.siteId, place.mocId);
  const begin = useEffectEvent(() => draftOf(moc));
  useEffect(() => {
    openDraft(key, begin);
    return leaveDraft;
  }, [key]);
  const { draft } = useSnapshot(mocForm);
  const [isPicking, setPicking] = useState(false);
  if (!draft) return null;
  const end = () => {
    cancelAllUploads();
    dropDraft();
    onClose();
  };
  if (isPicking || !draft.poi) {
    const pick = (poi: MocPoi) => {
      // A new change is looked at from where its position was chosen.
      const isFirst = !mocForm.draft?.poi;
      changeDraft({ poi, isPoiNew: true, ...(isFirst && { bookmark: bookmarkNow() }) });
      if (isFirst) attachView(stagePicture(), []);
      setPicking(false);
    };
    return <PickPosition onPick={pick} onCancel={() => (draft.poi ? setPicking(false) : end())} />;
  }
  return (
    <MocForm
      place={place}
      savedFiles={moc?.attachments ?? []}
      onChangePosition={() => setPicking(true)}
      onSaved={({ id }) => {
        openMoc(id, { takesFocus: true });
        end();
      }}
      onDiscard={end}
    />
  );
}
