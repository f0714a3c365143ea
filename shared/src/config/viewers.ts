/** Screens of the stage (specification §2 "Signed-in main view", §9 "Viewers and quality"). */

/** Screens that one stage offers at most: the options 1, 2 and 3. */
export const SCREENS_AT_MOST = 3;
/** Options above this are disabled. Specification §9. */
export const VIEWER_COUNT_LIMIT = 4;
/** Specification §9. */
export const VIEWER_COUNT_DEFAULT = 1;

/** From this ratio of width to height three screens are side by side instead of one large and two stacked. */
export const THREE_COLUMNS_FROM_ASPECT = 2.2;
/** Smallest and largest share of the stage that the first screen may be dragged to. */
export const SPLIT_LEAST = 0.2;
export const SPLIT_MOST = 0.8;
/** The share by which an arrow key moves a gap. */
export const SPLIT_STEP = 0.02;

/** How far a key moves the divider between two layers, in percent of the screen: an arrow, and an arrow with Shift. */
export const DIVIDER_STEP_PERCENT = 1;
export const DIVIDER_PAGE_PERCENT = 10;
