import { MailWarning } from 'lucide-react';
import { MESSAGES } from '@overlook/shared/messages';
import { useShares } from '../../../api/places.ts';
import css from './places.module.css';

/** Says which mails of the last days could not be delivered; nothing where all went out. */
export function FailedShares() {
  const failed = (useShares().data?.shares ?? []).filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  return (
    <div className={css.failed} role="status">
      <MailWarning size={16} strokeWidth={1.75} aria-hidden className={css.failedIcon} />
      <p>
        {MESSAGES['share.mailFailed']}: {[...new Set(failed.map(({ recipient }) => recipient))].join(', ')}
      </p>
    </div>
  );
}
