import { join } from 'node:path';

/** Folder of the attachments' files, below `<DATA_DIR>/files`. */
export const attachmentsFolder = (filesDir: string): string => join(filesDir, 'attachments');

/** Where an attachment's file is: its own name is no part of any path. */
export const attachmentFile = (filesDir: string, uuid: string): string => join(attachmentsFolder(filesDir), uuid);
