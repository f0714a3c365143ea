/** Entries of an audit export at most, newest first. */
export const AUDIT_EXPORT_LARGEST = 50_000;

/** Newest entries among which the audit looks for the operations that it can be narrowed to: enough, and never slow. */
export const AUDIT_ACTIONS_AMONG = 100_000;

/** The audit is kept at least this long, in days, so that nobody can wipe their traces by a setting. */
export const AUDIT_RETENTION_LEAST_DAYS = 90;
export const AUDIT_RETENTION_MOST_DAYS = 3650;
