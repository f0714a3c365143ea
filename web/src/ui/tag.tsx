import type { LucideIcon } from 'lucide-react';
import css from './tag.module.css';

/** Of the states of a change; also 'other' for one that this version does not know. */
type MocTone = 'proposed' | 'approved' | 'completed' | 'other';

interface TagProps {
  icon: LucideIcon;
  tone: 'neutral' | 'success' | 'accent' | 'warning' | 'danger' | MocTone;
  children: string;
}

/** A state in one word. The icon shows it too, for people who cannot distinguish the colours. */
export function Tag({ icon: Icon, tone, children }: TagProps) {
  return (
    <span className={css.tag} data-tone={tone}>
      <Icon size={12} strokeWidth={2.25} aria-hidden />
      {children}
    </span>
  );
}
