import type { ReactNode } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../ui/button/button.tsx';
import { Modal } from '../ui/dialog/modal.tsx';

interface FailureDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The message when the code of a part over the stage could not be loaded. */
export function FailureDialog({ title, onClose, children }: FailureDialogProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <Button size="l" onClick={onClose}>
          {COMMON_MESSAGES['common.close']}
        </Button>
      }
    >
      {children}
    </Modal>
  );
}
