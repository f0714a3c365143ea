import type { Attachment } from '@overlook/shared/schemas';
import { isRecord } from '../state/stored-values.ts';
import { uploadFile, type UploadOptions } from './upload-file.ts';

const isAnswer = (answer: unknown): answer is { attachment: Attachment } =>
  isRecord(answer) && isRecord(answer['attachment']) && typeof answer['attachment']['uuid'] === 'string';

/** Uploads a file that a change can then be saved with. Rejects as {@link uploadFile} does. */
export async function uploadAttachment(file: File, options: UploadOptions): Promise<Attachment> {
  const place = { path: '/api/files/attachments/upload', field: 'attachment', isAnswer };
  return (await uploadFile(place, file, options)).attachment;
}
