/** What a feedback can be about; the first is the default (specification §3). */
export const FEEDBACK_TYPES = ['idea', 'issue', 'misc'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

/** What the phone input of the feedback form is prefixed with (specification §5). */
export const PHONE_PREFIX = '+61';

/** Longest telephone number as it is typed, in characters. */
export const PHONE_LONGEST = 40;

/** Longest text of a feedback, in characters. */
export const FEEDBACK_DETAILS_LONGEST = 10_000;

/** Longest screenshot, in characters of its data URL: a PNG of some 6 MB, a large, detailed screen. */
export const FEEDBACK_SCREENSHOT_LONGEST = 8 * 1024 * 1024;

/** Most pixels of it: a screen of 8K. A program that shows the picture unpacks it to four bytes per pixel. */
export const FEEDBACK_SCREENSHOT_PIXELS_MOST = 7680 * 4320;

/** Feedback that one person may send in `FEEDBACK_WINDOW_MS`. */
export const FEEDBACK_IN_WINDOW = 10;
export const FEEDBACK_WINDOW_MS = 60 * 60 * 1000;

/** Feedback is removed after this long, and the record of a mail. */
export const FEEDBACK_KEPT_MS = 180 * 24 * 60 * 60 * 1000;
export const MAIL_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Wait before the picture is taken, so that the form has opened before the work begins (specification §9). */
export const SCREENSHOT_WAIT_MS = 500;

/**
 * Widest picture that goes with a feedback, in pixels: a larger one is scaled down, which also keeps it under the
 * longest length.
 */
export const FEEDBACK_SCREENSHOT_WIDEST_PX = 1920;

/** Largest body of the feedback call, in bytes: the screenshot and what goes with it. */
export const FEEDBACK_BODY_LARGEST_BYTES = FEEDBACK_SCREENSHOT_LONGEST + 64 * 1024;
