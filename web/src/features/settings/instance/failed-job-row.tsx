import { useMutation } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dateTimeText } from '@overlook/shared/format';
import { formatMessage, INSTANCE_MESSAGES } from '@overlook/shared/messages';
import type { FailedJob } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import css from './instance.module.css';

const lookAgain = () => queryClient.invalidateQueries(procedures.instance.status.queryFilter());

/** Why and when a job has failed, and the buttons that try it again or give it up. `kind` is its kind in words. */
export function FailedJobRow({ job, kind }: { job: FailedJob; kind: string }) {
  const [isAsking, setAsking] = useState(false);
  const retry = useMutation(
    procedures.instance.retryJobs.mutationOptions({
      meta: { failureText: INSTANCE_MESSAGES['instance.retryFailed'] },
      onSuccess: () => showToast(INSTANCE_MESSAGES['instance.retried'], 'success'),
      onSettled: lookAgain,
    }),
  );
  const discard = useMutation(
    procedures.instance.discardJob.mutationOptions({
      meta: { failureText: INSTANCE_MESSAGES['instance.discardFailed'] },
      onSuccess: () => showToast(INSTANCE_MESSAGES['instance.discarded'], 'success'),
      onSettled: () => {
        setAsking(false);
        return lookAgain();
      },
    }),
  );
  const dateTime = job.failedAt === null ? '–' : dateTimeText(new Date(job.failedAt));
  return (
    <div className={css.import}>
      <span>
        {formatMessage(INSTANCE_MESSAGES['instance.failedAfter'], {
          dateTime,
          count: job.attempts,
          reason: job.reason,
        })}
      </span>
      <Button
        icon={RotateCcw}
        isBusy={retry.isPending}
        aria-label={formatMessage(INSTANCE_MESSAGES['instance.tryJobAgain'], { kind })}
        onClick={() => retry.mutate({ id: job.id })}
      >
        {INSTANCE_MESSAGES['instance.tryAgain']}
      </Button>
      {job.isDiscardable && (
        <Button
          icon={Trash2}
          aria-label={formatMessage(INSTANCE_MESSAGES['instance.giveUpJob'], { kind })}
          onClick={() => setAsking(true)}
        >
          {INSTANCE_MESSAGES['instance.giveUp']}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={INSTANCE_MESSAGES['instance.giveUp']}
          text={formatMessage(INSTANCE_MESSAGES['instance.giveUpQuestion'], { kind })}
          verb={INSTANCE_MESSAGES['instance.giveUp']}
          safeVerb={INSTANCE_MESSAGES['instance.keepJob']}
          tone="danger"
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate({ id: job.id })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
