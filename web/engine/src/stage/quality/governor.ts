/**
 * The governor reduces quality when frames come too slowly during a movement or the view needs more memory than there is,
 * and restores it later. A pure state machine: state and sample in, state out; {@link governed} derives the quality of the stage.
 *
 * 1. Frame time: the median of the newest frames while the camera moves. Slow frames go one step down (two if very slow), fast
 *    frames for a while go one step up (ladder.ts prevents oscillation). If the GPU reports its time, frames that are slow for
 *    other reasons (a display of 30 Hz, another page) count as neither or as fast. It begins at the learnt step.
 * 2. At rest frame time does not matter: after a short time the view returns to the user's choice and refines. The step is kept
 *    for the next movement, which thus begins smoothly.
 * 3. Memory: the bytes of the tiles in view against the cap. Quality is raised only if the view is expected to fit
 *    afterwards: the number of tiles is inversely proportional to the square of the screen-space error.
 */
import { GOVERNOR } from '@overlook/shared/config';
import { LADDER, LAST_STEP, type Ladder, type Verdict, advance } from './ladder.ts';

export interface FrameSample {
  /** Time since the previous frame, GPU included. Ignored while the camera rests. */
  readonly frameMs: number;
  /** Time of the newest frames on this page's main thread or on the GPU, the larger one; null if the GPU does not report it. */
  readonly neededMs: number | null;
  readonly isMoving: boolean;
  /** GPU memory of the tiles in view: unused tiles in the cache do not count, because they are released when needed. */
  readonly gpuBytes: number;
  readonly capBytes: number;
  readonly nowMs: number;
}

export interface GovernorState {
  readonly frames: Ladder;
  readonly memory: Ladder;
  /** Durations of the newest frames in motion. */
  readonly timesMs: readonly number[];
  readonly movedAtMs: number;
  readonly isResting: boolean;
  readonly sampledAtMs: number;
  readonly memoryChangedAtMs: number;
}

export interface Governed {
  /** Multiplies the screen-space error of the chosen quality: 1 or more. */
  readonly screenSpaceErrorFactor: number;
  /** Multiplies the diameter of points: 1 or more. */
  readonly pointSizeFactor: number;
  readonly pixelRatio: number;
  /** Multiplies the pixel ratio of the base map: 1 or less. */
  readonly mapPixelRatioFactor: number;
  /** Shadows of the sun: omitted while the camera moves if false. */
  readonly hasShadows: boolean;
  /** Eye-dome lighting, round points, ambient occlusion: omitted while the camera moves if false. */
  readonly hasEffects: boolean;
  /** Reasons for a quality below the chosen one; empty without a reduction. */
  readonly reasons: readonly ('frameTime' | 'memory')[];
}

export const GOVERNOR_START: GovernorState = {
  frames: LADDER,
  memory: LADDER,
  timesMs: [],
  movedAtMs: -Infinity,
  isResting: true,
  sampledAtMs: -Infinity,
  memoryChangedAtMs: -Infinity,
};

/** The initial state at a step of {@link GOVERNOR.steps}, which applies from the first movement of the camera. */
export const governorFrom = (step: number): GovernorState => ({ ...GOVERNOR_START, frames: { ...LADDER, step } });

/** The state after a frame, or after a recheck of a view at rest (see {@link recheckAfterMs}). */
export function stepGovernor(state: GovernorState, sample: FrameSample): GovernorState {
  const { isMoving, nowMs } = sample;
  const movedAtMs = isMoving ? nowMs : state.movedAtMs;
  const isResting = !isMoving && nowMs - movedAtMs >= GOVERNOR.restMs;
  const memory = nextMemory(state, sample);
  return {
    ...(isMoving ? nextFrames(state, sample) : { frames: state.frames, timesMs: isResting ? [] : state.timesMs }),
    memory,
    movedAtMs,
    isResting,
    sampledAtMs: nowMs,
    memoryChangedAtMs: memory.step === state.memory.step ? state.memoryChangedAtMs : nowMs,
  };
}

