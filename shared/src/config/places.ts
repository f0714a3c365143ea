/** Places of one person that are not archived. */
export const PLACES_MOST = 1000;

/** The list of Places has a search when it has at least this many. */
export const PLACES_SEARCHED_FROM = 8;

/** One picture of a Place: bytes of the upload, and pixels. */
export const SNAPSHOT_LARGEST_BYTES = 20 * 1024 * 1024;
export const SNAPSHOT_PIXELS_MOST = 64_000_000;

/** Longest sides of the stored pictures, pixels. */
export const SNAPSHOT_SIDES_PX = { thumb: 320, large: 1920 } as const;

/** Header of the answer with the picture of a site: when it was taken, ISO 8601. Absent where that is not known. */
export const PICTURE_TAKEN_HEADER = 'X-Picture-Taken-At';

/** Shared mails are listed for this long, milliseconds. */
export const SHARES_LISTED_MS = 7 * 24 * 60 * 60_000;

/** Uploaded pictures of one person that no Place names yet. */
export const PICTURES_WAITING_MOST = 50;

/** Text of a shared mail and saved recipients of one person. */
export const SHARE_BODY_LONGEST = 5000;
export const SAVED_RECIPIENTS_MOST = 100;

/** Letters of the address of a view: proxies refuse longer requests than 8,192. */
export const VIEW_LINK_LONGEST = 8000;

/** Feature numbers of chosen objects that a Place keeps; with more, the Place is saved without its objects. */
export const SAVED_OBJECT_NUMBERS_MOST = 50_000;
