import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { Upload } from '@overlook/shared/schemas';
import { procedures } from '../../../../../api/queries.ts';
import { uploads as sent } from '../../../../../state/uploads.ts';
import { announce } from '../../../../../ui/announcer.tsx';
import { type ListedUpload, listedUploads, type UploadListState } from './listed-upload.ts';

/** A delivery that is not finished is shown as it goes on. */
const PROGRESS_READ_MS = 2000;

const isUnfinished = ({ state }: Upload): boolean => state === 'receiving' || state === 'working';

/** The deliveries of a site, those that this page sends with their progress. New states are said once. */
export function useUploads(siteId: number) {
  const query = useQuery(
    procedures.uploads.all.queryOptions(
      { siteId },
      {
        staleTime: 0,
        meta: { failureText: UPLOAD_PAGE_MESSAGES['uploadPage.fetchFailed'] },
        refetchInterval: ({ state: { data } }) => (data?.uploads.some(isUnfinished) ? PROGRESS_READ_MS : false),
      },
    ),
  );
  const { sendings } = useSnapshot(sent);
  const listed = query.data ? listedUploads(query.data.uploads, sendings) : null;
  useSaidOnce(listed);
  return { query, listed, spaceBytes: query.data?.spaceBytes ?? null };
}

const SAID: Partial<Record<UploadListState, string>> = {
  sending: UPLOAD_PAGE_MESSAGES['uploadPage.saysSending'],
  paused: UPLOAD_PAGE_MESSAGES['uploadPage.saysPaused'],
  working: UPLOAD_PAGE_MESSAGES['uploadPage.saysWorking'],
  refused: UPLOAD_PAGE_MESSAGES['uploadPage.saysRefused'],
  done: UPLOAD_PAGE_MESSAGES['uploadPage.saysDone'],
};

function useSaidOnce(listed: readonly ListedUpload[] | null): void {
  const before = useRef<Map<string, UploadListState> | null>(null);
  useEffect(() => {
    if (!listed) return;
    const known = before.current;
    before.current = new Map(listed.map(({ upload, state }) => [upload.id, state]));
    // What is there when the page opens is read with the page.
    if (!known) return;
    for (const { upload, state } of listed) {
      const sentence = SAID[state];
      if (sentence && known.get(upload.id) !== state) announce(formatMessage(sentence, { title: upload.title }));
    }
  }, [listed]);
}
