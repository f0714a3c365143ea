import { auditActionText } from '@overlook/shared/messages';
import type { AuditEntry } from '@overlook/shared/schemas';
import { Button } from '../../../ui/button/button.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { entryFacts } from './entry-words.ts';

/** One entry with all that was written down. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <Modal
      title={auditActionText(entry.action)}
      size="wide"
      onClose={onClose}
      actions={
        <Button size="l" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Facts rows={entryFacts(entry)} />
    </Modal>
  );
}
