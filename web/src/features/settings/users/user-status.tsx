import { Archive, Ban, Check, type LucideIcon, Mail } from 'lucide-react';
import type { User } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { Tag } from '../../../ui/tag.tsx';

type AccountStatus = 'archived' | 'disabled' | 'invited' | 'enabled';

/** The status of an account. A user who has never been active has been invited only. */
export function statusOf({ archived, disabled, data }: Pick<User, 'archived' | 'disabled' | 'data'>): AccountStatus {
  if (archived) return 'archived';
  if (disabled) return 'disabled';
  return data.lastActive === null ? 'invited' : 'enabled';
}

const TAGS: Record<AccountStatus, { icon: LucideIcon; tone: 'neutral' | 'success' | 'accent'; word: string }> = {
  archived: { icon: Archive, tone: 'neutral', word: ADMIN_MESSAGES['user.statusArchived'] },
  disabled: { icon: Ban, tone: 'neutral', word: ADMIN_MESSAGES['user.statusDisabled'] },
  invited: { icon: Mail, tone: 'accent', word: ADMIN_MESSAGES['user.statusInvited'] },
  enabled: { icon: Check, tone: 'success', word: ADMIN_MESSAGES['user.statusEnabled'] },
};

export function UserStatusTag({ user }: { user: User }) {
  const { word, ...tag } = TAGS[statusOf(user)];
  return <Tag {...tag}>{word}</Tag>;
}
