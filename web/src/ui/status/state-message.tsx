import type { LucideIcon } from 'lucide-react';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import css from './state-message.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  hint?: string;
  /** The action of a person. */
  children?: ReactNode;
}

/** Shown in place of missing content: the sentence, its explanation, the action. */
export function EmptyState({ icon: Icon, title, hint, children }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Icon size={24} strokeWidth={1.75} aria-hidden className={css.icon} />
      <p className={css.title}>{title}</p>
      {hint && <p className={css.hint}>{hint}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  icon: LucideIcon;
  title: string;
  reason?: string;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** In place of content that could not be loaded, with a way on. */
export function ErrorState({ icon, title, reason, isRetrying = false, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState icon={icon} title={title} {...(reason === undefined ? {} : { hint: reason })}>
        <Button icon={RotateCw} isBusy={isRetrying} onClick={onRetry}>
          {COMMON_MESSAGES['common.retry']}
        </Button>
      </EmptyState>
    </div>
  );
}
