/** Session lifetime since its last use, and at most since sign-in (docs/security.md). */
export const SESSION_SLIDING_MS = 12 * 60 * 60 * 1000;
export const SESSION_LONGEST_MS = 30 * 24 * 60 * 60 * 1000;

/** A session's last use is written at most this often, so that reading costs no write. */
export const SESSION_TOUCH_MS = 5 * 60 * 1000;

/** How long a server may use a permission that it has read (docs/security.md). */
export const PERMISSION_CACHE_MS = 30 * 1000;

/** The same where it may not have heard of changes by other servers since. */
export const PERMISSION_UNCONFIRMED_MS = 1000;

/** Failed sign-ins that are allowed in `SIGN_IN_WINDOW_MS`, per account and per address (docs/security.md). */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
export const SIGN_IN_FAILURES_PER_ACCOUNT = 10;
export const SIGN_IN_FAILURES_PER_ADDRESS = 50;

/** Failures at the password of one public link or embed in all, from wherever, in the same window. */
export const VIEW_PASSWORD_FAILURES = 500;

/** Most refusals of people without a session that the audit keeps in `SIGN_IN_WINDOW_MS`, of all people together. */
export const STRANGER_REFUSALS_AUDITED_IN_WINDOW = 500;

/**
 * Most refusals of one person with a session that the audit keeps in `SIGN_IN_WINDOW_MS`: more than a person who tries
 * every button gets, too few to fill a disk.
 */
export const PERSON_REFUSALS_AUDITED_IN_WINDOW = 500;

/**
 * Changes of one's own account in `SIGN_IN_WINDOW_MS`, each of which the audit keeps: more than a person makes by hand,
 * too few to fill a disk.
 */
export const OWN_CHANGES_IN_WINDOW = 100;

/** The cookie that lets a browser read files, images and tiles; it changes nothing. */
export const SESSION_COOKIE = 'overlook_session';

/** A password reset link can be used for this long (docs/security.md). */
export const PASSWORD_RESET_LIFE_MS = 60 * 60 * 1000;

/** The link of a welcome mail can be used for this long: over a weekend and a week away (docs/security.md). */
export const INVITATION_LIFE_MS = 14 * 24 * 60 * 60 * 1000;

/** Reset links sent to one account in `SIGN_IN_WINDOW_MS`: enough for an impatient person, too few to flood them. */
export const PASSWORD_RESETS_IN_WINDOW = 3;

/** Time to enter the second factor after the password was right. */
export const TWO_FACTOR_CHALLENGE_LIFE_MS = 5 * 60 * 1000;

/** Time from the identity provider's return to the exchange for a session. */
export const SSO_TICKET_LIFE_MS = 60 * 1000;

/** The cookie of the browser that came back from the identity provider: the exchange asks for it beside the ticket. */
export const SSO_RETURN_COOKIE = 'overlook_sso_return';

/** Time to sign in at the identity provider. */
export const SSO_ATTEMPT_LIFE_MS = 10 * 60 * 1000;

/** One-time codes: six digits, a new one every 30 s (RFC 6238, what authenticator apps do). */
export const TOTP_DIGITS = 6;
export const TOTP_STEP_S = 30;

/**
 * Codes that are this many steps early or late are accepted, so that a telephone works whose clock is wrong by 40 s.
 */
export const TOTP_WINDOW_STEPS = 2;

/** Recovery codes given out when the second factor is switched on; each works once (docs/security.md). */
export const RECOVERY_CODES = 10;

/** A browser is recognised for this long after its last sign-in. */
export const DEVICE_LIFE_MS = 400 * 24 * 60 * 60 * 1000;

/** The cookie by which a browser is recognised, so that its sign-ins are not announced as new. */
export const DEVICE_COOKIE = 'overlook_device';
