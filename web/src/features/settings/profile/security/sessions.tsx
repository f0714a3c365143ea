import { useMutation, useQuery } from '@tanstack/react-query';
import { CloudOff, MonitorSmartphone } from 'lucide-react';
import { ACCOUNT_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { DateWords } from '../../../../ui/date-words.tsx';
import { Skeleton, SkeletonList } from '../../../../ui/status/skeleton.tsx';
import { ErrorState } from '../../../../ui/status/state-message.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import css from './security.module.css';

/** One's own sessions with device and last use; each can be ended, or all others together. */
export function Sessions() {
  const { data, isError, isFetching, refetch } = useQuery(
    procedures.auth.sessions.queryOptions(undefined, { staleTime: 0 }),
  );
  const mutation = {
    meta: { failureText: ACCOUNT_MESSAGES['account.updateFailed'] } as const,
    onSettled: () => queryClient.invalidateQueries(procedures.auth.sessions.queryFilter()),
  };
  const end = useMutation(procedures.auth.endSession.mutationOptions(mutation));
  const endOthers = useMutation(procedures.auth.endOtherSessions.mutationOptions(mutation));
  if (!data) {
    return isError ? (
      <ErrorState
        icon={CloudOff}
        title={ACCOUNT_MESSAGES['account.sessionsFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonList label={ACCOUNT_MESSAGES['account.loadingSessions']} count={2} row={SkeletonRow} />
    );
  }
  return (
    <>
      <ul className={css.sessions}>
        {data.sessions.map(({ id, device, address, lastUsedAt, isCurrent }) => (
          <li key={id} className={css.session}>
            <MonitorSmartphone size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
            <span className={css.words}>
              <span className={css.device}>{device ?? ACCOUNT_MESSAGES['account.unknownDevice']}</span>
              <span className={css.detail}>
                {address ?? ACCOUNT_MESSAGES['account.unknownAddress']}, <DateWords iso={lastUsedAt} />
              </span>
            </span>
            {isCurrent ? (
              <Tag icon={MonitorSmartphone} tone="accent">
                {ACCOUNT_MESSAGES['account.thisOne']}
              </Tag>
            ) : (
              <Button
                aria-label={formatMessage(ACCOUNT_MESSAGES['account.endSession'], {
                  device: device ?? ACCOUNT_MESSAGES['account.anUnknownDevice'],
                })}
                isBusy={end.isPending && end.variables.id === id}
                onClick={() => end.mutate({ id })}
              >
                {ACCOUNT_MESSAGES['account.end']}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Button size="l" className={css.save} isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {ACCOUNT_MESSAGES['account.endAllOtherSessions']}
        </Button>
      )}
    </>
  );
}

const SkeletonRow = () => (
  <div className={css.session}>
    <Skeleton className={css.skeleton} />
  </div>
);
