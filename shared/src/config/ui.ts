/** Timings of the interface, in milliseconds (specification §9 "Display and UI"). */
export const TOOLTIP_DELAY_MS = 500;
export const TOAST_LIFE_MS = 2000;
export const SIDEBAR_MS = 330;

/** When there are more toasts than this, the oldest are removed. */
export const TOASTS_AT_MOST = 3;

/** Coordinates in the footer are written at most this often. */
export const COORDINATES_EVERY_MS = 100;

/** Tile progress is published to the interface at most this often. */
export const PROGRESS_EVERY_MS = 100;

/** How long to wait before asking an unreachable server again: the first time, and at most. */
export const RECONNECT_FIRST_MS = 1000;
export const RECONNECT_LONGEST_MS = 10_000;

/** Widths at which the layout changes, in CSS pixels: below, phone; below, tablet; from, wide. */
export const PHONE_BELOW_PX = 640;
export const TABLET_BELOW_PX = 1024;
export const WIDE_FROM_PX = 2560;

/** A screen at least this wide shows its layers as a strip, a narrower one as a button with a list. */
export const LAYER_STRIP_FROM_PX = 720;

/** Tile progress: the total is at least `first` and grows by `growth` while the loaded tiles exceed `share` of it. Specification §9. */
export const TILE_PROGRESS = { first: 15, growth: 90, share: 0.8 } as const;

/**
 * Widths of the bar over the stage under which some of its controls move into its menu, so that the name of the site keeps
 * its room: camera history, screenshot, link, swipe and captures, then globe and synchronisation, then screens and section box.
 */
export const TOP_BAR_FOLDS_BELOW_PX = { view: 856, switches: 700, screens: 620 } as const;

/** The stage between the panel and the object tree has at least this width; where it would have less, one closes the other. */
export const STAGE_BETWEEN_FROM_PX = 480;
