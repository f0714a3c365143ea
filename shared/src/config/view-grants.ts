const DAY_MS = 24 * 60 * 60 * 1000;

/** Views that people without an account may open (docs/decisions/0028). */
export const VIEW_GRANTS = {
  /** How long one lasts unless asked otherwise, and at most. */
  link: { defaultMs: 30 * DAY_MS, longestMs: 90 * DAY_MS },
  embed: { defaultMs: 365 * DAY_MS, longestMs: 366 * DAY_MS },
  /** Origins of one embed at most. */
  originsMost: 20,
  /** Grants of one person that have not ended or been revoked, at most. */
  ofOnePersonMost: 200,
  /** Grants in one list at most, those opened last first. */
  listedMost: 1000,
} as const;

/** A visitor's token is good for this long; the page opens the grant again before that. */
export const VISIT_LIFE_MS = 60 * 60 * 1000;

/** How long a server may answer from a grant it has read before: revoking one takes effect within this time. */
export const VIEW_GRANT_CACHE_MS = 1000;

/** How often an open view asks whether it still opens, while it is seen: with the time above, withdrawing is seen within 5 s. */
export const VISIT_WATCH_MS = 3500;

/** The field of a file's address that carries a visitor's token: with a header, browsers ask twice for each tile. */
export const VISITOR_QUERY_FIELD = 'visitor';

/** How the token of a visitor begins; none of a session does. */
export const VISITOR_TOKEN_PREFIX = 'visitor.';

/** As browsers write an origin (HTML standard, "serialization of an origin"): lower case, no path. */
export const ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[1-9]\d{0,4})?$/;
