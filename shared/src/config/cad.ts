/** Items of one page of siblings: unless asked otherwise, and at most. */
export const CAD_PAGE_DEFAULT = 500;
export const CAD_PAGE_LARGEST = 1000;

/** Hits of one page of a search: unless asked otherwise, and at most; they are counted as far as `CAD_COUNT_LARGEST`. */
export const CAD_HITS_DEFAULT = 50;
export const CAD_HITS_LARGEST = 200;
export const CAD_COUNT_LARGEST = 1000;

/** Items of a tree that are read one by one for a word that no index knows; in a larger tree it finds names that begin with it. */
export const CAD_SCAN_LARGEST = 50_000;

/** Subtrees whose features can be asked for at once. */
export const CAD_SUBTREES_LARGEST = 500;

/** A property with more different values than this is nothing to colour by. */
export const CAD_FACET_VALUES_LARGEST = 250;

/** An external source has this long to answer, in milliseconds, with as many bytes at most. */
export const EXTERNAL_TIMEOUT_MS = 5000;
export const EXTERNAL_LARGEST_BYTES = 1024 * 1024;

/** What an external source has answered is asked for again after this, in milliseconds. */
export const EXTERNAL_CACHE_MS = 5 * 60_000;
