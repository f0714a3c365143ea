/** What the phone input of the feedback form is prefixed with (specification §5). */
export const PHONE_PREFIX = '+61';

/** Longest text of a feedback, in characters. */
export const FEEDBACK_DETAILS_LONGEST = 10_000;

/** Longest screenshot, in characters of its data URL: a PNG of some 6 MB, a large screen with much in it. */
export const FEEDBACK_SCREENSHOT_LONGEST = 8 * 1024 * 1024;

/** Largest body of the feedback call, in bytes: the screenshot and what goes with it. */
export const FEEDBACK_BODY_LARGEST_BYTES = FEEDBACK_SCREENSHOT_LONGEST + 64 * 1024;
