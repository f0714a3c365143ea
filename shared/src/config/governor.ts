/**
 * The governor: which quality the viewer reduces when frames are too slow or memory runs out, and when it restores it.
 * The specification has no figures for this; the reason is beside each figure.
 */
export const GOVERNOR = {
  /**
   * What each step away from the chosen quality reduces; the last is the lowest quality. Screen-space error first,
   * because it saves work at every stage, and memory; points become larger so that thinner clouds have no holes; the
   * shadows of the sun, which are drawn again with each tile that arrives; then the pixels of the base map, and the
   * effects that make surfaces look solid (eye-dome lighting, round points, soft shade); pixels of the model last,
   * because people see them most.
   */
  steps: [
    {
      screenSpaceErrorFactor: 1,
      pointSizeFactor: 1,
      pixelRatioFactor: 1,
      mapPixelRatioFactor: 1,
      hasShadows: true,
      hasEffects: true,
    },
    {
      screenSpaceErrorFactor: 1.3,
      pointSizeFactor: 1.1,
      pixelRatioFactor: 1,
      mapPixelRatioFactor: 0.75,
      hasShadows: false,
      hasEffects: true,
    },
    {
      screenSpaceErrorFactor: 1.7,
      pointSizeFactor: 1.2,
      pixelRatioFactor: 0.85,
      mapPixelRatioFactor: 0.5,
      hasShadows: false,
      hasEffects: false,
    },
    {
      screenSpaceErrorFactor: 2.2,
      pointSizeFactor: 1.3,
      pixelRatioFactor: 0.7,
      mapPixelRatioFactor: 0.5,
      hasShadows: false,
      hasEffects: false,
    },
    {
      screenSpaceErrorFactor: 3,
      pointSizeFactor: 1.5,
      pixelRatioFactor: 0.6,
      mapPixelRatioFactor: 0.5,
      hasShadows: false,
      hasEffects: false,
    },
  ],
  /**
   * A page that begins at this step or a later one draws without antialiasing, which can be chosen only once. The first
   * step is that of an earlier visit, or follows from the kind of GPU.
   */
  unsmoothedFromStep: 2,
  /** From this step on new levels of detail are shown at once, without the cross-fade that draws some tiles twice. */
  unfadedFromStep: 2,
  /** The fewest device pixels per CSS pixel: with fewer, text-sized things in the model are illegible. */
  lowestPixelRatio: 0.75,
  /** A frame slower than this (30 a second, and a little for timers) is felt as lag, milliseconds. */
  slowFrameMs: 36,
  /** Faster than this there is room for more: a 60 Hz display gives 16.7 ms, and one of 50 Hz 20 ms. */
  fastFrameMs: 21,
  /**
   * Frames of a display of 30 Hz, milliseconds: when all frames are this long, the device is not slow. A faster display
   * that misses every second frame looks the same; there a step back fails at once, and is tried less and less often.
   */
  slowDisplayMs: { least: 32, most: 34.5 },
  /**
   * When page and GPU need less time than this for a frame, something else makes frames slow, and fewer pixels would
   * not help.
   */
  idleFrameMs: 12,
  /** Frames whose median decides: two hiccups among five change nothing, and at 10 frames a second five take half a second. */
  framesToJudge: 5,
  /** A frame longer than this was a pause and no frame: a hidden page, a debugger. It is not counted. */
  longestFrameMs: 2000,
  /** Fast frames must last this long before a step is taken back, milliseconds. */
  recoverAfterMs: 1500,
  /** Where quality had to be reduced again within `relapseMs` of a step up, the next wait is doubled, up to this. */
  recoverAfterAtMostMs: 24_000,
  relapseMs: 4000,
  /** Without movement for this long the view counts as at rest: longer than the pauses between notches of a wheel. */
  restMs: 300,
  /** The reason for a reduction can be read for this long after its end, milliseconds: a few lines, and a press before. */
  readableMs: 8000,
  /** Share of the cap that the tiles in view may need before memory presses, and that they may need after a step back. */
  memoryHighShare: 0.9,
  memoryLowShare: 0.75,
  /**
   * Between two steps for memory, milliseconds: the tiles that were requested before the step must first have arrived
   * or been dropped.
   */
  memoryPauseMs: 1000,
} as const;
