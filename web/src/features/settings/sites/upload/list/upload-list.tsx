import { CloudOff, RefreshCw, Upload as UploadIcon, WifiOff } from 'lucide-react';
import { COMMON_MESSAGES, formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { tryNow } from '../../../../../api/uploads/send-deliveries.ts';
import { Button } from '../../../../../ui/button/button.tsx';
import { Skeleton, SkeletonList } from '../../../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../../ui/status/state-message.tsx';
import { groupOf, type ListedUpload, UPLOAD_GROUPS } from './listed-upload.ts';
import { UploadRow } from './upload-row.tsx';
import { pauseText } from './upload-words.ts';
import type { useUploads } from './use-uploads.ts';
import css from './list.module.css';

interface UploadListProps extends Pick<ReturnType<typeof useUploads>, 'query' | 'listed'> {
  /** Nothing is shown in place of an empty list. */
  isAbsentWhenEmpty?: boolean;
  /** Lets the person choose the files of an interrupted delivery again. */
  onChooseAgain: () => void;
}

const GROUP_NAMES = {
  needsYou: UPLOAD_PAGE_MESSAGES['uploadPage.needsYou'],
  sending: UPLOAD_PAGE_MESSAGES['uploadPage.sending'],
  atWork: UPLOAD_PAGE_MESSAGES['uploadPage.atWork'],
  done: UPLOAD_PAGE_MESSAGES['uploadPage.done'],
} as const;

/** The deliveries of a site by what is to be done: those that need a person first. */
export function UploadList({ query, listed, isAbsentWhenEmpty = false, onChooseAgain }: UploadListProps) {
  if (!listed) {
    if (query.isError)
      return (
        <ErrorState
          icon={CloudOff}
          title={UPLOAD_PAGE_MESSAGES['uploadPage.fetchFailed']}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    const title = UPLOAD_PAGE_MESSAGES['uploadPage.uploads'];
    return (
      <SkeletonList
        label={formatMessage(COMMON_MESSAGES['common.loading'], { title })}
        count={2}
        row={SkeletonUpload}
      />
    );
  }
  if (listed.length === 0)
    return isAbsentWhenEmpty ? null : (
      <EmptyState
        icon={UploadIcon}
        title={UPLOAD_PAGE_MESSAGES['uploadPage.none']}
        hint={UPLOAD_PAGE_MESSAGES['uploadPage.noneHint']}
      />
    );
  return (
    <div className={css.list}>
      <LostLine listed={listed} />
      {UPLOAD_GROUPS.map((group) => {
        const inGroup = listed.filter((one) => groupOf(one) === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} aria-label={GROUP_NAMES[group]} className={css.group}>
            <h3 className={css.heading}>
              {GROUP_NAMES[group]} <span className={css.count}>{inGroup.length}</span>
            </h3>
            <ul>
              {inGroup.map((one) => (
                <UploadRow key={one.upload.id} listed={one} onChooseAgain={onChooseAgain} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const SkeletonUpload = () => <Skeleton className={css.skeleton} />;

/** One line for all that are paused, with the next try. */
function LostLine({ listed }: { listed: readonly ListedUpload[] }) {
  const paused = listed.flatMap(({ sending }) => (sending?.state === 'paused' ? [sending] : []));
  const [first] = paused.toSorted((a, b) => (a.nextTryAt ?? 0) - (b.nextTryAt ?? 0));
  if (!first) return null;
  return (
    <div className={css.lost} role="status">
      <WifiOff size={16} strokeWidth={1.75} aria-hidden className={css.lostIcon} />
      <span className={css.lostText}>{pauseText(first)}</span>
      <Button icon={RefreshCw} onClick={tryNow}>
        {UPLOAD_PAGE_MESSAGES['uploadPage.tryNow']}
      </Button>
    </div>
  );
}
