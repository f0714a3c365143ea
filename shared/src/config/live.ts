/** Open live connections of one session at most: a tab has one. */
export const LIVE_STREAMS_PER_SESSION = 10;

/** Of one person, in all their sessions, and of one server process. */
export const LIVE_STREAMS_PER_PERSON = 50;
export const LIVE_STREAMS_PER_SERVER = 2000;

/** A live connection sends a heartbeat at least this often, milliseconds. */
export const LIVE_PING_MS = 15_000;

/** A client that has received nothing for this long connects again, milliseconds. */
export const LIVE_SILENT_MS = 40_000;

/** A live connection checks at least this often that its session and permission are still valid, milliseconds. */
export const LIVE_CHECK_MS = 60_000;

/** Most names of changes that are queued for a slow client; with more, it is told that anything may have changed. */
export const LIVE_WAITING_MOST = 100;
