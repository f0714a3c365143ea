/** Siblings on one page: the default, and the most. */
export const CAD_PAGE_DEFAULT = 500;
export const CAD_PAGE_LARGEST = 1000;

/** Hits on one page of a search: the default, and the most. Hits are counted up to `CAD_COUNT_LARGEST`. */
export const CAD_HITS_DEFAULT = 50;
export const CAD_HITS_LARGEST = 200;
export const CAD_COUNT_LARGEST = 1000;

/**
 * A word that no index knows is searched for in the items of a tree one by one, up to this many items; in a larger tree
 * only names that begin with the word are found.
 */
export const CAD_SCAN_LARGEST = 50_000;

/** Subtrees whose features can be asked for at once. */
export const CAD_SUBTREES_LARGEST = 500;

/** Objects whose surface and volume one request measures at most. */
export const CAD_MEASURED_MOST = 2000;

/** Triangles of these objects at most. */
export const CAD_TRIANGLES_MOST = 1_000_000;

/** A property with more different values than this cannot be used to colour objects. */
export const CAD_FACET_VALUES_LARGEST = 250;

/** An external source has this long to answer, in milliseconds, and this many bytes at most. */
export const EXTERNAL_TIMEOUT_MS = 5000;
export const EXTERNAL_LARGEST_BYTES = 1024 * 1024;

/** An answer of an external source is used for this long, in milliseconds. */
export const EXTERNAL_CACHE_MS = 5 * 60_000;
