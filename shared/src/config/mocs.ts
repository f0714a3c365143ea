/** State of a change (specification §4). The first is what a new one has. */
export const MOC_STATES = ['proposed', 'approved', 'completed'] as const;

export type MocState = (typeof MOC_STATES)[number];

/** Name of the attachment that shows the view that is saved with a change; exports to BCF take it as the topic's picture. */
export const MOC_VIEW_FILENAME = 'View.jpg';

/** The list of changes is requested at this interval while the server cannot announce saves, milliseconds. */
export const MOCS_POLL_MS = 2000;

/** Height of a drawn area above its base, metres (specification §9). */
export const AREA_HEIGHT_METRES = { least: -20, most: 20, step: 1, default: 5 } as const;

/** The base of an area is searched from this height above the ellipsoid downwards, metres (specification §9). */
export const AREA_BASE_CEILING_METRES = 9000;

/** Opacity of a drawn area (specification §9). */
export const AREA_FILL_ALPHA = 0.5;

/** Corners of an area (specification §5; the upper bound is ours). */
export const AREA_CORNERS = { least: 3, most: 1000 } as const;

/**
 * Largest distance of a corner from the origin of its site, metres: a farther corner belongs to another site or to
 * none.
 */
export const AREA_FARTHEST_METRES = 100_000;

/**
 * Largest distance between the degrees and the ECEF coordinates of a position, metres: heights above the geoid, as some
 * clients send them, differ from heights above the ellipsoid by 107 m at most.
 */
export const POI_DIFFERENCE_METRES = 150;

/** Text of one field in the history of a change, characters: longer ones are shortened. */
export const HISTORY_TEXT_LONGEST = 500;

/** Entries of the history of one change, the newest. */
export const HISTORY_ENTRIES_MOST = 1000;

/** Objects that the answer to "what does it touch?" lists; all are counted; the file has the same limit. */
export const TOUCHED_LISTED_MOST = 1000;
export const TOUCHED_IN_FILE_MOST = 100_000;

/** Most objects near one area that are examined one by one. */
export const TOUCHED_NEAR_MOST = 200_000;

/** The same for all areas of one question together, and how often a corner may be compared with an object in it. */
export const TOUCHED_NEAR_ALL_MOST = 1_000_000;
export const TOUCHED_COMPARED_MOST = 2_000_000_000;

/** Rich text of a change, as HTML, characters. */
export const MOC_DESCRIPTION_LONGEST = 50_000;

/** Text of one comment, characters. */
export const COMMENT_LONGEST = 2000;

/** Areas and attachments of one change. */
export const AREAS_MOST = 500;
export const ATTACHMENTS_MOST = 100;

/** One attachment, bytes. */
export const ATTACHMENT_LARGEST_BYTES = 100 * 1024 * 1024;

/** An upload that no saved change names is removed after this time, milliseconds. */
export const UPLOAD_KEPT_MS = 24 * 60 * 60_000;

/** A pin of a change on the model, CSS pixels (specification §9 "Map pin size"). */
export const MOC_PIN_PX = 30;
