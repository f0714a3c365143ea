/**
 * The photos of a stage: layers of its deck.gl for their billboards, the frustum of the selected one, and a photo over the
 * model. They are kept when sites and contexts change.
 */
import type { Layer } from '@deck.gl/core';
import { PHOTOS } from '@overlook/shared/config';
import {
  type EnuFrame,
  type PhotoCamera,
  type Vec3,
  distance,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { HiddenTest } from '../overlays/occlusion.ts';
import { FRUSTUM_M, type FrustumShape, frustumShape } from '../photos/frustum-shape.ts';
import { LookLayer } from '../photos/look-layer.ts';
import { PhotoBoards } from '../photos/photo-boards.ts';
import { PhotoBoardsLayer } from '../photos/photo-boards-layer.ts';
import { frustumLayers } from '../photos/photo-layers.ts';
import type { RayTest } from '../photos/photo-sight.ts';
import type { StagePhoto } from '../photos/photo.ts';
import { ShownPicture } from '../photos/shown-picture.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { eyeOf } from '../view/view-rays.ts';
import type { StageLayers } from './stage-layers.ts';
import type { StageState } from './stage-state.ts';

/** Main-thread time in a frame for the test which photos are hidden. */
const OCCLUSION_BUDGET_MS = 2;
/** Distance between the far plane of a frustum and the model, as a share of the distance to the model. */
const BEFORE_MODEL_SHARE = 0.97;

export interface StagePhotosOptions {
  layers: StageLayers;
  /** Frame of the open site. */
  frame(): EnuFrame;
  headers(): Record<string, string>;
  /** Another frame is needed. */
  onChange(): void;
}

export class StagePhotos {
  private readonly boards: PhotoBoards;
  private readonly picture: ShownPicture;
  private readonly lookPicture: ShownPicture;
  private state: Pick<StageState, 'photos' | 'photoLook'> = { photos: [], photoLook: null };
  private selected: StagePhoto | null = null;
  /** The camera is so near to the selected photo that its frustum would cover the view. */
  private isWithin = false;
  /** Distance of the model along the optical axis of the selected photo; null until the ray has been cast. */
  private clearM: number | null = null;
  private remove: (() => void) | null = null;

  constructor(private readonly options: StagePhotosOptions) {
    const { headers, onChange } = options;
    this.boards = new PhotoBoards(headers, onChange);
    this.picture = new ShownPicture(headers, onChange);
    this.lookPicture = new ShownPicture(headers, onChange);
  }

  /** Applies the photos of the state; `changed` names the fields that have changed. */
  stateChanged(state: StageState, changed: ReadonlySet<keyof StageState>): void {
    const has = (...keys: (keyof StageState)[]) => keys.some((key) => changed.has(key));
    if (has('section', 'heights', 'features', 'swipe')) this.modelChanged();
    if (has('photos', 'selectedPhotoId', 'hoveredPhotoId', 'photoLook')) this.show(state);
    // Layers of areas that are added later would cover the billboards.
    if (has('photos', 'selectedPhotoId', 'photoLook', 'areas')) this.showLayers();
  }

  private show({ photos, selectedPhotoId, hoveredPhotoId, photoLook }: StageState): void {
    this.state = { photos, photoLook };
    this.boards.show(photos, selectedPhotoId, hoveredPhotoId);
    const selected = photos.find(({ id }) => id === selectedPhotoId) ?? null;
    if (selected !== this.selected) this.clearM = null;
    this.selected = selected;
    this.picture.show(selected && (selected.pictureUrl ?? selected.thumbnailUrl));
    this.lookPicture.show(photoLook?.picture ?? null);
  }

  /** For the next frame. */
  place(camera: CameraFrame, section: EnuSection | null): void {
    const { selected } = this;
    const frame = this.options.frame();
    this.boards.place(camera, frame, section);
    const place = selected && transformPoint(frame.enuFromEcef, selected.positionEcef);
    const isWithin = place !== null && distance(place, eyeOf(camera)) < PHOTOS.hiddenWithinM;
    if (isWithin === this.isWithin) return;
    this.isWithin = isWithin;
    this.showLayers();
  }

  /** Ids of the photos drawn at a CSS pixel, the foremost first; null for none. */
  readonly at = (x: number, y: number): string[] | null => this.boards.photosAt(x, y);

  /** For a settled view. True if the next frame has to continue. */
  settle(isHidden: HiddenTest, castRay: RayTest): boolean {
    const isClearanceKnown = this.askClearance(castRay);
    return !this.boards.refreshOcclusion(OCCLUSION_BUDGET_MS, isHidden) || !isClearanceKnown;
  }

  /** The model has changed; the camera has not. */
  modelChanged(): void {
    this.boards.clearOcclusion();
    this.clearM = null;
  }

  destroy(): void {
    this.remove?.();
    this.boards.destroy();
    this.picture.clear();
    this.lookPicture.clear();
  }

  /** False while data of the model are being read from the GPU. */
  private askClearance(castRay: RayTest): boolean {
    const { selected } = this;
    if (this.clearM !== null || !selected?.orientation) return true;
    const cast = castRay(selected.positionEcef, selected.orientation.direction, FRUSTUM_M);
    if (cast?.isRead === false) return false;
    const pick = cast?.pick;
    this.clearM = pick ? BEFORE_MODEL_SHARE * pick.distance : FRUSTUM_M;
    if (pick) this.showLayers();
    return true;
  }

  private showLayers(): void {
    this.remove?.();
    this.remove = null;
    const { photos } = this.state;
    if (photos.length > 0) this.remove = this.options.layers.add(() => this.made());
  }

  /** In drawing order. */
  private made(): Layer[] {
    const { photos, photoLook } = this.state;
    const frame = this.options.frame();
    const shape = this.frustum(frame);
    const looked = photoLook && (photos.find(({ id }) => id === photoLook.photoId) ?? null);
    const camera = looked && cameraOf(looked, frame);
    const look = { id: 'overlook-photo-look', camera, picture: this.lookPicture, opacity: photoLook?.opacity ?? 0 };
    return [
      ...(shape ? frustumLayers(shape, this.picture) : []),
      ...(camera ? [new LookLayer(look)] : []),
      new PhotoBoardsLayer({ id: 'overlook-photos', boards: this.boards }),
    ];
  }

  private frustum(frame: EnuFrame): FrustumShape | null {
    if (!this.selected || this.isWithin) return null;
    return frustumShape(this.selected, frame, this.clearM ?? FRUSTUM_M);
  }
}

/** The camera in the site frame; null if pose or lens are not known. */
function cameraOf({ positionEcef, orientation, lens }: StagePhoto, frame: EnuFrame): PhotoCamera | null {
  if (!orientation || !lens) return null;
  const turned = (way: Vec3) => transformDirection(frame.enuFromEcef, way);
  return {
    position: transformPoint(frame.enuFromEcef, positionEcef),
    direction: turned(orientation.direction),
    up: turned(orientation.up),
    lens,
  };
}
