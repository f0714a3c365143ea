import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  /** Verb and noun. */
  title: string;
  /** The question. */
  text: string;
  /** The consequence, or the outcome. */
  children?: ReactNode;
  /** On the button that does it. */
  verb: string;
  /** On the button that does not. */
  safeVerb?: string;
  tone?: 'primary' | 'danger';
  icon?: LucideIcon;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before something is done. The safe button has the focus; Escape and a press outside the dialog have the same
 * effect.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    children,
    verb,
    safeVerb = COMMON_MESSAGES['common.cancel'],
    tone = 'primary',
    icon,
    isBusy = false,
  } = props;
  const { onConfirm, onClose } = props;
  const safe = useRef<HTMLButtonElement>(null);
  // autoFocus is not used: a dialog below this one still has the focus at that moment, and would take it back.
  useEffect(() => safe.current?.focus(), []);
  return (
    <Modal
      title={title}
      role="alertdialog"
      onClose={isBusy ? undefined : onClose}
      actions={
        <>
          <Button ref={safe} size="l" disabled={isBusy} onClick={onClose}>
            {safeVerb}
          </Button>
          <Button tone={tone} size="l" icon={icon} isBusy={isBusy} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Modal>
  );
}
