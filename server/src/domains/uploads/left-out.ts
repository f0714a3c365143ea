import { rm } from 'node:fs/promises';
import path from 'node:path';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { type UploadPart, uploadPartSchema } from '@overlook/shared/schemas';
import { isUploadPath } from '@overlook/shared/uploads';
import { invalid } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import type { StoredUpload } from '../../storage/uploads/stored-upload.ts';
import { partFolder } from '../../storage/uploads/upload-folder.ts';

/** Throws 400 with the first of these names, `part/path`, that is no file of the delivery. */
export async function assertInDelivery(upload: StoredUpload, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { part, below } = placeOf(name);
    if (!(await upload.has(part, below))) throw notInDelivery(name);
  }
}

/** Removes files of a delivery from its folder; those that are gone count as removed. */
export async function removeLeftOut(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { part, below } = placeOf(name);
    await rm(path.join(partFolder(folder, part), below), { force: true });
  }
}

const notInDelivery = (name: string) =>
  invalid(said(UPLOADS_MESSAGES, 'uploads.notInDelivery', { path: name }), {
    leftOut: said(UPLOADS_MESSAGES, 'uploads.notInDelivery', { path: name }),
  });

/** Where `part/path` is. Throws 400 where it names no place in a delivery. */
function placeOf(name: string): { part: UploadPart; below: string } {
  const [first = '', ...rest] = name.split('/');
  const part = uploadPartSchema.safeParse(first);
  const below = rest.join('/');
  if (!part.success || !isUploadPath(below)) throw notInDelivery(name);
  return { part: part.data, below };
}
