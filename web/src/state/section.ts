import { proxy, ref } from 'valtio';
import type { SectionVolume } from '@overlook/engine';

/** The part of the model outside the box: hidden, darkened, or unchanged. */
export type BoxOutside = 'hidden' | 'dimmed' | 'shown';

/** The action of the handles on the box; with 'plane' the next click on the model places a cutting plane there. */
export type SectionMode = 'resize' | 'move' | 'rotate' | 'plane';

interface SectionState {
  /** The box is shown with its handles and its figures. */
  isOpen: boolean;
  /** A panel has the figures of the box and places it; the bar of the section is not shown. */
  isInPanel: boolean;
  mode: SectionMode;
  /** The box and the planes, one of each for all screens. Replaced, never changed in place. */
  volume: SectionVolume | null;
  /** How the model is shown outside of the box. */
  outside: BoxOutside;
  /** The section volume of every screen, without a box that hides nothing; null for none. */
  cut: SectionVolume | null;
}

const DEFAULTS: Readonly<Omit<SectionState, 'isInPanel'>> = Object.freeze({
  isOpen: false,
  mode: 'resize',
  volume: null,
  outside: 'hidden',
  cut: null,
});

const state = proxy<SectionState>({ ...DEFAULTS, isInPanel: false });

/** The section volume, one for all screens. */
export const section: Readonly<SectionState> = state;

export function setSectionVolume(volume: SectionVolume | null): void {
  state.volume = volume && ref(volume);
  follow();
}

/** A box that hides nothing is shown with its handles over the whole model. */
export function setBoxOutside(outside: BoxOutside): void {
  state.outside = outside;
  follow();
}

function follow(): void {
  const { volume, outside } = state;
  if (!volume || outside === 'hidden') state.cut = volume;
  else state.cut = volume.planes.length === 0 ? null : ref({ box: null, planes: volume.planes });
}

export function setSectionMode(mode: SectionMode): void {
  state.mode = mode;
}

/**
 * Opens the last section, or one without a volume, which its bar or panel then places; closing shows the whole model
 * again.
 */
export function toggleSection(): void {
  if (state.isOpen) closeSection();
  else state.isOpen = true;
}

/** Opens it with a volume from a link or a Place. */
export function openSection(volume: SectionVolume): void {
  state.isOpen = true;
  setSectionVolume(volume);
}

export function closeSection(): void {
  state.isOpen = false;
  setSectionVolume(null);
}

/**
 * Moves the numbers of the box to a panel, or back to the bar of the section, where a box always hides the model
 * outside.
 */
export function setSectionInPanel(isInPanel: boolean): void {
  state.isInPanel = isInPanel;
  if (state.mode === 'plane') state.mode = 'resize';
  if (!isInPanel) setBoxOutside('hidden');
}

/** All but who shows its figures. */
export function resetSection(): void {
  Object.assign(state, DEFAULTS);
}
