import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../../../../parts/lazy-part/lazy-part.tsx';
import { useAllowed } from '../../../../state/session-context.tsx';
import { Button } from '../../../../ui/button/button.tsx';
import css from '../profile-entry.module.css';

const SavedDialog = lazyPart(async () => (await import('./saved-dialog.tsx')).SavedDialog);

/** Below the cards of the tools: the list of saved measurements, for those who may measure. */
export function SavedEntry() {
  const isAllowed = useAllowed('TOOLS:MEASURE');
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed) return null;
  return (
    <div className={css.entry}>
      <Button icon={FolderOpen} onClick={() => setOpen(true)}>
        {SAVED_MESSAGES['saved.title']}
      </Button>
      <p className={css.hint}>{SAVED_MESSAGES['saved.hint']}</p>
      {isOpen && <SavedDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
