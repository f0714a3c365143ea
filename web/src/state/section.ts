import { proxy, ref } from 'valtio';
import type { SectionVolume } from '../engine/index.ts';

/** What the handles on the box do; with 'plane' the next click on the model lays a cutting plane there. */
export type SectionMode = 'resize' | 'move' | 'rotate' | 'plane';

interface SectionState {
  /** The box is shown with its handles and bar. */
  isOpen: boolean;
  mode: SectionMode;
  /** What of the models is shown in every screen; null for all. Replaced, never changed in place. */
  volume: SectionVolume | null;
}

const DEFAULTS: Readonly<SectionState> = Object.freeze({ isOpen: false, mode: 'resize', volume: null });

const state = proxy<SectionState>({ ...DEFAULTS });

/** The section volume, one for all screens. */
export const section: Readonly<SectionState> = state;

export function setSectionVolume(volume: SectionVolume | null): void {
  state.volume = volume && ref(volume);
}

export function setSectionMode(mode: SectionMode): void {
  state.mode = mode;
}

/** Opens it as it was, or without a volume for SectionControls to place; closing shows the whole model again. */
export function toggleSection(): void {
  state.isOpen = !state.isOpen;
  if (!state.isOpen) state.volume = null;
}

/** Opens it with a volume that came from elsewhere. */
export function openSection(volume: SectionVolume): void {
  state.isOpen = true;
  setSectionVolume(volume);
}

export function resetSection(): void {
  Object.assign(state, DEFAULTS);
}
