import { Archive, ArchiveRestore, Ban, CircleCheck, type LucideIcon, ShieldOff, Trash2, Unlink } from 'lucide-react';
import { ADMIN_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { User } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { api } from '../../../api/client.ts';
import { procedures, queryClient } from '../../../api/queries.ts';

export type UserActionKey = 'enable' | 'disable' | 'clearSSO' | 'clearTwoFactor' | 'restore' | 'archive' | 'delete';

export interface UserAction {
  key: UserActionKey;
  /** In menus. */
  label: string;
  /** Verb and noun: title and button of the question. */
  title: string;
  question: string;
  /** What comes of it. */
  consequence: string;
  icon: LucideIcon;
  isDanger?: boolean;
  token: PermissionToken;
  /** Toast when it is done. */
  doneText: string;
  appliesTo: (user: User) => boolean;
  /** Users may not do it to themselves: they would lose access. */
  isForOthers?: boolean;
}

/** The actions on users besides editing (specification §2 "Admin lists", §6, §8). */
export const USER_ACTIONS: readonly UserAction[] = [
  {
    key: 'enable',
    label: ADMIN_MESSAGES['user.enable'],
    title: ADMIN_MESSAGES['user.enableUser'],
    question: ADMIN_MESSAGES['confirm.enableUser'],
    consequence: ADMIN_MESSAGES['user.theySignAgain'],
    icon: CircleCheck,
    token: 'USERS:UPDATE',
    doneText: ADMIN_MESSAGES['user.enabled'],
    appliesTo: ({ disabled, archived }) => disabled && !archived,
  },
  {
    key: 'disable',
    label: ADMIN_MESSAGES['user.disable'],
    title: ADMIN_MESSAGES['user.disableUser'],
    question: ADMIN_MESSAGES['confirm.disableUser'],
    consequence: ADMIN_MESSAGES['user.disableConsequence'],
    icon: Ban,
    token: 'USERS:UPDATE',
    doneText: ADMIN_MESSAGES['user.disabled'],
    appliesTo: ({ disabled, archived }) => !disabled && !archived,
    isForOthers: true,
  },
  {
    key: 'clearSSO',
    label: ADMIN_MESSAGES['user.clearAzureSsoAssociation'],
    title: ADMIN_MESSAGES['user.clearAzureSsoAssociation'],
    question: ADMIN_MESSAGES['confirm.clearSso'],
    consequence: ADMIN_MESSAGES['user.nextSingleSignSame'],
    icon: Unlink,
    token: 'USERS:UPDATE',
    doneText: ADMIN_MESSAGES['user.ssoCleared'],
    appliesTo: ({ ssoSub, ssoTid }) => ssoSub !== null || ssoTid !== null,
  },
  {
    key: 'clearTwoFactor',
    label: ADMIN_MESSAGES['user.clearTwoFactorAuthentication'],
    title: ADMIN_MESSAGES['user.clearTwoFactorAuthentication'],
    question: ADMIN_MESSAGES['confirm.clearTwoFactor'],
    consequence: ADMIN_MESSAGES['user.lostAuthenticatorSessionsEnd'],
    icon: ShieldOff,
    token: 'USERS:UPDATE',
    doneText: ADMIN_MESSAGES['user.twoFactorCleared'],
    appliesTo: ({ data }) => data.security.enable2FA,
    isForOthers: true,
  },
  {
    key: 'restore',
    label: COMMON_MESSAGES['common.restore'],
    title: ADMIN_MESSAGES['user.restoreUser'],
    question: ADMIN_MESSAGES['confirm.restoreUser'],
    consequence: ADMIN_MESSAGES['user.theyListAgainSign'],
    icon: ArchiveRestore,
    token: 'USERS:ARCHIVE',
    doneText: ADMIN_MESSAGES['user.restored'],
    appliesTo: ({ archived }) => archived,
  },
  {
    key: 'archive',
    label: COMMON_MESSAGES['common.archive'],
    title: ADMIN_MESSAGES['user.archiveUser'],
    question: ADMIN_MESSAGES['confirm.archiveUser'],
    consequence: ADMIN_MESSAGES['user.archiveConsequence'],
    icon: Archive,
    token: 'USERS:ARCHIVE',
    doneText: ADMIN_MESSAGES['user.archived'],
    appliesTo: ({ archived }) => !archived,
    isForOthers: true,
  },
  {
    key: 'delete',
    label: COMMON_MESSAGES['common.delete'],
    title: ADMIN_MESSAGES['user.deleteUser'],
    question: ADMIN_MESSAGES['confirm.deleteUser'],
    consequence: ADMIN_MESSAGES['user.sessionsEndOncePlaces'],
    icon: Trash2,
    isDanger: true,
    // USERS:CREATE gates deleting too: kept as specified, §6.
    token: 'USERS:CREATE',
    doneText: ADMIN_MESSAGES['user.deleted'],
    appliesTo: () => true,
    isForOthers: true,
  },
];

/** The users that an action makes sense for. */
export function usersFor(action: UserAction, users: readonly User[], ownId: number): User[] {
  return users.filter((user) => action.appliesTo(user) && !(action.isForOthers && user.id === ownId));
}

export interface ActionFailure {
  user: User;
  reason: string;
}

/** Does it to one user after another, and returns those for whom it failed. The list is fetched again in any case. */
export async function performOn(action: UserAction, users: readonly User[]): Promise<ActionFailure[]> {
  const failures: ActionFailure[] = [];
  for (const user of users) {
    await api.users[action.key]
      .mutate({ id: user.id })
      .catch((error: unknown) => failures.push({ user, reason: sentenceOf(failureOf(error)) }));
  }
  // This does not update the user of an open form, which must not change by saves of other users.
  await queryClient.invalidateQueries(procedures.users.page.pathFilter());
  return failures;
}
