/** Most entries of an audit export; the newest are exported, newest first. */
export const AUDIT_EXPORT_LARGEST = 50_000;

/**
 * The audit looks for the operations that it can be narrowed to among this many of its newest entries: enough in
 * practice, and always fast.
 */
export const AUDIT_ACTIONS_AMONG = 100_000;

/** The audit is kept at least this long, in days, so that a setting cannot erase the traces of its author. */
export const AUDIT_RETENTION_LEAST_DAYS = 90;
export const AUDIT_RETENTION_MOST_DAYS = 3650;
