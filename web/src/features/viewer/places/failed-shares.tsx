import { MailWarning } from 'lucide-react';
import { MESSAGES } from '@overlook/shared/messages';
import { useShares } from '../../../api/places.ts';
import css from './places.module.css';

/** Lists the mails of the last days that could not be delivered; nothing where all were sent. */
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
