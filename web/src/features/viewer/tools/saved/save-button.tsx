import { Save } from 'lucide-react';
import { useState } from 'react';
import { SAVED_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../../../../parts/lazy-part/lazy-part.tsx';
import { useAllowed } from '../../../../state/session-context.tsx';
import { showToast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/button/button.tsx';
import type { NamedSubject } from './subjects.ts';

const SaveDialog = lazyPart(async () => (await import('./save-dialog.tsx')).SaveDialog);

interface SaveButtonProps {
  isDisabled?: boolean;
  /** What can be saved now. */
  subjects: () => readonly NamedSubject[] | Promise<readonly NamedSubject[]>;
}

/** Opens the dialog that saves what is measured; nothing for those who may not. */
export function SaveButton({ isDisabled = false, subjects }: SaveButtonProps) {
  const isAllowed = useAllowed('TOOLS:MEASURE');
  const [saved, setSaved] = useState<readonly NamedSubject[] | null>(null);
  if (!isAllowed) return null;
  const open = async () => {
    const found = await subjects();
    if (found.length > 0) setSaved(found);
    else showToast(SAVED_MESSAGES['saved.nothing'], 'error');
  };
  return (
    <>
      <Button icon={Save} disabled={isDisabled} onClick={() => void open()}>
        {SAVED_MESSAGES['saved.save']}
      </Button>
      {saved && <SaveDialog subjects={saved} onClose={() => setSaved(null)} />}
    </>
  );
}
