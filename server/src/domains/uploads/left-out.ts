import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { uploadPartSchema } from '@overlook/shared/schemas';
import { isUploadPath } from '@overlook/shared/uploads';
import { invalid } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { partFolder } from '../../storage/uploads/upload-folder.ts';

/** Throws 400 with the first of these names, `part/path`, that is no file of the delivery in this folder. */
export async function assertInDelivery(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) if (!(await isFile(fileOf(folder, name)))) throw notInDelivery(name);
}

/** Removes files of a delivery from its folder; those that are gone count as removed. */
export async function removeLeftOut(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(fileOf(folder, name), { force: true });
}

const notInDelivery = (name: string) =>
  invalid(said(UPLOADS_MESSAGES, 'uploads.notInDelivery', { path: name }), {
    leftOut: said(UPLOADS_MESSAGES, 'uploads.notInDelivery', { path: name }),
  });

const isFile = (file: string) =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

/** The path on the disk of `part/path`. Throws 400 where it names no place in the delivery. */
function fileOf(folder: string, name: string): string {
  const [first = '', ...rest] = name.split('/');
  const part = uploadPartSchema.safeParse(first);
  const below = rest.join('/');
  if (!part.success || !isUploadPath(below)) throw notInDelivery(name);
  return path.join(partFolder(folder, part.data), below);
}
