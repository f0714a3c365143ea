import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { INSTANCE_REFRESH_MS } from '@overlook/shared/config';
import { dateTimeText } from '@overlook/shared/format';
import { INSTANCE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { procedures } from '../../../api/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LoadedPage } from '../../../ui/page/loaded-page.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { BackupsCard } from './backups-card.tsx';
import { ChecksCard } from './checks-card.tsx';
import { DatabaseCard, ServerCard, SsoCard, StorageCard } from './cards.tsx';
import { isUnderWay } from './health.ts';
import { JobsCard, MailCard } from './work-cards.tsx';
import { SpaceCard } from './space-card.tsx';
import css from './instance.module.css';

const TITLE = INSTANCE_MESSAGES['instance.instanceAdministration'];

/** The state of this instance, and remedies (specification §2 "/settings/instance"). */
export function InstancePage() {
  const query = useQuery(
    procedures.instance.status.queryOptions(undefined, {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? INSTANCE_REFRESH_MS : false),
    }),
  );
  // They take seconds: they are asked for after the state, so that this does not wait in the same request.
  const checks = useQuery(
    procedures.instance.checks.queryOptions(undefined, { staleTime: 0, enabled: query.isSuccess }),
  );
  // The button is free again as soon as the state is there; the card of the checks says that they go on.
  const look = () => query.refetch().then(() => checks.refetch());
  return (
    <LoadedPage title={TITLE} query={query} failedTitle={INSTANCE_MESSAGES['instance.fetchFailed']}>
      {(status) => (
        <Page
          title={TITLE}
          actions={
            <Button size="l" icon={RotateCw} isBusy={query.isFetching} onClick={() => void look()}>
              {INSTANCE_MESSAGES['instance.refresh']}
            </Button>
          }
          tools={
            <p className={css.looked}>
              {formatMessage(INSTANCE_MESSAGES['instance.asOf'], { dateTime: dateTimeText(new Date(status.at)) })}
            </p>
          }
        >
          {query.isError && (
            <p role="alert" className={css.stale}>
              {INSTANCE_MESSAGES['instance.stale']}
            </p>
          )}
          <div className={css.cards}>
            <ServerCard server={status.server} />
            <DatabaseCard database={status.database} />
            <StorageCard storage={status.storage} />
            <SpaceCard storage={status.storage} />
            <MailCard mail={status.mail} />
            <JobsCard jobs={status.jobs} atMs={Date.parse(status.at)} />
            <BackupsCard backups={status.backups} />
            <SsoCard sso={status.sso} />
            <ChecksCard checks={checks.data ?? null} isLooking={checks.isFetching} />
          </div>
        </Page>
      )}
    </LoadedPage>
  );
}
