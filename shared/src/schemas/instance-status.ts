import { z } from 'zod';
import { idSchema } from './site.ts';

const count = z.number().int().nonnegative();
/** Numbers of bytes can exceed 32 bits. */
const bytes = z.number().nonnegative();
const isoDate = z.string();

/** A part of the state, or the reason why it could not be read in time. */
const part = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('isKnown', [
    z.object({ isKnown: z.literal(true), ...shape }),
    z.object({ isKnown: z.literal(false), reason: z.string() }),
  ]);

/** Work that failed; the sentence names no secrets and no people. */
const failureSchema = z.object({
  reason: z.string(),
  /** When the last attempt failed; null while it is tried again. */
  at: isoDate.nullable(),
  /** The time of the next attempt; null when there is none. */
  nextTryAt: isoDate.nullable(),
});

const jobCountsSchema = z.object({ kind: z.string(), waiting: count, running: count, failed: count });

/** The progress of a job; `total` is null where it is not known. */
export const jobProgressSchema = z.object({
  label: z.string(),
  done: z.number().nonnegative(),
  total: z.number().nonnegative().nullable(),
  unit: z.enum(['bytes', 'items', 'points']),
});

/** An import of a site that waits, runs or has failed. */
export const importJobSchema = z.object({
  id: z.uuid(),
  /** The slug; null where the caller may not see the site. */
  site: z.string().nullable(),
  state: z.enum(['pending', 'running', 'error']),
  /** It was cancelled and has not stopped yet. */
  isCancelling: z.boolean(),
  progress: jobProgressSchema.nullable(),
  /** Why it failed, or why the last attempt failed. */
  reason: z.string().nullable(),
});

export type ImportJob = z.infer<typeof importJobSchema>;

/** The state of this installation, which administrators read when something does not work. It has no secrets. */
/** A job that is not tried again by itself. */
export const failedJobSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  failedAt: isoDate.nullable(),
  /** Attempts until then. */
  attempts: count,
  reason: z.string(),
  /** Whether nothing else depends on it, so that it can be given up. */
  isDiscardable: z.boolean(),
});

export const instanceStatusSchema = z.object({
  /** When it was looked at. */
  at: isoDate,
  server: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    platform: z.string(),
    startedAt: isoDate,
    memoryBytes: bytes,
    /** Server processes on this database; null where there may be others that this one does not know of. */
    processes: count.nullable(),
  }),
  database: part({
    kind: z.enum(['pglite', 'postgres']),
    /** Host and name, or the folder of the embedded one. */
    place: z.string(),
    version: z.string(),
    sizeBytes: bytes,
    /** The time of the simplest query. */
    latencyMs: z.number().nonnegative(),
  }),
  storage: part({
    folder: z.string(),
    isWritable: z.boolean(),
    freeBytes: bytes,
    diskBytes: bytes,
    /** Size of all files; null while they are counted for the first time. */
    used: z.object({ bytes, files: count, countedAt: isoDate }).nullable(),
    /**
     * Bytes of the models of each site that the caller may view or manage, archived ones included, largest first; null while they
     * are counted.
     */
    sites: z.array(
      z.object({
        id: idSchema,
        slug: z.string(),
        name: z.string(),
        bytes: bytes.nullable(),
        isArchived: z.boolean(),
      }),
    ),
    isCounting: z.boolean(),
  }),
  mail: part({
    transport: z.enum(['smtp', 'outbox']),
    /** Host and port, or the folder. */
    place: z.string(),
    sender: z.string(),
    waiting: count,
    failed: count,
    lastFailure: failureSchema.nullable(),
    lastSentAt: isoDate.nullable(),
  }),
  jobs: part({
    kinds: z.array(jobCountsSchema),
    /** The due time of the job that waits longest; null when none is due. */
    oldestDueAt: isoDate.nullable(),
    lastFailure: failureSchema.extend({ kind: z.string() }).nullable(),
    /** The latest imports, newest first; empty for callers who may not cancel imports. */
    imports: z.array(importJobSchema),
    /** The latest jobs that have failed finally and are no imports, newest first; empty for callers who may not try them again. */
    failures: z.array(failedJobSchema),
  }),
  backups: part({
    /** Where the settings make them: a folder, or an address without credentials; null where they make none. */
    to: z.string().nullable(),
    /** The newest that was completed, by the settings or by hand. */
    last: z.object({ finishedAt: isoDate, to: z.string(), bytes }).nullable(),
    /** It is more than twice its interval old, or there is none where there should be one. */
    isLate: z.boolean(),
    /** Hours between drills; null where the settings make none. */
    drillEveryHours: z.number().positive().nullable(),
    lastDrill: z.object({ finishedAt: isoDate, isPassed: z.boolean() }).nullable(),
    lastPassedDrillAt: isoDate.nullable(),
    isDrillLate: z.boolean(),
  }),
  sso: z.object({
    /** Null where the operator has set up none. */
    issuer: z.string().nullable(),
    /** The setting of the organisation. */
    isEnabled: z.boolean(),
    /** Whether the provider serves its discovery document; null where there is no provider. */
    provider: z.object({ isReachable: z.boolean(), reason: z.string().nullable(), checkedAt: isoDate }).nullable(),
  }),
});

export type FailedJob = z.infer<typeof failedJobSchema>;
export type InstanceStatus = z.infer<typeof instanceStatusSchema>;

/** The failed job with this id, those of this kind, or all that have failed. */
export const retryJobsInputSchema = z.object({ kind: z.string().max(100).optional(), id: z.uuid().optional() });

export const retryJobsOutputSchema = z.object({ status: z.literal('success'), retried: count });

export const jobIdInputSchema = z.object({ id: z.uuid() });
