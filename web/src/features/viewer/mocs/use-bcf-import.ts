import { type RefObject, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { BCF_LARGEST_BYTES } from '@overlook/shared/config';
import { bcfImportText, MOCS_MESSAGES } from '@overlook/shared/messages';
import { importBcf } from '../../../api/import-bcf.ts';
import { UploadFailure } from '../../../api/upload-file.ts';
import {
  beginImport,
  type BcfImporting,
  type BcfProgress,
  dismissImport,
  mocs,
  setImportProgress,
} from '../../../state/mocs.ts';
import { announce } from '../../../ui/announcer.tsx';

/** Imports BCF files at a site, one at a time. */
export interface BcfImporter {
  /** The input that the files are chosen with. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Null before the first import at the site, and when its outcome has been dismissed. */
  readonly last: BcfImporting | null;
  start(file: File): void;
  /** Cancels an import that is still being sent. */
  dismiss(): void;
}

/** By site, what ends the sending of a file. */
const sending = new Map<number, AbortController>();

export function useBcfImporter(siteId: number): BcfImporter {
  const input = useRef<HTMLInputElement>(null);
  const { imports } = useSnapshot(mocs) as typeof mocs;
  return {
    input,
    last: imports[siteId] ?? null,
    start: (file) => void run(siteId, file),
    dismiss() {
      sending.get(siteId)?.abort();
      dismissImport(siteId);
    },
  };
}

async function run(siteId: number, file: File): Promise<void> {
  const { name: filename, size: sizeBytes } = file;
  const id = beginImport(siteId, filename, { step: 'sending', sentBytes: 0, sizeBytes });
  const show = (progress: BcfProgress) => setImportProgress(siteId, id, progress);
  if (sizeBytes > BCF_LARGEST_BYTES) return show({ step: 'failed', reason: MOCS_MESSAGES['bcf.tooLarge'] });
  const abort = new AbortController();
  sending.set(siteId, abort);
  try {
    const onProgress = (sentBytes: number) => show({ step: 'sending', sentBytes, sizeBytes });
    const outcome = await importBcf(siteId, file, { onProgress, signal: abort.signal });
    show({ step: 'done', outcome });
    announce(bcfImportText(outcome));
  } catch (error) {
    show({ step: 'failed', reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof UploadFailure)) return MOCS_MESSAGES['bcf.importFailed'];
  return error.reason === 'network' ? MOCS_MESSAGES['bcf.broken'] : error.reason.sentence;
}
