import { useSnapshot } from 'valtio';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { answerLeaving, leaving } from '../../state/leaving.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/** Asks before a page with unsaved input is left. */
export function DiscardDialog() {
  const { next } = useSnapshot(leaving);
  if (!next) return null;
  return (
    <ConfirmDialog
      title={VIEWER_MESSAGES['viewer.discardChanges']}
      text={VIEWER_MESSAGES['viewer.unsaved']}
      verb={VIEWER_MESSAGES['viewer.discardChanges']}
      safeVerb={VIEWER_MESSAGES['viewer.keepEditing']}
      tone="danger"
      onConfirm={() => answerLeaving(true)}
      onClose={() => answerLeaving(false)}
    />
  );
}
