import { OBJECT_KEYS } from '../../storage/objects/object-keys.ts';

/** Beginning of the keys of attachments' files. */
export const ATTACHMENT_KEYS = OBJECT_KEYS.attachments;

/** The key of an attachment's file: the name of the attachment is not part of it. */
export const attachmentKey = (uuid: string): string => ATTACHMENT_KEYS + uuid;
