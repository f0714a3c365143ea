import { CloudOff } from 'lucide-react';
import { MESSAGES } from '@overlook/shared/messages';
import { useMoc } from '../../../api/mocs.ts';
import { SkeletonList } from '../../../ui/status/skeleton.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { MocDetails } from './moc-details.tsx';
import { SkeletonRow } from './skeleton-row.tsx';

/** What belongs to a change, which is read when its card opens: the list has only what its rows show. */
export function LoadedDetails({ place }: { place: { siteId: number; id: number } }) {
  const { data, isError, isFetching, refetch } = useMoc(place);
  if (data) return <MocDetails moc={data} />;
  if (!isError) return <SkeletonList label="Loading MOC" count={2} row={SkeletonRow} />;
  return (
    <ErrorState
      icon={CloudOff}
      title={MESSAGES['mocs.fetchFailed']}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
