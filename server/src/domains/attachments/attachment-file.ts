import { join } from 'node:path';

/** Folder of the attachments' files, below `<DATA_DIR>/files`. */
export const attachmentsFolder = (filesDir: string): string => join(filesDir, 'attachments');

/** The path of an attachment's file: the name of the attachment is not part of it. */
export const attachmentFile = (filesDir: string, uuid: string): string => join(attachmentsFolder(filesDir), uuid);
