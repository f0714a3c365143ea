import { api } from './client.ts';

/** Where a file of a change is downloaded. */
export const attachmentUrl = (uuid: string): string => `/api/files/attachments/${uuid}`;

/** Takes a file out of its change. Throws what the call threw. */
export const archiveAttachment = async (uuid: string): Promise<void> =>
  void (await api.attachments.archive.mutate({ uuid }));
