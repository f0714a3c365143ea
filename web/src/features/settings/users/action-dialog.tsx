import { useState } from 'react';
import type { User } from '@overlook/shared/schemas';
import { AlertDialog } from '../../../ui/dialog/alert-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showToast } from '../../../state/toasts.ts';
import { type ActionFailure, performOn, type UserAction } from './user-actions.ts';
import css from './users.module.css';

interface ActionDialogProps {
  action: UserAction;
  users: readonly User[];
  onClose: () => void;
  /** It was done to all of them. */
  onDone: () => void;
}

const NAMED_AT_MOST = 5;
const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;

function namesText(users: readonly User[]): string {
  const named = users.slice(0, NAMED_AT_MOST).map(nameOf).join(', ');
  return users.length > NAMED_AT_MOST ? `${named} and ${users.length - NAMED_AT_MOST} more` : named;
}

/** Asks before an action on users, runs it, and lists failures with their reasons. */
export function ActionDialog({ action, users, onClose, onDone }: ActionDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<ActionFailure[] | null>(null);
  const confirm = async () => {
    setBusy(true);
    const failed = await performOn(action, users);
    setBusy(false);
    if (failed.length < users.length) showToast(action.doneText, 'success');
    if (failed.length > 0) return setFailures(failed);
    onDone();
  };
  if (failures) {
    return (
      <AlertDialog title={`${action.title}: ${failures.length} of ${users.length} failed`} onClose={onClose}>
        <ul className={css.failures}>
          {failures.map(({ user, reason }) => (
            <li key={user.id}>
              <strong>{nameOf(user)}</strong>: {reason}
            </li>
          ))}
        </ul>
      </AlertDialog>
    );
  }
  return (
    <ConfirmDialog
      title={action.title}
      text={action.question}
      verb={action.title}
      tone={action.isDanger ? 'danger' : 'primary'}
      icon={action.icon}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={css.names}>{namesText(users)}</p>
      <p className={css.consequence}>{action.consequence}</p>
    </ConfirmDialog>
  );
}
