import { useEffect, useRef, useState } from 'react';
import { EXPORTS } from '@overlook/shared/config';
import { exportDoneText, exportFailedText, EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { Download } from '@overlook/shared/schemas';
import { isPending, setDownloadDeleted, useDownloads } from '../../../api/exports.ts';
import { showToast } from '../../../state/toasts.ts';
import { announce } from '../../../ui/announcer.tsx';

/** An export in the list; a deleted one keeps its place as long as it can be restored, while the panel is open. */
export type ListedDownload = Download & { readonly isDeleted: boolean };

export interface DownloadList {
  /** Newest first; null until they are known. */
  readonly downloads: readonly ListedDownload[] | null;
  readonly pending: number;
  readonly isError: boolean;
  readonly isFetching: boolean;
  retry(): void;
  remove(download: Download): Promise<void>;
  restore(download: Download): Promise<void>;
}

/** The exports of a site with their actions. With null nothing is requested. */
export function useDownloadList(siteSlug: string | null, isShown: boolean): DownloadList {
  const { data, isError, isFetching, refetch } = useDownloads({ siteSlug, isShown });
  const { deleted, add, drop } = useDeleted();
  useSpokenOutcomes(data);
  const isKept = ({ uuid }: Download) => data?.every((one) => one.uuid !== uuid);
  const listed = [
    ...(data ?? []).map((one) => ({ ...one, isDeleted: false })),
    ...deleted
      .map((one) => one.download)
      .filter(isKept)
      .map((one) => ({ ...one, isDeleted: true })),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return {
    downloads: data ? listed : null,
    pending: data?.filter(isPending).length ?? 0,
    isError,
    isFetching,
    retry: () => void refetch(),
    async remove(download) {
      try {
        // The server counts from a moment after this one.
        const endsAtMs = Date.now() + EXPORTS.undoMs;
        await setDownloadDeleted(download, true);
        add(download, endsAtMs);
        showToast(EXPORTS_MESSAGES['export.deleted'], 'success');
      } catch {
        showToast(EXPORTS_MESSAGES['export.deleteFailed'], 'error');
      }
    },
    async restore(download) {
      try {
        await setDownloadDeleted(download, false);
        drop(download);
      } catch {
        showToast(EXPORTS_MESSAGES['export.restoreFailed'], 'error');
      }
    },
  };
}

interface Deleted {
  readonly download: Download;
  /** Until then it can be restored, milliseconds of this computer's clock. */
  readonly endsAtMs: number;
}

/** Exports that were deleted here and can still be restored. */
function useDeleted() {
  const [deleted, setDeleted] = useState<readonly Deleted[]>([]);
  useEffect(() => {
    if (deleted.length === 0) return;
    const nextMs = Math.min(...deleted.map(({ endsAtMs }) => endsAtMs));
    const timer = setTimeout(
      () => setDeleted((all) => all.filter(({ endsAtMs }) => endsAtMs > nextMs)),
      Math.max(0, nextMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [deleted]);
  const others = (all: readonly Deleted[], { uuid }: Download) => all.filter((one) => one.download.uuid !== uuid);
  return {
    deleted,
    add: (download: Download, endsAtMs: number) =>
      setDeleted((all) => [...others(all, download), { download, endsAtMs }]),
    drop: (download: Download) => setDeleted((all) => others(all, download)),
  };
}

/** Announces the results of exports that were unfinished when they were last read. */
function useSpokenOutcomes(downloads: readonly Download[] | undefined): void {
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!downloads) return;
    for (const { uuid, status, description, format } of downloads) {
      if (status === 'pending' || !before.current.has(uuid)) continue;
      announce(status === 'completed' ? exportDoneText(description, format) : exportFailedText(description, format));
    }
    before.current = new Set(downloads.filter(isPending).map(({ uuid }) => uuid));
  }, [downloads]);
}
