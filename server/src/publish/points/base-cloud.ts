import type { PinnedCloud } from './build/pinned-cloud.ts';

/** The capture that a further one of the same layer shares tiles and exact points with; plain data. */
export interface BaseCloud {
  /** What the further one takes over. */
  readonly pin: PinnedCloud;
  /** The folder of its exact store. */
  readonly store: string;
  /** For messages: "the capture of 2026-03-14". */
  readonly name: string;
  readonly points: number;
}

export interface FoundBase {
  readonly base: BaseCloud | null;
  /** Null without a base. */
  readonly captureId: number | null;
  /** Why there is none although there is a capture, one sentence each. */
  readonly warnings: readonly string[];
}
