import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { Moc } from '@overlook/shared/schemas';
import { Button } from '../../../ui/button/button.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { archiveMoc } from './archived-mocs.ts';
import css from './moc-details.module.css';

/** What is done with a change, and what belongs to it. */
export function MocDetails({ moc }: { moc: Moc }) {
  return (
    <div className={css.actions}>
      <Gate tokens="MOC:DELETE">
        <ArchiveButton moc={moc} />
      </Gate>
    </div>
  );
}

function ArchiveButton({ moc }: { moc: Moc }) {
  const [isBusy, setBusy] = useState(false);
  const archive = async () => {
    setBusy(true);
    await archiveMoc(moc);
    setBusy(false);
  };
  return (
    <Button tone="ghost" icon={Archive} isBusy={isBusy} onClick={() => void archive()}>
      Archive
    </Button>
  );
}
