import { useMutation } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import {
  cancelImportText,
  importText,
  INSTANCE_MESSAGES,
  COMMON_MESSAGES,
  formatMessage,
} from '@overlook/shared/messages';
import type { ImportJob } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { showToast } from '../../../state/toasts.ts';
import css from './instance.module.css';

/** The state of an import, and the button that cancels it until it has ended. */
export function ImportRow({ job }: { job: ImportJob }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation(
    procedures.instance.cancelImport.mutationOptions({
      meta: { failureText: INSTANCE_MESSAGES['instance.cancelFailed'] },
      onSuccess: () => showToast(INSTANCE_MESSAGES['instance.importCancelled'], 'success'),
      onSettled: () => {
        setAsking(false);
        return queryClient.invalidateQueries(procedures.instance.status.queryFilter());
      },
    }),
  );
  return (
    <div className={css.import}>
      <span>{importText(job)}</span>
      {job.state !== 'error' && !job.isCancelling && (
        <Button
          icon={CircleX}
          aria-label={formatMessage(INSTANCE_MESSAGES['instance.cancelImportOf'], {
            site: job.site ?? INSTANCE_MESSAGES['instance.aSite'],
          })}
          onClick={() => setAsking(true)}
        >
          {COMMON_MESSAGES['common.cancel']}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={INSTANCE_MESSAGES['instance.cancelImport']}
          text={cancelImportText(job.site)}
          verb={INSTANCE_MESSAGES['instance.cancelImport']}
          safeVerb={INSTANCE_MESSAGES['instance.keepImporting']}
          tone="danger"
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate({ id: job.id })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
