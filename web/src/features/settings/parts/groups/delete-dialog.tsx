import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { SETTINGS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { failureOf, sentenceOf } from '../../../../api/failure.ts';
import { AlertDialog } from '../../../../ui/dialog/alert-dialog.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { showToast } from '../../../../state/toasts.ts';

interface DeleteDialogProps {
  /** Verb and noun: title and button. */
  title: string;
  question: string;
  /** The deleted record, and the consequence. */
  name: string;
  consequence: string;
  doneText: string;
  /** Throws what the call threw. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before one row of a list is deleted, deletes it, and shows the reason when that was refused. */
export function DeleteDialog({ title, question, name, consequence, doneText, onDelete, onClose }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    try {
      await onDelete();
      showToast(doneText, 'success');
      onClose();
    } catch (error) {
      setRefusal(sentenceOf(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  if (refusal !== null)
    return (
      <AlertDialog
        title={formatMessage(SETTINGS_MESSAGES['settings.refused'], { title })}
        text={refusal}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={title}
      text={question}
      verb={title}
      tone="danger"
      icon={Trash2}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>
      </p>
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}
