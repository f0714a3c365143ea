import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownloadFormat } from '@overlook/shared/config';

/** Folder of finished exports and of those that are being written, below `<DATA_DIR>/files`. */
export const exportsFolder = (filesDir: string): string => join(filesDir, 'exports');

/** Where an export is. */
export const exportFile = (filesDir: string, filename: string): string => join(exportsFolder(filesDir), filename);

/** A name for a new export: it cannot be guessed, and its ending gives the format. */
export const newExportName = (format: DownloadFormat): string => `${randomUUID()}.${format.toLowerCase()}`;

const EXPORT_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{3}$/;

/** Whether `newExportName` could have made a name. */
export const isExportName = (name: string): boolean => EXPORT_NAME.test(name);

/**
 * Where an attempt writes an export: each attempt has its own name, because an attempt that lost its job may still be
 * writing.
 */
export const newPartFile = (filesDir: string, filename: string): string =>
  exportFile(filesDir, `${filename}.${randomUUID()}.part`);

/** The export that a file of `exportsFolder` is, or is a part of. */
const exportOfFile = (name: string): string => name.replace(/\.[0-9a-f-]{36}\.part$/, '');

/**
 * Removes the files that attempts at these unfinished exports have left: parts, and complete files of a process that
 * was killed before it could commit.
 */
export async function removeAttempts(filesDir: string, filenames: readonly string[]): Promise<void> {
  const unfinished = new Set(filenames);
  const names = await readdir(exportsFolder(filesDir)).catch((): string[] => []);
  for (const name of names)
    if (unfinished.has(exportOfFile(name))) await rm(exportFile(filesDir, name), { force: true });
}
