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

/** Waits until the picture that was begun last is attached or has failed. */
export const viewAttached = (): Promise<void> => pending;

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
