/** Shortest password, in characters (specification §9). */
export const PASSWORD_SHORTEST = 6;

/** As many of the most common passwords are refused (decisions §3). */
export const COMMON_PASSWORDS = 10_000;

/** Longest part of an e-mail address before the at sign, in characters (specification §9). */
export const EMAIL_LOCAL_PART_LONGEST = 64;

/** Largest request body outside uploads, in bytes. */
export const BODY_LARGEST_BYTES = 1024 * 1024;
