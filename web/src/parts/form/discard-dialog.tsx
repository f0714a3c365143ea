import { useSnapshot } from 'valtio';
import { ACCOUNT_MESSAGES, VIEWER_MESSAGES } from '@overlook/shared/messages';
import { answerLeaving, leaving } from '../../state/leaving.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/** Asks before a page with unsaved input is left. */
export function DiscardDialog() {
  const { next } = useSnapshot(leaving);
  if (!next) return null;
  return (
    <ConfirmDialog
      title={VIEWER_MESSAGES['viewer.discardChanges']}
      text={ACCOUNT_MESSAGES['form.unsaved']}
      verb="Discard changes"
      safeVerb="Keep editing"
      tone="danger"
      onConfirm={() => answerLeaving(true)}
      onClose={() => answerLeaving(false)}
    />
  );
}
