import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownloadFormat } from '@overlook/shared/config';
import { OBJECT_KEYS } from '../../storage/objects/object-keys.ts';
import { incomingFolder } from '../../storage/receive-file.ts';

/** Beginning of the keys of finished exports. */
export const EXPORT_KEYS = OBJECT_KEYS.exports;

/** The key of a finished export. */
export const exportKey = (filename: string): string => EXPORT_KEYS + filename;

/** A name for a new export: it cannot be guessed, and its ending gives the format. */
export const newExportName = (format: DownloadFormat): string => `${randomUUID()}.${format.toLowerCase()}`;

const EXPORT_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{3}$/;

/** Whether `newExportName` could have made a name. */
export const isExportName = (name: string): boolean => EXPORT_NAME.test(name);

/**
 * Where an attempt writes an export: each attempt has its own file, because an attempt that lost its job may still be
 * writing.
 */
export async function newPartFile(filesDir: string, filename: string): Promise<string> {
  const folder = incomingFolder(filesDir);
  await mkdir(folder, { recursive: true });
  return join(folder, `${filename}.${randomUUID()}.part`);
}

/** The export that a file of an attempt is a part of. */
const exportOfFile = (name: string): string => name.replace(/\.[0-9a-f-]{36}\.part$/, '');

/** Removes the files that attempts at these unfinished exports have left on this machine. */
export async function removeAttempts(filesDir: string, filenames: readonly string[]): Promise<void> {
  const unfinished = new Set(filenames);
  const folder = incomingFolder(filesDir);
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names)
    if (name.endsWith('.part') && unfinished.has(exportOfFile(name))) await rm(join(folder, name), { force: true });
}
