/**
 * The state of a stage beside its camera. Only the stage stores it and reads it for each frame, so that a new scene after a lost
 * context, another screen and an image of another size show the same.
 */
import { CAMERA, CUT_DEFAULT_METRES, isProjectLayer } from '@overlook/shared/config';
import type { StageArea } from '../areas/area.ts';
import type { HeightRange, SectionBox, SectionVolume } from '../geometry/section-volume.ts';
import type { ClearArea } from '../overlays/mark-labels.ts';
import type { StagePin } from '../overlays/pins/pin.ts';
import type { PhotoLook, StagePhoto } from '../photos/photo.ts';
import type { Mat4 } from '@overlook/shared/maths';
import type { FeatureRules, Rgb } from '../render/feature-style.ts';
import type { BoxMode } from '../section/box-handles.ts';
import type { StageCapture } from '../view/stage-capture.ts';
import type { Swipe } from '../view/swipe.ts';
import type { OverlaySource, StageTool } from '../tools/tool.ts';
import type { StageCloud } from '../tiles/cloud-store.ts';
import type { StageModel } from './own-files.ts';
import { PICTURE_START, type PictureSettings } from './picture-settings.ts';
import type { StageSite } from './stage-site.ts';

/** A layer that is drawn over the chosen one, moved from where its files have it. Plain data, compared by identity. */
export interface StageOverlay {
  readonly modeltypeId: number;
  /** Of its `tileset.json` or `models.json`. */
  readonly url: string;
  /** Rigid, ECEF to ECEF, metres. */
  readonly moveEcef: Mat4;
  /** 0 to 1. */
  readonly opacity: number;
  /** In place of its own colours, 0 to 255 a channel; null keeps them. */
  readonly color: Rgb | null;
}

/** Plain data: replaced as a whole, never changed in place. */
export interface StageState extends PictureSettings {
  /** Null until a site is set. */
  readonly site: StageSite | null;
  /** Model type of the chosen layer, null for none. */
  readonly layerId: number | null;
  /** The capture of the chosen layer; null for the one that the site names. */
  readonly capture: StageCapture | null;
  /** The layer on the second side of a divider; null for none. */
  readonly swipe: Swipe | null;
  /** A layer over the chosen one; null for none. */
  readonly overlay: StageOverlay | null;
  /** Point clouds from files of the user, drawn beside the layers. */
  readonly localClouds: readonly StageCloud[];
  /** Models from files of the user, drawn beside the layers. */
  readonly ownModels: readonly StageModel[];
  readonly isGlobeVisible: boolean;
  /** Whether the globe is also drawn under the Project Layer. */
  readonly isGlobeUnderObjects: boolean;
  /** Distance of the cutting plane, metres. */
  readonly nearMetres: number;
  /** Vertical field of view of the camera, degrees. */
  readonly fovYDeg: number;
  /** Only the inside of the volume is shown; null shows everything. */
  readonly section: SectionVolume | null;
  /** Only what lies between these heights is shown, of the section where there is one; null for all heights. */
  readonly heights: HeightRange | null;
  /** Everything outside of these heights is drawn dark; null for none. */
  readonly litHeights: HeightRange | null;
  /** The box with handles, with or without a section; null for none. */
  readonly sectionBox: SectionBox | null;
  /** Everything outside of that box is drawn dark. */
  readonly isOutsideDimmed: boolean;
  /** What the handles of that box change; the event `sectionBox` proposes the new box. Null for no handles. */
  readonly sectionHandles: BoxMode | null;
  /** Feature styles of the Project Layer; null for none. */
  readonly features: FeatureRules | null;
  /** Volumes drawn in depth with the model. */
  readonly areas: readonly StageArea[];
  /** Pins over the model, grouped where they overlap. */
  readonly pins: readonly StagePin[];
  /** The pins that are hovered, here or in a list: they are drawn larger. */
  readonly hoveredPinIds: readonly string[];
  /** Photos at the positions of their cameras, at most {@link PHOTOS.nearestMost}, the most important first. */
  readonly photos: readonly StagePhoto[];
  /** The photo with a frustum, drawn larger; null for none. */
  readonly selectedPhotoId: string | null;
  /** The photo that is hovered, here or in a list; null for none. */
  readonly hoveredPhotoId: string | null;
  /** A photo over the model, while the camera is at its position; null for none. */
  readonly photoLook: PhotoLook | null;
  /** The tool that receives clicks on the model. */
  readonly activeTool: StageTool | null;
  /** Kinds of places (`SnapKind`) that clicks of tools do not snap to; with `all` among them they do not snap. */
  readonly snapsOff: readonly string[];
  /** The owners of the drawn marks, later ones above. */
  readonly drawnTools: readonly OverlaySource[];
  /** Areas of the screen without labels of marks. */
  readonly keptClear: ClearArea | null;
  /** A secondary screen draws marks thinly and without their values. */
  readonly isSecondary: boolean;
}

/** The part of {@link StageState} that callers set; the site is set with its camera, through `setSite`. */
export type StagePatch = Partial<Omit<StageState, 'site'>>;

export const STAGE_START: StageState = Object.freeze({
  site: null,
  layerId: null,
  capture: null,
  swipe: null,
  overlay: null,
  ...PICTURE_START,
  localClouds: [],
  ownModels: [],
  isGlobeVisible: true,
  isGlobeUnderObjects: true,
  nearMetres: CUT_DEFAULT_METRES,
  fovYDeg: CAMERA.fovYDeg,
  section: null,
  heights: null,
  litHeights: null,
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
  snapsOff: [],
  drawnTools: [],
  keptClear: null,
  isSecondary: false,
});

/** Names of the fields that differ between two states. */
export function changedKeys(before: StageState, after: StageState): ReadonlySet<keyof StageState> {
  const keys = Object.keys(after) as (keyof StageState)[];
  return new Set(keys.filter((key) => !Object.is(before[key], after[key])));
}

/** Whether the globe is drawn while these layers (model types) are visible. The Project Layer hides it only if it is the only one. */
export const isGlobeShown = (state: StageState, visibleLayerIds: readonly number[]): boolean => {
  const areObjects = visibleLayerIds.length > 0 && visibleLayerIds.every(isProjectLayer);
  return state.isGlobeVisible && (state.isGlobeUnderObjects || !areObjects);
};

/** The state of a stage for an image of another stage: the same without parts that are only for input. */
export const pictureState = ({ site: _site, ...shown }: StageState): StagePatch => ({
  ...shown,
  sectionHandles: null,
  hoveredPinIds: [],
  hoveredPhotoId: null,
  activeTool: null,
  keptClear: null,
  isSecondary: false,
});
