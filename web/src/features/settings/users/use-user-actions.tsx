import { ADMIN_MESSAGES, PLACES_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { Ellipsis, Mail, Pencil } from 'lucide-react';
import { useState } from 'react';
import { isAllowed } from '@overlook/shared/permissions';
import type { User } from '@overlook/shared/schemas';
import { useSignedIn } from '../../../state/session-context.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { BulkAction } from '../../../ui/table/bulk-bar.tsx';
import { USER_ACTIONS, type UserAction, usersFor } from './user-actions.ts';
import { api } from '../../../api/client.ts';
import { showToast } from '../../../state/toasts.ts';

interface Asked {
  action: UserAction;
  users: readonly User[];
}

/**
 * The actions that the signed-in user may take, as menus and as the bar of a selection, and the one that waits for a
 * confirmation.
 */
export function useUserActions({ onDone }: { onDone: () => void }) {
  const { user: own, permissions } = useSignedIn();
  const [asked, setAsked] = useState<Asked | null>(null);
  const allowed = USER_ACTIONS.filter(({ token }) => isAllowed(permissions, null, token));
  const canReset = isAllowed(permissions, null, 'USERS:UPDATE');
  const offered = (users: readonly User[]) =>
    allowed
      .map((action) => ({ action, users: usersFor(action, users, own.id) }))
      .filter((offer) => offer.users.length > 0);

  const bulk = (users: readonly User[]): BulkAction[] => {
    const reachable = users.filter(({ disabled, archived }) => !disabled && !archived);
    const reset: BulkAction = {
      key: 'resetPassword',
      label: ADMIN_MESSAGES['user.resetPassword'],
      icon: Mail,
      onAction: () => void sendPasswordResets(reachable),
    };
    const asking = offered(users).map((offer) => ({
      key: offer.action.key,
      label: offer.action.label,
      icon: offer.action.icon,
      isDanger: offer.action.isDanger ?? false,
      onAction: () => setAsked(offer),
    }));
    return canReset && reachable.length > 0 ? [reset, ...asking] : asking;
  };

  const menu = (user: User, onEdit: (() => void) | null) => {
    const entries = bulk([user]);
    const sections = [
      {
        key: 'edit',
        entries: onEdit ? [{ key: 'edit', label: COMMON_MESSAGES['common.edit'], icon: Pencil, onAction: onEdit }] : [],
      },
      { key: 'change', entries: entries.filter(({ isDanger }) => !isDanger) },
      { key: 'delete', entries: entries.filter(({ isDanger }) => isDanger) },
    ].filter((section) => section.entries.length > 0);
    if (sections.length === 0) return null;
    return (
      <MenuButton
        label={formatMessage(ADMIN_MESSAGES['user.actionsFor'], { firstName: user.firstName, lastName: user.lastName })}
        icon={Ellipsis}
        sections={sections}
      />
    );
  };

  return {
    /** Whether there is anything to do with ticked users. */
    hasBulk: canReset || allowed.length > 0,
    asked,
    bulk,
    menu,
    close: () => setAsked(null),
    done: () => {
      setAsked(null);
      onDone();
    },
  };
}

/**
 * Sends each user a mail with a link to set a new password, and shows the result (specification §8 "Password reset").
 */
async function sendPasswordResets(users: readonly User[]): Promise<void> {
  showToast(ADMIN_MESSAGES['user.resetSending']);
  const outcomes = await Promise.allSettled(users.map(({ id }) => api.auth.sendPasswordReset.mutate({ id })));
  if (outcomes.some(({ status }) => status === 'fulfilled')) showToast(ADMIN_MESSAGES['user.resetSent'], 'success');
  if (outcomes.some(({ status }) => status === 'rejected')) showToast(PLACES_MESSAGES['email.failed'], 'error');
}
