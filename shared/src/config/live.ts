/** Open live connections of one session at most: a tab has one. */
export const LIVE_STREAMS_PER_SESSION = 10;

/** A live connection says at least so often that it is alive, milliseconds. */
export const LIVE_PING_MS = 15_000;

/** A client that has heard nothing for so long connects again, milliseconds. */
export const LIVE_SILENT_MS = 40_000;

/** A live connection looks at least so often whether its session and permission are still there, milliseconds. */
export const LIVE_CHECK_MS = 60_000;

/** Names of changes that wait for a slow client; beyond, it is told that any may have changed. */
export const LIVE_WAITING_MOST = 100;
