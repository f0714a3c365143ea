import { z } from 'zod';
import { EXPORT_FORMATS } from '@overlook/shared/config';
import { doublingBackOff, type JobKind } from '../../services/jobs/job-handler.ts';

/**
 * Writes the files of one request: its downloads, at most one for each format. An attempt that was killed is made again
 * from the beginning.
 */
export const CROP_JOB: JobKind<{ downloads: string[] }> = {
  name: 'exports.crop',
  payload: z.object({ downloads: z.array(z.uuid()).min(1).max(EXPORT_FORMATS.length) }),
  attempts: 3,
  backOffMs: doublingBackOff(5000, 60_000),
  isKept: true,
};
