import { UPLOADS } from '@overlook/shared/config';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { WrongFileListError } from '@overlook/shared/uploads';
import { type AppError, conflict, invalid, notFound } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { UploadLostError } from '../../storage/uploads/stored-upload.ts';
import { UploadGoneError } from '../../storage/uploads/write-chunks.ts';
import { PathRefusedError } from '../../storage/uploads/write-segments.ts';

/** What is wrong with the bytes of a delivery, as a sentence for its sender; null for all other errors. */
export function uploadRefusal(error: unknown): AppError | null {
  if (error instanceof WrongFileListError) return wrongList(error);
  if (error instanceof PathRefusedError)
    return invalid(said(UPLOADS_MESSAGES, 'uploads.pathWrong', { path: error.file }));
  if (error instanceof UploadLostError) return conflict(UPLOADS_MESSAGES['uploads.lost']);
  return error instanceof UploadGoneError ? notFound(UPLOADS_MESSAGES['uploads.unknown']) : null;
}

function wrongList({ line, reason, text }: WrongFileListError) {
  const reasons = {
    lineWrong: UPLOADS_MESSAGES['uploads.lineWrong'],
    listShort: UPLOADS_MESSAGES['uploads.listShort'],
    pathWrong: said(UPLOADS_MESSAGES, 'uploads.pathWrong', { path: text }).text,
    pathTwice: said(UPLOADS_MESSAGES, 'uploads.pathTwice', { path: text }).text,
    sizeWrong: said(UPLOADS_MESSAGES, 'uploads.sizeWrong', { path: text }).text,
    partWrong: said(UPLOADS_MESSAGES, 'uploads.partWrong', { part: text }).text,
    tooMany: said(UPLOADS_MESSAGES, 'uploads.tooManyFiles', { count: UPLOADS.filesMost }).text,
  };
  return invalid(said(UPLOADS_MESSAGES, 'uploads.listWrong', { line, reason: reasons[reason] }));
}
