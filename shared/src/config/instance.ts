/** When the state of the instance asks for attention. */

/** When the simplest query takes longer than this, the database is called slow; milliseconds. */
export const DATABASE_SLOW_MS = 250;

/** Below this many free bytes, or this share of the disk, the administrator is asked to free space. */
export const DISK_LOW_BYTES = 2e9;
export const DISK_LOW_PART = 0.05;

/** Below this many free bytes the disk counts as full. */
export const DISK_FULL_BYTES = 100e6;

/** Work that has been due for longer than this is not being picked up; milliseconds. */
export const JOBS_STUCK_MS = 120_000;

/** Ended imports are listed for this long, in milliseconds. */
export const JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** While something is in progress the state is requested again after this time, in milliseconds. */
export const INSTANCE_REFRESH_MS = 4000;
