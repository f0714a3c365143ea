/** Where a file of a change is downloaded. */
export const attachmentUrl = (uuid: string): string => `/api/files/attachments/${uuid}`;
