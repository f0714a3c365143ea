import type { BcfImport } from '@overlook/shared/schemas';
import { isRecord } from '../state/stored-values.ts';
import { refreshMocs } from './mocs.ts';
import { uploadFile, type UploadOptions } from './upload-file.ts';

const isAnswer = (answer: unknown): answer is BcfImport =>
  isRecord(answer) && ['created', 'skipped', 'failed'].every((part) => Array.isArray(answer[part]));

/** Adds the topics of a BCF file to a site as changes. Rejects as {@link uploadFile} does. */
export async function importBcf(siteId: number, file: File, options: UploadOptions): Promise<BcfImport> {
  const place = { path: `/api/sites/${siteId}/mocs/import.bcfzip`, field: 'bcf', isAnswer };
  try {
    return await uploadFile(place, file, options);
  } finally {
    // Topics before a failure have been added.
    void refreshMocs(siteId);
  }
}
