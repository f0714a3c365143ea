/** The way out of the main view: what Escape leaves, innermost first (interface brief §1, "one way in, one way out"). */

/**
 * An unfinished plane or line, an unfinished figure, the profile under the stage, the panel beside the rail, the object
 * tree, the level slice, the plan.
 */
export type EscapeStep = 'laying' | 'drawing' | 'profile' | 'panel' | 'tree' | 'slice' | 'plan';

/** Where the focus is. */
export type EscapeFocus = 'tree' | 'elsewhere';

/** Each leaves its part; false when there was nothing to leave. */
export type EscapeWays = Readonly<Record<EscapeStep, () => boolean>>;

const LADDERS: Readonly<Record<EscapeFocus, readonly EscapeStep[]>> = {
  tree: ['tree', 'laying', 'drawing', 'profile', 'panel', 'slice', 'plan'],
  elsewhere: ['laying', 'drawing', 'profile', 'panel', 'tree', 'slice', 'plan'],
};

/** Leaves the innermost part. Null when there is nothing to leave. */
export const leaveInnermost = (focus: EscapeFocus, ways: EscapeWays): EscapeStep | null =>
  LADDERS[focus].find((step) => ways[step]()) ?? null;
