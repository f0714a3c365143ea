/** When the state of the instance asks for attention. */

/** The smallest question takes the database longer than this: it is slow, in milliseconds. */
export const DATABASE_SLOW_MS = 250;

/** Less free room than this, in bytes, or than this part of the disk: it should be made. */
export const DISK_LOW_BYTES = 2e9;
export const DISK_LOW_PART = 0.05;

/** Less free room than this, in bytes: the disk counts as full. */
export const DISK_FULL_BYTES = 100e6;

/** Work that is due for longer than this is not being taken, in milliseconds. */
export const JOBS_STUCK_MS = 120_000;

/** Imports are listed for this long after they have ended, in milliseconds. */
export const JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** While something is under way the state is asked for again after this time, in milliseconds. */
export const INSTANCE_REFRESH_MS = 4000;
