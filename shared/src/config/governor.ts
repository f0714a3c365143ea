/**
 * The governor: which quality the viewer reduces when frames come too slowly or memory runs out, and when it restores it. The
 * specification has no figures for this; each has its reason beside it.
 */
export const GOVERNOR = {
  /**
   * What each step away from the chosen quality costs, the last being the floor. Screen-space error first, because it
   * saves in every stage and memory too; points grow so that thinner clouds stay closed; then the pixels of the base map, and
   * what makes surfaces look solid (eye-dome lighting, round points, shadows); pixels of the model last, being what is seen.
   */
  steps: [
    { screenSpaceErrorFactor: 1, pointSizeFactor: 1, pixelRatioFactor: 1, mapPixelRatioFactor: 1, hasEffects: true },
    {
      screenSpaceErrorFactor: 1.3,
      pointSizeFactor: 1.1,
      pixelRatioFactor: 1,
      mapPixelRatioFactor: 0.75,
      hasEffects: true,
    },
    {
      screenSpaceErrorFactor: 1.7,
      pointSizeFactor: 1.2,
      pixelRatioFactor: 0.85,
      mapPixelRatioFactor: 0.5,
      hasEffects: false,
    },
    {
      screenSpaceErrorFactor: 2.2,
      pointSizeFactor: 1.3,
      pixelRatioFactor: 0.7,
      mapPixelRatioFactor: 0.5,
      hasEffects: false,
    },
    {
      screenSpaceErrorFactor: 3,
      pointSizeFactor: 1.5,
      pixelRatioFactor: 0.6,
      mapPixelRatioFactor: 0.5,
      hasEffects: false,
    },
  ],
  /** From this step on, learnt or by the kind of GPU, a page draws without the smoothing of edges, which is chosen once. */
  unsmoothedFromStep: 2,
  /** Device pixels per CSS pixel that are never gone below: text-sized things in the model stop being legible there. */
  lowestPixelRatio: 0.75,
  /** A frame slower than this (30 a second, and a little for timers) is felt as lag under the hand, milliseconds. */
  slowFrameMs: 36,
  /** Faster than this there is room for more: a 60 Hz display gives 16.7 ms, and one of 50 Hz 20 ms. */
  fastFrameMs: 21,
  /**
   * Frames of a display of 30 Hz, milliseconds: evenly as long as this they are not a sign of a slow device. A faster display
   * that misses every other frame shows the same; there a step back proves wrong at once, and is tried ever more seldom.
   */
  slowDisplayMs: { least: 32, most: 34.5 },
  /** Less time than this that page and GPU need for a frame: the rest of a slow one is not theirs, and fewer pixels would not help. */
  idleFrameMs: 12,
  /** Frames whose median decides: two hiccups among five change nothing, and at 10 frames a second five take half a second. */
  framesToJudge: 5,
  /** A frame longer than this was no frame but a pause: a hidden page, a debugger. It is not counted. */
  longestFrameMs: 2000,
  /** Fast frames must last this long before a step is taken back, milliseconds. */
  recoverAfterMs: 1500,
  /** Where quality had to be reduced again within `relapseMs` of a step up, the next wait is doubled, up to this. */
  recoverAfterAtMostMs: 24_000,
  relapseMs: 4000,
  /** Without movement for this long the view counts as at rest: longer than the pauses between notches of a wheel. */
  restMs: 300,
  /** Share of the cap that the tiles in view may need before memory presses, and that they may need after a step back. */
  memoryHighShare: 0.9,
  memoryLowShare: 0.75,
  /** Between two steps for memory, milliseconds: what was asked for before the step must first have come or been dropped. */
  memoryPauseMs: 1000,
} as const;