/** The quality that the stage must draw with; `fullPixelRatio` is the pixel ratio without the governor. */
export function governed(state: GovernorState, fullPixelRatio: number): Governed {
  const { frames, memory, isResting } = state;
  const frameStep = isResting ? 0 : frames.step;
  const worst = GOVERNOR.steps[Math.max(frameStep, memory.step)]!;
  const lowest = Math.min(fullPixelRatio, GOVERNOR.lowestPixelRatio);
  const { pixelRatioFactor, mapPixelRatioFactor, hasEffects, hasShadows } = GOVERNOR.steps[frameStep]!;
  return {
    screenSpaceErrorFactor: worst.screenSpaceErrorFactor,
    pointSizeFactor: worst.pointSizeFactor,
    // Fewer pixels free no memory for tiles.
    pixelRatio: Math.max(lowest, fullPixelRatio * pixelRatioFactor),
    mapPixelRatioFactor,
    hasEffects,
    hasShadows,
    reasons: [...(frameStep > 0 ? (['frameTime'] as const) : []), ...(memory.step > 0 ? (['memory'] as const) : [])],
  };
}

/**
 * Time of the next sample without a frame, milliseconds after the newest one; null if only a frame can change the state. A
 * stage draws on demand, so the end of a movement would otherwise not be noticed.
 */
export function recheckAfterMs(state: GovernorState): number | null {
  const { frames, memory, isResting, movedAtMs, sampledAtMs } = state;
  if (!isResting && frames.step > 0) return Math.max(1, Math.ceil(movedAtMs + GOVERNOR.restMs - sampledAtMs));
  return memory.step > 0 ? GOVERNOR.memoryPauseMs : null;
}

function nextFrames(
  { frames, timesMs }: GovernorState,
  { frameMs, neededMs }: FrameSample,
): Pick<GovernorState, 'frames' | 'timesMs'> {
  if (frameMs > GOVERNOR.longestFrameMs) return { frames, timesMs };
  const newest = [...timesMs, frameMs].slice(-GOVERNOR.framesToJudge);
  if (newest.length < GOVERNOR.framesToJudge) return { frames, timesMs: newest };
  const sorted = newest.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1]!;
  const next = advance(frames, verdictOn(sorted, neededMs), frameMs, median > 2 * GOVERNOR.slowFrameMs ? 2 : 1);
  // Frames before a step do not show its effect.
  return { frames: next, timesMs: next.step === frames.step ? newest : [] };
}

/** On the durations of frames, shortest first. */
function verdictOn(sortedMs: readonly number[], neededMs: number | null): Verdict {
  const { slowFrameMs, fastFrameMs, slowDisplayMs, idleFrameMs } = GOVERNOR;
  const median = sortedMs[sortedMs.length >> 1]!;
  const isIdle = neededMs !== null && neededMs < idleFrameMs;
  if (median > slowFrameMs) return isIdle ? 'steady' : 'strained';
  const isEven = sortedMs[0]! >= slowDisplayMs.least && sortedMs.at(-1)! <= slowDisplayMs.most;
  const isOfDisplay = neededMs === null ? isEven : isIdle;
  return median < fastFrameMs || isOfDisplay ? 'calm' : 'steady';
}

function nextMemory(state: GovernorState, { gpuBytes, capBytes, nowMs }: FrameSample): Ladder {
  const { memory, sampledAtMs, memoryChangedAtMs } = state;
  // Time without frames does not count as calm.
  const elapsedMs = Math.min(GOVERNOR.memoryPauseMs, Math.max(0, nowMs - sampledAtMs));
  const share = gpuBytes / capBytes;
  const hasSettled = nowMs - memoryChangedAtMs >= GOVERNOR.memoryPauseMs;
  if (share > GOVERNOR.memoryHighShare) return advance(memory, hasSettled ? 'strained' : 'steady', elapsedMs);
  if (memory.step === 0 || !hasSettled) return advance(memory, 'steady', elapsedMs);
  const drawnWith = errorFactor(Math.max(memory.step, state.isResting ? 0 : state.frames.step));
  const growth = (drawnWith / errorFactor(memory.step - 1)) ** 2;
  return advance(memory, share * growth < GOVERNOR.memoryLowShare ? 'calm' : 'steady', elapsedMs);
}

const errorFactor = (step: number): number => GOVERNOR.steps[Math.min(step, LAST_STEP)]!.screenSpaceErrorFactor;
