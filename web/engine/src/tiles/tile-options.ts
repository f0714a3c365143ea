/**
 * Every number by which tiles are chosen, requested, uploaded and kept, in one place, with what a change of it costs. The error that
 * a quality may show and the memory of a site are settings (`shared/src/config/quality.ts`, `site-settings.ts`);
 * docs/selection.md explains with pictures what reads these. `npx tsx bench/requests.mjs` in `e2e` measures a change without a browser.
 */
export const TILE_OPTIONS = {
  // Order of requests (relaxation.ts).
  /**
   * Weight of 1 − cosine of the angle to the view axis: at 45° the threshold is 2.2 times as large. More: the middle of the
   * view is complete earlier, and its rim later.
   */
  rimWeight: 4,
  /** Largest addition to the factor at large distances in a horizontal view. More: what is near is complete earlier, the horizon later. */
  farWeight: 2,
  /** The distance that counts as large, in multiples of the camera's height above the site. */
  farHeights: 8,
  /** Smallest height for this purpose, metres: a person on the ground looks farther than 8 times their height. */
  leastFarHeightMetres: 15,
  /**
   * A fallback for fewer missing tiles than these is not fetched: it would have a quarter of their bytes or more. Less: holes
   * close earlier, and more bytes are loaded that are drawn for a moment only.
   */
  leastMissingForFallback: 5,

  // What is hidden (hidden-tiles.ts, decision 0042).
  /**
   * The ancestor that is drawn instead of a missing tile may extend beyond the tile's box by its geometric error. Boxes grow by
   * this share of the error, so that the ancestor does not hide its own descendants. The full error is not needed: tileset writers
   * also count texture resolution and omitted objects.
   */
  occlusionErrorShare: 0.25,
  /** Two cameras within this distance, metres, and `occlusionNearCos` share results. More: fewer queries, more tiles that come late. */
  occlusionNearMetres: 2,
  /** Cosine of the angle between two cameras that share results. */
  occlusionNearCos: 0.97,

  // Requests (request-window.ts, retry-policy.ts).
  /** Most requests in flight. HTTP/1.1 allows six connections per host; the others keep the browser's queue filled without flooding it. */
  mostRequests: 16,
  /** Requests at the start: the coarsest tile of a view has the whole link. */
  firstRequests: 1,
  /** With fewer requests, the round trip leaves the link idle between responses. */
  leastRequests: 4,
  /** A response within this time allows one more request, milliseconds. */
  fastResponseMs: 800,
  /** A response after this time allows one less, milliseconds. */
  slowResponseMs: 1600,
  /** Delay before the first repeated request, milliseconds; it doubles with each failure. */
  firstRetryMs: 500,
  /** Longest such delay, milliseconds. */
  longestRetryMs: 10_000,

  // Uploads (tile-scheduler.ts, upload-check.ts).
  /** Main-thread time for uploads in an animation frame: half of a 60 Hz frame remains for other work. More: tiles appear earlier, movements judder. */
  uploadBudgetMs: 4,
  /** While uploads go on, the context is asked for errors after this long, milliseconds: the question waits for the GPU. */
  uploadCheckMs: 10_000,

  // Points (point-budget.ts, decision 0038).
  /** Below this share of the budget the threshold is lowered. More: more points, and a threshold that goes up and down. */
  pointRoomShare: 0.6,
  /** Factor by which the threshold is lowered at once. */
  pointStepDown: 1.25,
  /** Smallest factor by which it is raised. The points of a surface grow with the inverse square of the threshold. */
  pointLeastStepUp: 1.1,
  /** At this factor only the coarsest tiles are drawn. */
  pointCoarsest: 1024,

  // Exact picks (finest-tiles.ts).
  /** Largest number of tiles for one position. Usually a few boxes overlap; a malformed tree must not load completely. */
  mostTilesOfPick: 12,

  // Ahead of a movement and at rest (stage/heading.ts, stage/rest-detail.ts, decision 0037).
  /** Time by which a movement is extrapolated, milliseconds: about the loading time of a view's tiles on a usual connection. */
  aheadMs: 1000,
  /** Turns are short, so their extrapolation is shorter. */
  turnAheadMs: 400,
  /** Largest predicted turn, as the length of the difference of two unit vectors. */
  mostTurnAhead: 0.7,
  /** Shortest interval between two predictions, milliseconds, because each one costs a selection. */
  aheadRenewMs: 250,
  /**
   * Factors of the chosen screen-space error for a view at rest. Each step quarters the area of a tile on the screen and
   * quadruples the bytes.
   */
  restErrorFactors: [1, 1 / 2, 1 / 4],
  /** Share of the memory cap for the finer tiles in view: the rest is for the next views. */
  restMemoryShare: 0.5,

  // Memory (stage/memory-cap.ts).
  /** Smallest cap that is useful on any device, MiB. */
  leastMemoryMib: 128,
  /** Cap on phones and tablets, whose GPUs take their memory from the system, MiB. */
  mobileMemoryMib: 512,
  /** A share of the system's memory that leaves room for the browser, its other pages and everything else. */
  systemMemoryShare: 1 / 8,
} as const;
