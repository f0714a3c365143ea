import { SNAP_KINDS, type SnapKind } from '@overlook/shared/config';
import { distance, transformPoint } from '@overlook/shared/maths';
import type { GeometriesAtHand } from '../picking/geometry-cache.ts';
import type { SnapCandidate } from '../snapping/candidates.ts';
import { hitOnSurface } from '../snapping/hit-on-surface.ts';
import type { DrawnSide } from '../snapping/near-triangles.ts';
import { ScreenAround } from '../snapping/screen-around.ts';
import { type SnapView, Snapper } from '../snapping/snapper.ts';
import type { RayEcef, StageTool, ToolHit, Unrefined } from '../tools/tool.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { captureOf } from './scene-pick.ts';
import type { StageState } from './stage-state.ts';
import type { ViewPicker } from './view-picker.ts';

const NONE: readonly SnapKind[] = [];

/**
 * Where clicks of tools go: to the surface of a cloud's points, and to what they snap to; for which tools, and with which data of a stage.
 * Loaded with the first tool.
 */
export class StageSnaps {
  /** False while the newest {@link hover} is without all data of the model: the GPU has not been read yet. */
  isComplete = true;
  private readonly snapper: Snapper;
  private tool: StageTool | null = null;
  private kinds = NONE;
  private camera: CameraFrame | null = null;

  constructor(...options: ConstructorParameters<typeof Snapper>) {
    this.snapper = new Snapper(...options);
  }

  stateChanged({ activeTool, snapsOff }: Pick<StageState, 'activeTool' | 'snapsOff'>): void {
    this.tool = activeTool;
    this.kinds = snapsOff.includes('all') ? NONE : SNAP_KINDS.filter((kind) => !snapsOff.includes(kind));
    this.snapper.setKinds(this.isOn ? this.kinds : NONE);
  }

  /** The mouse is at a place whose plain hit is `hit`; null for nowhere. Returns what a click would hit. */
  hover(picker: ViewPicker, place: ScreenXy | null, hit: ToolHit | null): ToolHit | null {
    this.isComplete = true;
    const view = place && this.isOfModel ? viewAt(picker, place, false) : null;
    if (!view) {
      this.leave();
      return hit;
    }
    const onSurface = hit && hitOnSurface(hit, view.frame, view.side, false);
    if (this.isOn) {
      this.camera = view.camera;
      hit = this.snapper.hover(view, onSurface);
    } else {
      this.leave();
      hit = onSurface;
    }
    this.isComplete = view.isComplete();
    return hit;
  }

  /** The same for a point of the tool that is dragged; a handle follows the pointer. */
  drag(picker: ViewPicker, place: ScreenXy, hit: ToolHit | null): ToolHit | null {
    const hasHandles = this.tool?.marks().some((mark) => mark.kind === 'point' && mark.variant === 'handle');
    return hasHandles ? hit : this.hover(picker, place, hit);
  }

  /** What a click there hits. Waits for the GPU if data around it have not been read yet. */
  click(picker: ViewPicker, place: ScreenXy, hit: ToolHit | null): ToolHit | null {
    const view = this.isOfModel && !hit?.isAdded ? viewAt(picker, place, true) : null;
    if (!view) return hit;
    const onSurface = hit && hitOnSurface(hit, view.frame, view.side, false);
    return this.isOn ? this.snapper.click(view, onSurface) : onSurface;
  }

  /**
   * A point in the finest tiles there: where its ray meets them, or the nearest place of the kind that it was snapped to. Null where there is
   * none. Never waits for the GPU: undefined until the data have been read back.
   */
  repick(picker: ViewPicker, ray: RayEcef, place: Unrefined): ToolHit | null | undefined {
    const { snap } = place;
    const hit = snap ? null : picker.repick(ray, place);
    const finest = snap || hit ? finestAt(picker, place) : null;
    if (!finest) return hit;
    if (snap) return this.repickSnapped(picker, ray, { ...place, snap }, finest);
    const onSurface = hit && hitOnSurface(hit, picker.now().frame, finest, true);
    return finest.geometries.isComplete ? onSurface : undefined;
  }

  private repickSnapped(
    picker: ViewPicker,
    ray: RayEcef,
    place: Unrefined & { readonly snap: SnapKind },
    finest: DrawnSide & { readonly geometries: GeometriesAtHand },
  ): ToolHit | null | undefined {
    const { camera, frame } = picker.now();
    const { snap } = place;
    const { geometries } = finest;
    const pointEnu = transformPoint(frame.enuFromEcef, place.pointEcef);
    const xy = new ScreenAround(camera, [0, 0]).xyOf(pointEnu);
    if (!xy.every(Number.isFinite)) return null;
    const around = new ScreenAround(camera, xy);
    const hitM = around.along(pointEnu);
    // A coarse tile may be wrong by more than a mouse misses.
    const request = { side: finest, around, hitM, kinds: [snap], heldKey: null, isTouch: true };
    const found = this.snapper.finder.find(request);
    if (!geometries.isComplete) return undefined;
    const awayM = (one: SnapCandidate) => distance(one.pointEnu, pointEnu);
    const best = found.reduce<SnapCandidate | null>(
      (one, other) => (one && awayM(one) <= awayM(other) ? one : other),
      null,
    );
    if (!best) return null;
    const { modeltypeId, takenOn } = place;
    const { featureId, errorMetres } = best;
    const pointEcef = transformPoint(frame.ecefFromEnu, best.pointEnu);
    return { pointEcef, modeltypeId, ...(takenOn && { takenOn }), featureId, errorMetres, ray, snap };
  }

  /** A frame of a camera was drawn: what was caught is where the camera was. */
  drawn(camera: CameraFrame): void {
    if (this.camera && camera !== this.camera && camera.isMoving) this.leave();
  }

  leave(): void {
    this.camera = null;
    this.snapper.leave();
  }

  destroy(): void {
    this.snapper.destroy();
  }

  /** Clicks of the tool are for places of the model. */
  private get isOfModel(): boolean {
    const { tool } = this;
    return tool !== null && !tool.isUnderPins && !tool.picksOverlay;
  }

  private get isOn(): boolean {
    return this.kinds.length > 0 && this.isOfModel && !this.tool!.takesSurface;
  }
}

/** The finest tiles of the capture of a place; null where another one is shown. */
function finestAt(picker: ViewPicker, place: Unrefined) {
  const { scene } = picker.now();
  const side = scene?.sideOf(place);
  if (!scene || !side) return null;
  const { geometry, options } = scene.picks;
  return { items: side.finest, shown: options.shownOf(side), geometries: geometry.atHand() };
}

/** What snapping needs at a place; null where no layer is visible. */
function viewAt(
  picker: ViewPicker,
  place: ScreenXy,
  mayWait: boolean,
): (SnapView & { readonly isComplete: () => boolean }) | null {
  const { camera, frame, scene } = picker.now();
  const seen = scene?.sideAt(camera, place);
  const capture = seen && captureOf(seen);
  if (!scene || !capture) return null;
  const { geometry, options } = scene.picks;
  const atHand = mayWait ? null : geometry.atHand();
  const side = { items: seen.items, shown: options.shownOf(seen), geometries: atHand ?? geometry };
  return { camera, place, frame, side, capture, isComplete: () => atHand?.isComplete !== false };
}
