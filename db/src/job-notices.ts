/** Channel of the notices that a job was added; the payload is its kind. */
export const JOB_CHANNEL = 'overlook_jobs';

/** The kind of a job that was added; null where any may have been. */
export type JobNotice = string | null;
