import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { retentionText, AUDIT_MESSAGES } from '@overlook/shared/messages';
import { procedures } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import css from './audit.module.css';

/** How long the audit is kept: a button for those who may change it, words for the others. */
export function Retention() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery(
    procedures.audit.retention.queryOptions(undefined, {
      meta: { failureText: AUDIT_MESSAGES['audit.retentionFetchFailed'] },
    }),
  );
  const canChange = useAllowed(['USERS:VIEW', 'USERS:UPDATE', 'USERS:ARCHIVE']);
  if (!data && isError) {
    return (
      <Button
        icon={History}
        size="l"
        isBusy={isFetching}
        data-tooltip={AUDIT_MESSAGES['audit.retentionFetchFailed']}
        onClick={() => void refetch()}
      >
        {AUDIT_MESSAGES['audit.retryRetention']}
      </Button>
    );
  }
  if (!data) return null;
  if (!canChange) return <span className={css.hint}>{retentionText(data.days)}</span>;
  return (
    <>
      <Button
        icon={History}
        size="l"
        data-tooltip={AUDIT_MESSAGES['audit.changeHowLong']}
        onClick={() => setOpen(true)}
      >
        {retentionText(data.days)}
      </Button>
      {isOpen && <RetentionDialog days={data.days} onClose={() => setOpen(false)} />}
    </>
  );
}
