import { INSTANCE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw, Send } from 'lucide-react';
import { dateTimeText } from '@overlook/shared/format';
import type { InstanceStatus } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { DateWords } from '../../../ui/date-words.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { showToast } from '../../../state/toasts.ts';
import { FailedJobRow } from './failed-job-row.tsx';
import { ImportRow } from './import-row.tsx';
import { failedJobs, jobsHealth, mailHealth } from './health.ts';
import { StatusCard } from './status-card.tsx';

const lookAgain = () => queryClient.invalidateQueries(procedures.instance.status.queryFilter());

/** Repeats failed jobs, those of a kind or all. */
function RetryButton({ kind, label }: { kind?: string; label: string }) {
  const retry = useMutation(
    procedures.instance.retryJobs.mutationOptions({
      meta: { failureText: INSTANCE_MESSAGES['instance.retryFailed'] },
      onSuccess: () => showToast(INSTANCE_MESSAGES['instance.retried'], 'success'),
      onSettled: lookAgain,
    }),
  );
  return (
    <Button icon={RotateCcw} isBusy={retry.isPending} onClick={() => retry.mutate(kind === undefined ? {} : { kind })}>
      {label}
    </Button>
  );
}

function TestMailButton() {
  const send = useMutation(
    procedures.instance.sendTestMail.mutationOptions({
      meta: { failureText: INSTANCE_MESSAGES['instance.testMailFailed'] },
      onSuccess: () => showToast(INSTANCE_MESSAGES['instance.testMailQueued'], 'success'),
      onSettled: lookAgain,
    }),
  );
  return (
    <Button icon={Send} isBusy={send.isPending} onClick={() => send.mutate()}>
      {INSTANCE_MESSAGES['instance.sendTestMailMe']}
    </Button>
  );
}

/** When the last attempt of something failed, or when it is tried again. */
function FailureWords({ failure }: { failure: { at: string | null; nextTryAt: string | null } | null }) {
  if (failure?.nextTryAt)
    return formatMessage(INSTANCE_MESSAGES['instance.nextTry'], {
      dateTime: dateTimeText(new Date(failure.nextTryAt)),
    });
  return <DateWords iso={failure?.at ?? null} />;
}

const TRANSPORTS = {
  smtp: INSTANCE_MESSAGES['instance.mailServer'],
  outbox: INSTANCE_MESSAGES['instance.outboxFolder'],
} as const;

/** Where mails are sent and how many are waiting. */
export function MailCard({ mail }: { mail: InstanceStatus['mail'] }) {
  const mayAct = useAllowed('USERS:UPDATE');
  return (
    <StatusCard
      title={INSTANCE_MESSAGES['instance.mail']}
      health={mailHealth(mail)}
      actions={
        mayAct && (
          <>
            <TestMailButton />
            {mail.isKnown && mail.failed > 0 && (
              <RetryButton kind="mail" label={INSTANCE_MESSAGES['instance.tryFailedMailsAgain']} />
            )}
          </>
        )
      }
    >
      {mail.isKnown && (
        <Facts
          rows={[
            { name: TRANSPORTS[mail.transport], value: mail.place },
            { name: INSTANCE_MESSAGES['instance.sender'], value: mail.sender },
            { name: INSTANCE_MESSAGES['instance.waiting'], value: String(mail.waiting) },
            { name: INSTANCE_MESSAGES['instance.failed'], value: String(mail.failed) },
            { name: INSTANCE_MESSAGES['instance.lastSent'], value: <DateWords iso={mail.lastSentAt} /> },
            { name: INSTANCE_MESSAGES['instance.lastFailure'], value: <FailureWords failure={mail.lastFailure} /> },
          ]}
        />
      )}
    </StatusCard>
  );
}

const titleOf = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll(/[-_.]/g, ' ');

/** The work outside requests. `atMs` is the time of the server's reading. */
export function JobsCard({ jobs, atMs }: { jobs: InstanceStatus['jobs']; atMs: number }) {
  const mayAct = useAllowed('USERS:UPDATE');
  const hasFailed = jobs.isKnown && failedJobs(jobs.kinds) > 0;
  return (
    <StatusCard
      title={INSTANCE_MESSAGES['instance.jobs']}
      health={jobsHealth(jobs, atMs)}
      actions={mayAct && hasFailed && <RetryButton label={INSTANCE_MESSAGES['instance.tryFailedJobsAgain']} />}
    >
      {jobs.isKnown && (
        <Facts
          rows={[
            ...jobs.kinds.map(({ kind, waiting, running, failed }) => ({
              name: titleOf(kind),
              value: formatMessage(INSTANCE_MESSAGES['instance.jobCounts'], { waiting, running, failed }),
            })),
            ...jobs.imports.map((job) => ({
              key: job.id,
              name: formatMessage(INSTANCE_MESSAGES['instance.importOf'], {
                site: job.site ?? INSTANCE_MESSAGES['instance.aSite'],
              }),
              value: <ImportRow job={job} />,
            })),
            ...jobs.failures.map((job) => ({
              key: job.id,
              name: formatMessage(INSTANCE_MESSAGES['instance.failedJob'], { kind: titleOf(job.kind) }),
              value: <FailedJobRow job={job} kind={titleOf(job.kind)} />,
            })),
            {
              name: INSTANCE_MESSAGES['instance.dueSince'],
              value: <DateWords iso={jobs.oldestDueAt} never={INSTANCE_MESSAGES['instance.nothingIsDue']} />,
            },
            { name: INSTANCE_MESSAGES['instance.lastFailure'], value: <FailureWords failure={jobs.lastFailure} /> },
          ]}
        />
      )}
    </StatusCard>
  );
}
