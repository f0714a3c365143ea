/** Picks of the tiles of a scene by pixels and rays. */
import type { Vec3 } from '@overlook/shared/maths';
import { GeometryCache } from '../picking/geometry-cache.ts';
import type { PickRay } from '../picking/pick-primitive.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';
import { type ShownPart, type TilePick, drillTiles, pickTiles } from '../picking/pick-tiles.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { type ViewRay, rayAt } from '../view/view-rays.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { castRayInLoaded } from './free-ray.ts';
import { pickRayOf } from './pick-ray.ts';
import { type ScenePick, type ScenePickOfRay, pickOn } from './scene-pick.ts';
import type { SceneSide } from './scene-side.ts';

interface ScenePickerOptions {
  gl: WebGL2RenderingContext;
  isGpuBusy(): boolean;
  /** The side at a position on the screen, CSS pixels. */
  sideAt(camera: CameraFrame, place: ScreenXy): SceneSide;
  /** The items of a side that can be picked. */
  shownOf(side: SceneSide): ShownPart;
  /** Smallest diameter of points as drawn, CSS pixels. */
  pointSizePx(): number;
}

export class ScenePicker {
  readonly geometry: GeometryCache;

  constructor(readonly options: ScenePickerOptions) {
    this.geometry = new GeometryCache(options.gl, () => options.isGpuBusy());
  }

  /** Takes data that picks have requested from the GPU. True while more are on their way. */
  takeRead(): boolean {
    this.geometry.takeCopies();
    return this.isReading;
  }

  get isReading(): boolean {
    return this.geometry.isReading;
  }

  at(camera: CameraFrame, x: number, y: number): ScenePick | null {
    return this.along(camera, this.options.sideAt(camera, [x, y]), rayAt(camera, x, y));
  }

  /** The hit under a CSS pixel on some drawn items alone. */
  on(items: readonly DrawItem<Tile>[], camera: CameraFrame, x: number, y: number): TilePick | null {
    return pickTiles(items, this.ray(camera, rayAt(camera, x, y)), this.geometry);
  }

  /** The hit of a ray of the site frame on a side. */
  along(camera: CameraFrame, side: SceneSide, viewRay: ViewRay): ScenePick | null {
    const ray = this.ray(camera, viewRay);
    return pickOn(side, pickTiles(side.items, ray, this.geometry, this.options.shownOf(side)));
  }

  /** The same without a wait for the GPU: null while the needed geometry has not been read back. */
  atHand(camera: CameraFrame, side: SceneSide, viewRay: ViewRay): { pick: ScenePick | null } | null {
    const geometries = this.geometry.atHand();
    const ray = this.ray(camera, viewRay);
    const pick = pickOn(side, pickTiles(side.items, ray, geometries, this.options.shownOf(side)));
    return geometries.isComplete ? { pick } : null;
  }

  /** Like {@link atHand}: the first hit beyond a distance in metres, in the finest loaded tiles at the picked points. */
  finest(camera: CameraFrame, side: SceneSide, viewRay: ViewRay, from: number): { pick: ScenePick | null } | null {
    const geometries = this.geometry.atHand();
    const ray = this.ray(camera, viewRay);
    const beyond = { ...ray, near: Math.max(ray.near, from) };
    const pick = pickOn(side, pickTiles(side.finest, beyond, geometries, this.options.shownOf(side)));
    return geometries.isComplete ? { pick } : null;
  }

  /**
   * The hit of a ray from any origin on a side within `lengthM`: {@link castRayInLoaded}. Without a wait: `isRead` tells
   * whether all needed geometry has been read back.
   */
  met(side: SceneSide, originEnu: Vec3, directionEnu: Vec3, lengthM: number): ScenePickOfRay {
    const geometries = this.geometry.atHand();
    const { pick, isCovered } = castRayInLoaded(side, geometries, originEnu, directionEnu, lengthM);
    return { pick: pickOn(side, pick), isCovered, isRead: geometries.isComplete };
  }

  /** All hits under a CSS pixel, nearest first, at most `limit`. */
  drill(camera: CameraFrame, x: number, y: number, limit: number): ScenePick[] {
    const side = this.options.sideAt(camera, [x, y]);
    const ray = this.ray(camera, rayAt(camera, x, y));
    const picks = drillTiles(side.items, ray, this.geometry, this.options.shownOf(side), limit);
    return picks.flatMap((pick) => pickOn(side, pick) ?? []);
  }

  clear(): void {
    this.geometry.clear();
  }

  private ray(camera: CameraFrame, viewRay: ViewRay): PickRay {
    return pickRayOf(camera, viewRay, this.options.pointSizePx());
  }
}
