import { api } from './client.ts';

interface AttachmentCalls {
  archive: { mutate: (input: { uuid: string }) => Promise<unknown> };
}

const calls = (api as unknown as { attachments: AttachmentCalls }).attachments;

/** Where a file of a change is downloaded. */
export const attachmentUrl = (uuid: string): string => `/api/files/attachments/${uuid}`;

/** Takes a file out of its change. Throws what the call threw. */
export const archiveAttachment = async (uuid: string): Promise<void> => void (await calls.archive.mutate({ uuid }));
