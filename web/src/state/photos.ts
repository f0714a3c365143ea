import { proxy, ref } from 'valtio';
import type { Vec3 } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';

/** 'idle': nothing was asked for yet. */
export type PhotoSearchStatus = 'idle' | 'searching' | 'found' | 'failed';

interface PhotosState {
  /** The mode is open: its panel, its billboards and its clicks on the model. */
  isOpen: boolean;
  /** The screen whose layer selector names the photos in place of the model; null for none. */
  layerScreen: number | null;
  status: PhotoSearchStatus;
  /** Best aligned first. */
  found: readonly NearbyPhoto[];
  selectedId: number | null;
  /** The photo that is pointed at, on a stage or in a list. */
  hoveredId: number | null;
  /** The point on the model that was clicked, ECEF metres; null in camera mode. */
  askedEcef: Vec3 | null;
}

const DEFAULTS = (): PhotosState => ({
  isOpen: false,
  layerScreen: null,
  status: 'idle',
  found: ref([]),
  selectedId: null,
  hoveredId: null,
  askedEcef: null,
});

const state = proxy<PhotosState>(DEFAULTS());

/** The nearby photos, which the panel and all stages show. */
export const photos: Readonly<PhotosState> = state;

export function openPhotos(): void {
  state.isOpen = true;
}

/** Ends the mode, or begins it again without anything found. */
export function resetPhotos(): void {
  Object.assign(state, DEFAULTS());
}

/** Names the photos as the layer of a screen; null where the screens name their models again. */
export function setPhotoLayer(screen: number | null): void {
  state.layerScreen = screen;
}

/** Forgets what was found and asked for. */
export function clearFound(): void {
  const { isOpen, layerScreen } = state;
  Object.assign(state, { ...DEFAULTS(), isOpen, layerScreen });
}

/** A search has begun; what was found before stays until it is answered. */
export function beginSearch(askedEcef: Vec3 | null): void {
  Object.assign(state, { status: 'searching', askedEcef: askedEcef && ref(askedEcef) });
}

/** Shows a new set, of which the first is selected. */
export function showFound(found: readonly NearbyPhoto[]): void {
  Object.assign(state, { status: 'found', found: ref([...found]), selectedId: found[0]?.id ?? null, hoveredId: null });
}

/** The search was not answered: nothing is shown for it. */
export function searchFailed(): void {
  Object.assign(state, { status: 'failed', found: ref([]), selectedId: null, hoveredId: null });
}

/** Selects a photo of the set; an id that is not in it changes nothing. */
export function selectPhoto(id: number): void {
  if (state.found.some((photo) => photo.id === id)) state.selectedId = id;
}

/** Selects the next photo or the one before, in a ring. */
export function stepPhoto(step: 1 | -1): void {
  const { found, selectedId } = state;
  if (found.length === 0) return;
  const now = found.findIndex(({ id }) => id === selectedId);
  state.selectedId = found[(now + step + found.length) % found.length]!.id;
}

export function hoverPhoto(id: number | null): void {
  state.hoveredId = id;
}
