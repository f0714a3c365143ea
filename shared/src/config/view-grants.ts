const DAY_MS = 24 * 60 * 60 * 1000;

/** Views that people without an account may open (docs/decisions/0028). */
export const VIEW_GRANTS = {
  /** How long one lasts: the default, and the most. */
  link: { defaultMs: 30 * DAY_MS, longestMs: 90 * DAY_MS },
  embed: { defaultMs: 365 * DAY_MS, longestMs: 366 * DAY_MS },
  /** Origins of one embed at most. */
  originsMost: 20,
  /** Most grants of one person that are neither expired nor revoked. */
  ofOnePersonMost: 200,
  /** Most grants in one list; those opened last are first. */
  listedMost: 1000,
} as const;

/** A visitor's token is valid for this long; the page opens the grant again before that. */
export const VISIT_LIFE_MS = 60 * 60 * 1000;

/** How long a server may use a grant that it has read: revoking one takes effect within this time. */
export const VIEW_GRANT_CACHE_MS = 1000;

/**
 * How often an open and visible view asks whether its grant is still valid. A revoked view closes within 5 s: this time,
 * the one above, and 2 s for the two requests of a check on a slow connection or a busy machine.
 */
export const VISIT_WATCH_MS = 2000;

/**
 * The field of a file's address that carries a visitor's token: with a header, browsers send two requests for each
 * tile.
 */
export const VISITOR_QUERY_FIELD = 'visitor';

/** The prefix of visitors' tokens; no session's token has it. */
export const VISITOR_TOKEN_PREFIX = 'visitor.';

/** As browsers write an origin (HTML standard, "serialization of an origin"): lower case, no path. */
export const ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/;
