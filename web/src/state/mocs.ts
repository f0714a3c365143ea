import { proxy } from 'valtio';

interface MocsState {
  /** The change (MOC) whose card is open, and the one that is pointed at in the list or on a stage. */
  openId: number | null;
  pointedId: number | null;
}

const DEFAULTS: Readonly<MocsState> = Object.freeze({ openId: null, pointedId: null });

const state = proxy<MocsState>({ ...DEFAULTS });

/** The changes of the shown site, the same in all screens. */
export const mocs: Readonly<MocsState> = state;

/** Opens the card of a change; null closes it. */
export function openMoc(mocId: number | null): void {
  state.openId = mocId;
}

/** Stores which change is pointed at, in the list or on a stage. */
export function pointAtMoc(mocId: number | null): void {
  state.pointedId = mocId;
}

/** Another person: none of these changes is there. */
export function resetMocs(): void {
  Object.assign(state, DEFAULTS);
}
