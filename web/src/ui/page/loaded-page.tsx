import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMessage, COMMON_MESSAGES } from '@overlook/shared/messages';
import { ErrorState } from '../status/state-message.tsx';
import { Skeleton, SkeletonList } from '../status/skeleton.tsx';
import { Page } from './page.tsx';
import css from './loaded-page.module.css';

interface LoadedPageProps<Data> {
  title: string;
  query: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** Why there is nothing to show, when the call failed. */
  failedTitle: string;
  children: (data: Data) => ReactNode;
}

/** A page about one item of the server: while it loads, when that fails, and when it has loaded. */
export function LoadedPage<Data>({ title, query, failedTitle, children }: LoadedPageProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={title}>
      {query.isError ? (
        <ErrorState
          icon={CloudOff}
          title={failedTitle}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonList
          label={formatMessage(COMMON_MESSAGES['common.loading'], { title })}
          count={4}
          row={SkeletonField}
        />
      )}
    </Page>
  );
}

const SkeletonField = () => (
  <div className={css.field}>
    <Skeleton className={css.label} />
    <Skeleton className={css.input} />
  </div>
);
