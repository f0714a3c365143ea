import { proxy } from 'valtio';

/** What the two captures on the stage are. */
export interface PlacingLegend {
  /** Of the capture that is moved: "Draft, 25 Nov 2026". */
  readonly moved: string;
  /** It has the colour of drafts, not its own ones. */
  readonly isOneColour: boolean;
  /** Of its neighbour below it. */
  readonly neighbour: string;
}

interface PlacingState {
  /** The capture that is placed by hand; null for none. */
  captureId: number | null;
  /** Null where there is no neighbour. */
  legend: PlacingLegend | null;
}

const state = proxy<PlacingState>({ captureId: null, legend: null });

/** Placing by hand. */
export const placing: Readonly<PlacingState> = state;

export function setPlacingLegend(legend: PlacingLegend | null): void {
  state.legend = legend;
}

export function choosePlaced(captureId: number | null): void {
  state.captureId = captureId;
}
