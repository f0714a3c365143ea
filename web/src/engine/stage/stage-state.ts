/**
 * What a stage shows, beside its camera. It is kept once, by the stage; the stage reads it for each frame, so that
 * a new scene after a lost context, a further screen and an image of another size show the same.
 */
import { CAMERA, CUT_DEFAULT_METRES, isProjectLayer } from '@overlook/shared/config';
import type { StageArea } from '../areas/area.ts';
import type { SectionBox, SectionVolume } from '../geometry/section-volume.ts';
import type { ClearArea } from '../overlays/mark-labels.ts';
import type { StagePin } from '../overlays/pins/pin.ts';
import type { PhotoLook, StagePhoto } from '../photos/photo.ts';
import type { FeatureRules } from '../render/feature-style.ts';
import type { BoxMode } from '../section/box-handles.ts';
import type { Swipe } from '../view/swipe.ts';
import type { OverlaySource, StageTool } from '../tools/tool.ts';
import type { StageCloud } from '../tiles/cloud-store.ts';
import type { StageModel } from './own-files.ts';
import { PICTURE_START, type PictureSettings } from './picture-settings.ts';
import type { StageSite } from './stage-site.ts';

/** Plain data: replaced as a whole, never changed in place. */
export interface StageState extends PictureSettings {
  /** Null until a site is set. */
  readonly site: StageSite | null;
  /** Model type of the chosen layer, null for none. */
  readonly layerId: number | null;
  /** A second layer beside the chosen one, on the other side of a divider; null for none. */
  readonly swipe: Swipe | null;
  /** Point clouds from files of the person, drawn beside the layers. */
  readonly localClouds: readonly StageCloud[];
  /** Models from files of the person, likewise. */
  readonly ownModels: readonly StageModel[];
  readonly isGlobeVisible: boolean;
  /** Whether the globe is also drawn under the Project Layer. */
  readonly isGlobeUnderObjects: boolean;
  /** Distance of the cutting plane, metres. */
  readonly nearMetres: number;
  /** Vertical field of view of the camera, degrees. */
  readonly fovYDeg: number;
  /** Only what is inside the volume is shown; null shows all. */
  readonly section: SectionVolume | null;
  /** The box that has handles, which may cut nothing; null for none. */
  readonly sectionBox: SectionBox | null;
  /** Everything outside of that box is drawn dark. */
  readonly isOutsideDimmed: boolean;
  /** What the handles on that box change, which the event `sectionBox` proposes; null for no handles. */
  readonly sectionHandles: BoxMode | null;
  /** How the objects of the Project Layer are drawn; null for as they are. */
  readonly features: FeatureRules | null;
  /** Volumes drawn in depth with the model. */
  readonly areas: readonly StageArea[];
  /** Pins over the model, grouped where they overlap. */
  readonly pins: readonly StagePin[];
  /** The pins that are pointed at, here or in a list: what is drawn for one of them is drawn larger. */
  readonly hoveredPinIds: readonly string[];
  /** Photos that are shown where they were taken, at most {@link PHOTOS.nearestMost}, the most important first. */
  readonly photos: readonly StagePhoto[];
  /** The photo with a frustum, drawn larger; null for none. */
  readonly selectedPhotoId: string | null;
  /** The photo that is pointed at, here or in a list; null for none. */
  readonly hoveredPhotoId: string | null;
  /** A photo over the model, while the camera is where it was taken; null for none. */
  readonly photoLook: PhotoLook | null;
  /** The tool that clicks on the model go to. */
  readonly activeTool: StageTool | null;
  /** Whose marks are drawn, later ones above. */
  readonly drawnTools: readonly OverlaySource[];
  /** Where no label of a mark may lie. */
  readonly keptClear: ClearArea | null;
  /** A secondary screen draws marks thinly and without their values. */
  readonly isSecondary: boolean;
}

/** The part of {@link StageState} that callers set; the site is set with its camera, through `setSite`. */
export type StagePatch = Partial<Omit<StageState, 'site'>>;

export const STAGE_START: StageState = Object.freeze({
  site: null,
  layerId: null,
  swipe: null,
  ...PICTURE_START,
  localClouds: [],
  ownModels: [],
  isGlobeVisible: true,
  isGlobeUnderObjects: true,
  nearMetres: CUT_DEFAULT_METRES,
  fovYDeg: CAMERA.fovYDeg,
  section: null,
  sectionBox: null,
  isOutsideDimmed: false,
  sectionHandles: null,
  features: null,
  areas: [],
  pins: [],
  hoveredPinIds: [],
  photos: [],
  selectedPhotoId: null,
  hoveredPhotoId: null,
  photoLook: null,
  activeTool: null,
  drawnTools: [],
  keptClear: null,
  isSecondary: false,
});

/** Names of what differs between two states. */
export function changedKeys(before: StageState, after: StageState): ReadonlySet<keyof StageState> {
  const keys = Object.keys(after) as (keyof StageState)[];
  return new Set(keys.filter((key) => !Object.is(before[key], after[key])));
}

/** Whether the globe is drawn while these layers (model types) are seen. The Project Layer hides it only where it is alone. */
export const isGlobeShown = (state: StageState, seenLayerIds: readonly number[]): boolean => {
  const areObjects = seenLayerIds.length > 0 && seenLayerIds.every(isProjectLayer);
  return state.isGlobeVisible && (state.isGlobeUnderObjects || !areObjects);
};

/** The state of a stage that takes an image of another: the same without parts that only input needs. */
export const pictureState = ({ site: _site, ...shown }: StageState): StagePatch => ({
  ...shown,
  sectionHandles: null,
  hoveredPinIds: [],
  hoveredPhotoId: null,
  activeTool: null,
  keptClear: null,
  isSecondary: false,
});
