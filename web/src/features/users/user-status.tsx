import { Archive, Ban, Check, type LucideIcon, Mail } from 'lucide-react';
import type { User } from '@overlook/shared/schemas';
import { Tag } from '../../ui/tag.tsx';

type Standing = 'archived' | 'disabled' | 'invited' | 'enabled';

/** Where a user stands. Somebody who has never been active has an account and has not come yet. */
export function standingOf({ archived, disabled, data }: Pick<User, 'archived' | 'disabled' | 'data'>): Standing {
  if (archived) return 'archived';
  if (disabled) return 'disabled';
  return data.lastActive === null ? 'invited' : 'enabled';
}

const LOOKS: Record<Standing, { icon: LucideIcon; tone: 'neutral' | 'success' | 'accent'; word: string }> = {
  archived: { icon: Archive, tone: 'neutral', word: 'Archived' },
  disabled: { icon: Ban, tone: 'neutral', word: 'Disabled' },
  invited: { icon: Mail, tone: 'accent', word: 'Invited' },
  enabled: { icon: Check, tone: 'success', word: 'Enabled' },
};

export function UserStatusTag({ user }: { user: User }) {
  const { word, ...look } = LOOKS[standingOf(user)];
  return <Tag {...look}>{word}</Tag>;
}
