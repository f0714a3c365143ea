import type { ReactNode } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import type { Theme } from '../../state/theme.ts';
import { Button } from '../button/button.tsx';
import { Modal } from './modal.tsx';

interface AlertDialogProps {
  title: string;
  text?: string;
  /** Additional text. */
  children?: ReactNode;
  theme?: Theme | undefined;
  onClose: () => void;
}

/** Says one thing that has to be read before going on. */
export function AlertDialog({ title, text, children, theme, onClose }: AlertDialogProps) {
  return (
    <Modal
      title={title}
      role="alertdialog"
      theme={theme}
      onClose={onClose}
      actions={
        <Button tone="primary" size="l" autoFocus onClick={onClose}>
          {COMMON_MESSAGES['common.ok']}
        </Button>
      }
    >
      {text && <p>{text}</p>}
      {children}
    </Modal>
  );
}
