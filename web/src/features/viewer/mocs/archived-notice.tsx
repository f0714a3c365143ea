import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { MOCS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { archivedMocs, forgetArchived, undoArchive } from './archived-mocs.ts';
import css from './mocs-card.module.css';

/** Replaces a change that has just been archived: a button to restore it, until it is dismissed. */
export function ArchivedNotice({ siteId }: { siteId: number }) {
  const { last } = useSnapshot(archivedMocs);
  const [isBusy, setBusy] = useState(false);
  if (last?.siteID !== siteId) return null;
  const undo = async () => {
    setBusy(true);
    await undoArchive();
    setBusy(false);
  };
  return (
    <div className={css.archived} role="group" aria-label={MOCS_MESSAGES['moc.archiveDone']}>
      <p className={css.archivedName}>
        {MOCS_MESSAGES['moc.archiveDone']}: {last.name}
      </p>
      <Button icon={Undo2} isBusy={isBusy} onClick={() => void undo()}>
        {COMMON_MESSAGES['common.undo']}
      </Button>
      <IconButton icon={X} label={MOCS_MESSAGES['moc.dismiss']} size="s" onClick={forgetArchived} />
    </div>
  );
}
