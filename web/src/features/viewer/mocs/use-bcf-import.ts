import { type RefObject, useRef, useState } from 'react';
import { BCF_LARGEST_BYTES } from '@overlook/shared/config';
import { bcfImportText, MESSAGES } from '@overlook/shared/messages';
import type { BcfImport } from '@overlook/shared/schemas';
import { importBcf } from '../../../api/import-bcf.ts';
import { UploadFailure } from '../../../api/upload-file.ts';
import { announce } from '../../../ui/announcer.tsx';

/** How far the import of a BCF file has come, and what came of it. */
type BcfProgress =
  | { readonly step: 'sending'; readonly sentBytes: number; readonly sizeBytes: number }
  | { readonly step: 'done'; readonly outcome: BcfImport }
  | { readonly step: 'failed'; readonly reason: string };

export interface BcfImporting {
  readonly filename: string;
  readonly progress: BcfProgress;
}

/** Imports BCF files at a site, one at a time. */
export interface BcfImporter {
  /** The input that the files are chosen with. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Null before the first import, and when its outcome has been dismissed. */
  readonly last: BcfImporting | null;
  start(file: File): void;
  /** Cancels an import that is still being sent. */
  dismiss(): void;
}

export function useBcfImporter(siteId: number): BcfImporter {
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [last, setLast] = useState<BcfImporting | null>(null);
  const run = async (file: File) => {
    const { name: filename, size: sizeBytes } = file;
    const show = (progress: BcfProgress) => setLast({ filename, progress });
    if (sizeBytes > BCF_LARGEST_BYTES) return show({ step: 'failed', reason: MESSAGES['bcf.tooLarge'] });
    const abort = new AbortController();
    sending.current = abort;
    const onProgress = (sentBytes: number) => show({ step: 'sending', sentBytes, sizeBytes });
    onProgress(0);
    try {
      const outcome = await importBcf(siteId, file, { onProgress, signal: abort.signal });
      show({ step: 'done', outcome });
      announce(bcfImportText(outcome));
    } catch (error) {
      if (abort.signal.aborted) return setLast(null);
      show({ step: 'failed', reason: reasonOf(error) });
    }
  };
  return {
    input,
    last,
    start: (file) => void run(file),
    dismiss() {
      sending.current?.abort();
      setLast(null);
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof UploadFailure)) return MESSAGES['bcf.importFailed'];
  return error.reason === 'network' ? MESSAGES['bcf.broken'] : error.reason.sentence;
}
