/** Session lifetime since its last use, and at most since sign-in (decisions §3). */
export const SESSION_SLIDING_MS = 12 * 60 * 60 * 1000;
export const SESSION_LONGEST_MS = 30 * 24 * 60 * 60 * 1000;

/** A session's last use is written at most this often, so that reading costs no write. */
export const SESSION_TOUCH_MS = 5 * 60 * 1000;

/** How long a server may answer from a permission it has read before (decisions §3). */
export const PERMISSION_CACHE_MS = 30 * 1000;

/** Failed sign-ins that are let through in `SIGN_IN_WINDOW_MS`, per account and per address (decisions §3). */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
export const SIGN_IN_FAILURES_PER_ACCOUNT = 10;
export const SIGN_IN_FAILURES_PER_ADDRESS = 50;

/** The cookie that lets a browser read files, images and tiles; it changes nothing. */
export const SESSION_COOKIE = 'overlook_session';
