import { proxy, ref } from 'valtio';
import type { Vec3 } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { StagePhoto, StageTool } from '@overlook/engine';

/** Address of the panel. */
export const PHOTOS_PATH = '/nearby';

/** 'idle': nothing was searched yet. */
export type PhotoSearchStatus = 'idle' | 'searching' | 'found' | 'failed';

/** The point on the model of a search for photos, or the middle of an object. */
export interface AskedPoint {
  /** Metres. */
  readonly pointEcef: Vec3;
  /** Likely error of the point. */
  readonly errorMetres: number;
  readonly object?: AskedObject | undefined;
}

/** An object of the Project Layer. */
export interface AskedObject {
  readonly name: string;
  /** Metres east, north and up. */
  readonly sizeEnu: Vec3;
}

interface PhotosState {
  /** The screen whose layer selector names the photos in place of the model; null for none. */
  layerScreen: number | null;
  /** Takes the clicks on the model in click mode; not looked into by the store. */
  tool: StageTool | null;
  status: PhotoSearchStatus;
  /** The clicked point or selected object; null in camera mode. */
  asked: AskedPoint | null;
  /** Best aligned first. */
  found: readonly NearbyPhoto[];
  /** Those that lists, stages and the buttons of the viewer go through, in their order. */
  shown: readonly NearbyPhoto[];
  /** The same as the stages draw them. */
  onStage: readonly StagePhoto[];
  selectedId: number | null;
  /** The photo that is pointed at, on a stage or in a list. */
  hoveredId: number | null;
}

const NONE: readonly NearbyPhoto[] = [];

const DEFAULTS = (): PhotosState => ({
  layerScreen: null,
  tool: null,
  status: 'idle',
  asked: null,
  found: ref(NONE as NearbyPhoto[]),
  shown: ref(NONE as NearbyPhoto[]),
  onStage: ref([]),
  selectedId: null,
  hoveredId: null,
});

const state = proxy<PhotosState>(DEFAULTS());

/** The nearby photos, which the panel and all stages show. */
export const photos: Readonly<PhotosState> = state;

/** Ends the mode. */
export function resetPhotos(): void {
  Object.assign(state, DEFAULTS());
}

export function setPhotoTool(tool: StageTool | null): void {
  state.tool = tool && ref(tool);
}

/** Shows the photos as the layer of a screen; null shows the models again. */
export function setPhotoLayer(screen: number | null): void {
  state.layerScreen = screen;
}

/** Clears the search and its results. */
export function clearFound(): void {
  const { layerScreen, tool } = state;
  Object.assign(state, { ...DEFAULTS(), layerScreen, tool: tool && ref(tool) });
}

/** A search has begun; earlier results are kept until it is answered. */
export function beginSearch(asked: AskedPoint | null): void {
  Object.assign(state, { status: 'searching', asked: asked && ref(asked) });
}

/** The requested point is known more exactly; this starts no new search. */
export function refineSearchPoint(asked: AskedPoint): void {
  if (state.asked && !state.asked.object) state.asked = ref(asked);
}

/** Shows a new set, of which the first is selected. */
export function showFound(found: readonly NearbyPhoto[]): void {
  const all = ref([...found]);
  Object.assign(state, { status: 'found', found: all, shown: all, selectedId: found[0]?.id ?? null, hoveredId: null });
}

/** The search was not answered: nothing is shown for it. */
export function searchFailed(): void {
  showFound(NONE);
  state.status = 'failed';
}

/** Filters or reorders the shown photos. The selected photo remains selected, or is replaced by the first. */
export function showPart(part: readonly NearbyPhoto[]): void {
  const isSame = part.length === state.shown.length && part.every(({ id }, index) => id === state.shown[index]!.id);
  if (isSame) return;
  state.shown = ref([...part]);
  if (part.length > 0 && !part.some(({ id }) => id === state.selectedId)) state.selectedId = part[0]!.id;
}

export function setStagePhotos(onStage: readonly StagePhoto[]): void {
  state.onStage = ref([...onStage]);
}

/** Selects a photo of the set; an id that is not in it changes nothing. */
export function selectPhoto(id: number): void {
  if (state.found.some((photo) => photo.id === id)) state.selectedId = id;
}

/** Selects the next photo or the one before, in a ring. */
export function stepPhoto(step: 1 | -1): void {
  const { shown, selectedId } = state;
  if (shown.length === 0) return;
  const now = shown.findIndex(({ id }) => id === selectedId);
  state.selectedId = shown[(now + step + shown.length) % shown.length]!.id;
}

export function hoverPhoto(id: number | null): void {
  state.hoveredId = id;
}
