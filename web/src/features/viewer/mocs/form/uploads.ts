import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { ATTACHMENT_LARGEST_BYTES } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Attachment } from '@overlook/shared/schemas';
import { uploadAttachment } from '../../../../api/upload-attachment.ts';
import { UploadFailure } from '../../../../api/upload-file.ts';
import { connection } from '../../../../state/connection.ts';

/** Uploads at the same time; the others wait. */
const AT_ONCE = 3;
/** Broken connections after which an upload waits for a person: a proxy in between may refuse it each time. */
const BREAKS_AT_MOST = 5;

/** A file that is not an attachment yet. 'broken' continues automatically when the server answers again. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly sizeBytes: number;
  sentBytes: number;
  status: 'queued' | 'sending' | 'broken' | 'refused';
  /** Why it was refused. */
  reason: string | null;
}

interface Work {
  readonly file: File;
  readonly onDone: (attachment: Attachment) => void;
  abort: AbortController | null;
  /** How often the connection broke. */
  breaks: number;
}

const state = proxy<{ list: Upload[] }>({ list: [] });

/** The uploads of the form that is open. They go on while a position is chosen. */
export const uploads: { readonly list: readonly Readonly<Upload>[] } = state;

const works = new Map<number, Work>();
let nextId = 1;

subscribeKey(connection, 'isLost', (isLost) => {
  if (isLost) return;
  for (const upload of state.list)
    if (upload.status === 'broken' && works.get(upload.id)!.breaks < BREAKS_AT_MOST) upload.status = 'queued';
  startNext();
});

/** Uploads files; each finished one is reported once and removed from the list. */
export function addUploads(files: readonly File[], onDone: (attachment: Attachment) => void): void {
  for (const file of files) {
    const id = nextId++;
    works.set(id, { file, onDone, abort: null, breaks: 0 });
    const isTooLarge = file.size > ATTACHMENT_LARGEST_BYTES;
    state.list.push({
      id,
      name: file.name,
      sizeBytes: file.size,
      sentBytes: 0,
      status: isTooLarge ? 'refused' : 'queued',
      reason: isTooLarge ? MOCS_MESSAGES['attachment.tooLarge'] : null,
    });
  }
  startNext();
}

/** Ends an upload and removes it from the list. */
export function cancelUpload(id: number): void {
  works.get(id)?.abort?.abort();
  works.delete(id);
  state.list = state.list.filter((upload) => upload.id !== id);
  startNext();
}

export function cancelAllUploads(): void {
  for (const id of state.list.map((upload) => upload.id)) cancelUpload(id);
}

/** Repeats a broken or refused upload now. */
export function retryUpload(id: number): void {
  const upload = state.list.find((one) => one.id === id);
  if (!upload || upload.status === 'sending') return;
  Object.assign(upload, { status: 'queued', reason: null });
  startNext();
}

function startNext(): void {
  const sending = state.list.filter(({ status }) => status === 'sending').length;
  const queued = state.list.filter(({ status }) => status === 'queued');
  for (const { id } of queued.slice(0, Math.max(0, AT_ONCE - sending))) void send(id);
}

async function send(id: number): Promise<void> {
  const work = works.get(id);
  const upload = state.list.find((one) => one.id === id);
  if (!work || !upload) return;
  work.abort = new AbortController();
  Object.assign(upload, { status: 'sending', sentBytes: 0 });
  try {
    const attachment = await uploadAttachment(work.file, {
      onProgress: (sentBytes) => void (upload.sentBytes = sentBytes),
      signal: work.abort.signal,
    });
    cancelUpload(id);
    work.onDone(attachment);
  } catch (error) {
    // Cancelled: it is no longer in the list.
    if (!(error instanceof UploadFailure)) return;
    const { reason } = error;
    if (reason === 'network') work.breaks++;
    Object.assign(upload, reason === 'network' ? { status: 'broken' } : { status: 'refused', reason: reason.sentence });
    startNext();
  }
}
