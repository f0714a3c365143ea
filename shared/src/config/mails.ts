/**
 * Mails that one person's actions may send to others within the window, of every kind together: shared Places, mentions, exports,
 * feedback. Each recipient counts.
 */
export const MAILS_WINDOW_MS = 60 * 60_000;

/** From this many on, no Place is shared with further recipients, who may be strangers. */
export const SHARED_MAILS_IN_WINDOW = 30;

/** From this many on, nobody is mentioned, no export announces itself, and no feedback is sent. */
export const MAILS_IN_WINDOW = 60;
