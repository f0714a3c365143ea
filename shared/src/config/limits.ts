/** Shortest password, in characters (specification §9). */
export const PASSWORD_SHORTEST = 6;

/** This many of the most common passwords are refused (docs/security.md). */
export const COMMON_PASSWORDS = 10_000;

/** Longest password, in characters: a longer password takes longer to hash. */
export const PASSWORD_LONGEST = 1024;

/** Longest name of a person, role or team, and longest description, in characters. */
export const NAME_LONGEST = 100;
export const DESCRIPTION_LONGEST = 2000;

/** Rows of a list page: the most, and the default. */
export const PAGE_LARGEST = 200;
export const PAGE_DEFAULT = 50;

/** Longest part of an e-mail address before the at sign, in characters (specification §9). */
export const EMAIL_LOCAL_PART_LONGEST = 64;

/** Largest request body outside uploads, in bytes. */
export const BODY_LARGEST_BYTES = 1024 * 1024;

/** Largest body of a call that needs no session, in bytes: the longest password, escaped, and the other fields. */
export const ANONYMOUS_BODY_LARGEST_BYTES = 16 * 1024;

/** Values in a JSON body at most: more than a role with every permission of 1000 sites holds. */
export const INPUT_VALUES_MOST = 100_000;

/** Fields in a form-encoded body at most. */
export const FORM_FIELDS_MOST = 1000;

/** Calls that one tRPC request may carry. */
export const BATCH_CALLS_MOST = 10;
