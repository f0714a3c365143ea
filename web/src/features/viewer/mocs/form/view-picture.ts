import { MOC_VIEW_FILENAME } from '@overlook/shared/config';
import type { Attachment } from '@overlook/shared/schemas';
import { uploadAttachment } from '../../../../api/upload-attachment.ts';
import { changeDraft, mocForm } from './form-store.ts';
import { isViewPicture } from './moc-draft.ts';

let pending: Promise<void> = Promise.resolve();

/**
 * Attaches a picture of the view to the change that is open, in place of the one of an earlier view. Without a picture, or
 * if it cannot be uploaded, the change is saved without one.
 */
export function attachView(picture: Promise<Blob | null>, saved: readonly Attachment[]): void {
  pending = attached(picture, saved).catch((error: unknown) => console.error(error));
}

/** A picture or an upload that hangs must not keep a change from being saved. */
export const VIEW_WAIT_MOST_MS = 20_000;

/** Waits until the picture that was begun last is attached or has failed, or for {@link VIEW_WAIT_MOST_MS}. */
export async function viewAttached(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, VIEW_WAIT_MOST_MS)));
  await Promise.race([pending, waited]);
  clearTimeout(timer);
}

async function attached(picture: Promise<Blob | null>, saved: readonly Attachment[]): Promise<void> {
  const guid = mocForm.draft?.guid;
  const isOpen = () => mocForm.draft?.guid === guid;
  const blob = await picture;
  if (!blob || !isOpen()) return;
  const file = new File([blob], MOC_VIEW_FILENAME, { type: blob.type });
  const attachment = await uploadAttachment(file, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const replaced = saved.filter(isViewPicture).map(({ uuid }) => uuid);
  if (isOpen())
    changeDraft(({ added, removed }) => ({
      added: [...added.filter((one) => !isViewPicture(one)), attachment],
      removed: [...new Set([...removed, ...replaced])],
    }));
}
