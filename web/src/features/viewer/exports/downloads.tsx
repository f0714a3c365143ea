import { CircleAlert, CloudOff, Download as DownloadIcon, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { DOWNLOAD_FORMATS, type DownloadFormat } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { GLOBAL_SITE_ID, isAllowedAtSite } from '@overlook/shared/permissions';
import type { Download } from '@overlook/shared/schemas';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { UndoRow } from '../../../ui/rows/undo-row.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { DownloadRow } from './download-row.tsx';
import type { DownloadList, ListedDownload } from './use-downloads.ts';
import css from './downloads.module.css';

type FormatFilter = 'all' | DownloadFormat;

const FILTERS: readonly { key: FormatFilter; label: string }[] = [
  { key: 'all', label: EXPORTS_MESSAGES['export.allFormats'] },
  ...DOWNLOAD_FORMATS.map((format) => ({ key: format, label: format })),
];

interface DownloadsProps {
  list: DownloadList;
  /** Puts the request of an export into the form again; null for those who may send none. */
  onOpenInTool: ((download: Download) => void) | null;
}

/** The exports that were requested at this site (specification §2 "PointGrab screen"). */
export function Downloads({ list, onOpenInTool }: DownloadsProps) {
  const [format, setFormat] = useState<FormatFilter>('all');
  const { areAllExportsShown } = useSnapshot(preferences);
  const mayTellApart = isAllowedAtSite(useSignedIn().permissions, GLOBAL_SITE_ID, 'USERS:VIEW');
  const { downloads, isError, isFetching, retry } = list;
  if (!downloads) {
    if (!isError)
      return <SkeletonList label={EXPORTS_MESSAGES['export.loadingDownloads']} count={8} row={SkeletonRow} />;
    return (
      <ErrorState
        icon={CloudOff}
        title={EXPORTS_MESSAGES['exports.fetchFailed']}
        isRetrying={isFetching}
        onRetry={retry}
      />
    );
  }
  const whose = downloads.filter(({ requestedBy }) => !mayTellApart || areAllExportsShown || requestedBy === null);
  const shown = whose.filter((one) => format === 'all' || one.format === format);
  return (
    <>
      <div className={css.filter}>
        <Select label={EXPORTS_MESSAGES['export.format']} options={FILTERS} value={format} onChange={setFormat} />
        {mayTellApart ? (
          <Select
            label={EXPORTS_MESSAGES['export.whoseExports']}
            options={[
              { key: 'own', label: EXPORTS_MESSAGES['export.ownExports'] },
              { key: 'all', label: EXPORTS_MESSAGES['export.allExports'] },
            ]}
            value={areAllExportsShown ? 'all' : 'own'}
            onChange={(chosen) => setPreference('areAllExportsShown', chosen === 'all')}
          />
        ) : (
          <span className={css.order}>{EXPORTS_MESSAGES['export.newestFirst']}</span>
        )}
      </div>
      {isError && <StaleNotice isRetrying={isFetching} onRetry={retry} />}
      <Rows
        shown={shown}
        isFiltered={whose.length > 0}
        list={list}
        onAll={() => setFormat('all')}
        onOpenInTool={onOpenInTool}
      />
    </>
  );
}

interface RowsProps extends DownloadsProps {
  shown: readonly ListedDownload[];
  /** The filter hides others. */
  isFiltered: boolean;
  onAll: () => void;
}

function Rows({ shown, isFiltered, list, onAll, onOpenInTool }: RowsProps) {
  if (shown.length === 0) {
    if (isFiltered) {
      return (
        <EmptyState icon={ListFilter} title={EXPORTS_MESSAGES['exports.noneOfFormat']}>
          <Button onClick={onAll}>{EXPORTS_MESSAGES['export.clearFilters']}</Button>
        </EmptyState>
      );
    }
    return (
      <EmptyState
        icon={DownloadIcon}
        title={EXPORTS_MESSAGES['exports.none']}
        hint={EXPORTS_MESSAGES['exports.noneHint']}
      />
    );
  }
  return (
    <ul className={css.list} aria-label={EXPORTS_MESSAGES['export.downloads']}>
      {shown.map((download) =>
        download.isDeleted ? (
          <UndoRow
            key={download.uuid}
            done={EXPORTS_MESSAGES['export.deletedRow']}
            name={download.description}
            onUndo={() => void list.restore(download)}
          />
        ) : (
          <DownloadRow
            key={download.uuid}
            download={download}
            onOpenInTool={onOpenInTool && (() => onOpenInTool(download))}
            onDelete={() => void list.remove(download)}
          />
        ),
      )}
    </ul>
  );
}

/** Over what was read before. */
const StaleNotice = ({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) => (
  <div className={css.stale} role="alert">
    <CircleAlert size={16} strokeWidth={1.75} aria-hidden className={css.failed} />
    <p className={css.staleText}>{EXPORTS_MESSAGES['exports.fetchFailed']}</p>
    <Button isBusy={isRetrying} onClick={onRetry}>
      {EXPORTS_MESSAGES['export.retry']}
    </Button>
  </div>
);

const SkeletonRow = () => (
  <div className={css.row}>
    <Skeleton className={css.status} />
    <div className={css.words}>
      <Skeleton className={css.skeletonName} />
      <Skeleton className={css.skeletonFacts} />
    </div>
  </div>
);
