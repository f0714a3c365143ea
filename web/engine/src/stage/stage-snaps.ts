import { SNAP_KINDS, type SnapKind } from '@overlook/shared/config';
import { type SnapView, Snapper, type SnapperOptions } from '../snapping/snapper.ts';
import type { StageTool, ToolHit } from '../tools/tool.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { captureOf } from './scene-pick.ts';
import type { StageState } from './stage-state.ts';
import type { ViewPicker } from './view-picker.ts';

const NONE: readonly SnapKind[] = [];

/** Snapping of a stage: for which tools, and with which of its data. Loaded with the first tool. */
export class StageSnaps {
  /** False while the newest {@link hover} is without all data of the model: the GPU has not been read yet. */
  isComplete = true;
  private readonly snapper: Snapper;
  private tool: StageTool | null = null;
  private kinds = NONE;
  private camera: CameraFrame | null = null;

  constructor(options: SnapperOptions) {
    this.snapper = new Snapper(options);
  }

  stateChanged({ activeTool, snapsOff }: Pick<StageState, 'activeTool' | 'snapsOff'>): void {
    this.tool = activeTool;
    this.kinds = snapsOff.includes('all') ? NONE : SNAP_KINDS.filter((kind) => !snapsOff.includes(kind));
    this.snapper.setKinds(this.isOn ? this.kinds : NONE);
  }

  /** The mouse is at a place whose plain hit is `hit`; null for nowhere. Returns what a click would hit. */
  hover(picker: ViewPicker, place: ScreenXy | null, hit: ToolHit | null): ToolHit | null {
    this.isComplete = true;
    const view = place && this.isOn ? viewAt(picker, place, false) : null;
    if (!view) {
      this.leave();
      return hit;
    }
    this.camera = view.camera;
    const found = this.snapper.hover(view, hit);
    this.isComplete = view.isComplete();
    return found;
  }

  /** The same for a point of the tool that is dragged; a handle follows the pointer. */
  drag(picker: ViewPicker, place: ScreenXy, hit: ToolHit | null): ToolHit | null {
    const hasHandles = this.tool?.marks().some((mark) => mark.kind === 'point' && mark.variant === 'handle');
    return hasHandles ? hit : this.hover(picker, place, hit);
  }

  /** What a click there hits. Waits for the GPU if data around it have not been read yet. */
  click(picker: ViewPicker, place: ScreenXy, hit: ToolHit | null): ToolHit | null {
    const view = this.isOn && !hit?.isAdded ? viewAt(picker, place, true) : null;
    return view ? this.snapper.click(view, hit) : hit;
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

  private get isOn(): boolean {
    const { tool, kinds } = this;
    return kinds.length > 0 && tool !== null && !tool.isUnderPins && !tool.picksOverlay && !tool.takesSurface;
  }
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
