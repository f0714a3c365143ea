import type { Upload } from '@overlook/shared/schemas';
import type { Sending } from '../../../../../state/uploads.ts';

/** A delivery as the list shows it: what the server says, and what this page sends of it. */
export interface ListedUpload {
  readonly upload: Upload;
  readonly sending: Readonly<Sending> | null;
  readonly state: UploadListState;
}

/** `interrupted`: its sender has to choose the files again. */
export type UploadListState =
  | 'refused'
  | 'failed'
  | 'interrupted'
  | 'sending'
  | 'paused'
  | 'waiting'
  | 'elsewhere'
  | 'working'
  | 'done';

export type UploadGroup = 'needsYou' | 'sending' | 'atWork' | 'done';

/** The groups in their order. */
export const UPLOAD_GROUPS: readonly UploadGroup[] = ['needsYou', 'sending', 'atWork', 'done'];

const GROUP_OF: Readonly<Record<UploadListState, UploadGroup>> = {
  refused: 'needsYou',
  failed: 'needsYou',
  interrupted: 'needsYou',
  sending: 'sending',
  paused: 'sending',
  waiting: 'sending',
  elsewhere: 'sending',
  working: 'atWork',
  done: 'done',
};

export const groupOf = ({ state }: ListedUpload): UploadGroup => GROUP_OF[state];

/** Joins the server's list with what this page sends. */
export function listedUploads(uploads: readonly Upload[], sendings: readonly Readonly<Sending>[]): ListedUpload[] {
  return uploads.map((upload) => {
    const sending = sendings.find(({ id }) => id === upload.id) ?? null;
    return { upload, sending, state: stateOf(upload, sending) };
  });
}

function stateOf({ state, isOwn }: Upload, sending: Readonly<Sending> | null): UploadListState {
  if (state !== 'receiving') return state;
  if (sending) return sending.state;
  return isOwn ? 'interrupted' : 'elsewhere';
}
