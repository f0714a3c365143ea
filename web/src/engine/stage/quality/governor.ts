/**
 * The governor reduces quality when frames come too slowly during a movement or the view needs more memory than there is,
 * and takes it back. A pure machine: state and a sample in, state out; {@link governed} says what it means for the stage.
 *
 * 1. Frame time: the median of the newest frames while the camera moves. Too slow goes a step down (two when very slow),
 *    fast for a while goes one back (ladder.ts keeps that from swinging).
 * 2. At rest nothing has to be smooth: after a short while everything goes back to the user's choice and refines. The step
 *    is kept for the next movement, which so begins smoothly.
 * 3. Memory: the bytes of the tiles in view against the cap. A step back is taken only when the view is expected to fit
 *    after it: the number of tiles goes with the square of the screen-space error.
 */
import { GOVERNOR } from '@overlook/shared/config';
import { LADDER, LAST_STEP, type Ladder, type Verdict, advance } from './ladder.ts';

export interface FrameSample {
  /** From the frame before to this one, GPU included. Not looked at while the camera rests. */
  readonly frameMs: number;
  readonly isMoving: boolean;
  /** GPU memory of the tiles in view: what lies unused in the cache does not press, it gives way by itself. */
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
  /** Why quality is below what was chosen; empty when it is not. */
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

/** The state after a frame, or after a look at a resting view (see {@link recheckAfterMs}). */
export function stepGovernor(state: GovernorState, sample: FrameSample): GovernorState {
  const { isMoving, nowMs } = sample;
  const movedAtMs = isMoving ? nowMs : state.movedAtMs;
  const isResting = !isMoving && nowMs - movedAtMs >= GOVERNOR.restMs;
  const memory = nextMemory(state, sample);
  return {
    ...(isMoving
      ? nextFrames(state, sample.frameMs)
      : { frames: state.frames, timesMs: isResting ? [] : state.timesMs }),
    memory,
    movedAtMs,
    isResting,
    sampledAtMs: nowMs,
    memoryChangedAtMs: memory.step === state.memory.step ? state.memoryChangedAtMs : nowMs,
  };
}

/** What the stage is to draw with; `fullPixelRatio` is what it would draw with ungoverned. */
export function governed(state: GovernorState, fullPixelRatio: number): Governed {
  const { frames, memory, isResting } = state;
  const frameStep = isResting ? 0 : frames.step;
  const worst = GOVERNOR.steps[Math.max(frameStep, memory.step)]!;
  const lowest = Math.min(fullPixelRatio, GOVERNOR.lowestPixelRatio);
  return {
    screenSpaceErrorFactor: worst.screenSpaceErrorFactor,
    pointSizeFactor: worst.pointSizeFactor,
    // Fewer pixels give no memory to tiles.
    pixelRatio: Math.max(lowest, fullPixelRatio * GOVERNOR.steps[frameStep]!.pixelRatioFactor),
    reasons: [...(frameStep > 0 ? (['frameTime'] as const) : []), ...(memory.step > 0 ? (['memory'] as const) : [])],
  };
}

/**
 * When to hand in a sample although no frame is drawn, milliseconds from the newest one; null when only a frame can
 * change anything. A stage draws on demand, so that without this the end of a movement would go unnoticed.
 */
export function recheckAfterMs(state: GovernorState): number | null {
  const { frames, memory, isResting, movedAtMs, sampledAtMs } = state;
  if (!isResting && frames.step > 0) return Math.max(1, Math.ceil(movedAtMs + GOVERNOR.restMs - sampledAtMs));
  return memory.step > 0 ? GOVERNOR.memoryPauseMs : null;
}

function nextFrames({ frames, timesMs }: GovernorState, frameMs: number): Pick<GovernorState, 'frames' | 'timesMs'> {
  if (frameMs > GOVERNOR.longestFrameMs) return { frames, timesMs };
  const newest = [...timesMs, frameMs].slice(-GOVERNOR.framesToJudge);
  if (newest.length < GOVERNOR.framesToJudge) return { frames, timesMs: newest };
  const median = newest.toSorted((a, b) => a - b)[newest.length >> 1]!;
  const { slowFrameMs, fastFrameMs } = GOVERNOR;
  const verdict: Verdict = median > slowFrameMs ? 'strained' : median < fastFrameMs ? 'calm' : 'steady';
  const next = advance(frames, verdict, frameMs, median > 2 * slowFrameMs ? 2 : 1);
  // Frames from before a step say nothing about what came of it.
  return { frames: next, timesMs: next.step === frames.step ? newest : [] };
}

function nextMemory(state: GovernorState, { gpuBytes, capBytes, nowMs }: FrameSample): Ladder {
  const { memory, sampledAtMs, memoryChangedAtMs } = state;
  // A view without frames has not been calm in that time.
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
