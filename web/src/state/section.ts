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

/** The section volume, one for all screens. */
export const section = proxy<SectionState>({ ...DEFAULTS });

export function setSectionVolume(volume: SectionVolume | null): void {
  section.volume = volume && ref(volume);
}

export function setSectionMode(mode: SectionMode): void {
  section.mode = mode;
}

/** Opens it, as it was or for whoever holds the stage to place; closing shows the whole model again. */
export function toggleSection(): void {
  section.isOpen = !section.isOpen;
  if (!section.isOpen) section.volume = null;
}

/** Opens it with a volume that came from elsewhere. */
export function openSection(volume: SectionVolume): void {
  section.isOpen = true;
  setSectionVolume(volume);
}

export function resetSection(): void {
  Object.assign(section, DEFAULTS);
}
