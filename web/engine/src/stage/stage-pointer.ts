import type { ScreenXy } from '../view/screen-ray.ts';
import type { ViewPicker } from './view-picker.ts';
import { CursorWatch } from './cursor-watch.ts';
import type { Emitter } from '../emitter.ts';
import type { StageMarks } from './stage-marks.ts';
import type { StageEvents } from './stage-types.ts';
import type { WaitingInput } from './waiting-input.ts';

interface StagePointerOptions {
  container: HTMLElement;
  picker: ViewPicker;
  input: WaitingInput;
  marks: StageMarks;
  events: Emitter<StageEvents>;
  /** Ids of the photos drawn at a CSS pixel; null for none. */
  photosAt(x: number, y: number): readonly string[] | null;
  /** The camera moves: nothing is hovered during that. */
  isMoving(): boolean;
  /** The GPU is drawing, so geometry that must be read back is not available yet. */
  isBusy(): boolean;
}

/** Time without movement after which the mouse counts as resting, milliseconds. */
const RESTS_AFTER_MS = 250;

const NOTHING = { hit: null, pointEcef: null };

/** Pointer input on the model of one stage: clicks go to the active tool, hovering to it and to other screens. */
export class StagePointer {
  private movedMs = -Infinity;
  private readonly watch: CursorWatch;
  private readonly hovered: Record<'pinHover' | 'photoHover', readonly string[]> = { pinHover: [], photoHover: [] };

  constructor(private readonly options: StagePointerOptions) {
    this.watch = new CursorWatch(options.container, (at) => this.hover(at));
  }

  /**
   * A click on the model at a CSS pixel; true when a tool, a photo, a pin or an added layer has used it. One on the model may
   * take effect later ({@link WaitingInput}), and is then used if a tool is active.
   */
  tap(x: number, y: number): boolean {
    const { input, marks, events, photosAt } = this.options;
    const photos = marks.hasTool ? null : photosAt(x, y);
    if (photos) {
      events.emit('photoTap', photos);
      return true;
    }
    const pins = marks.hasTool ? null : marks.pinsAt(x, y);
    if (pins) {
      events.emit('pinTap', pins);
      return true;
    }
    const { tool, hasTool } = marks;
    let isUsed = hasTool;
    input.at(x, y, (picker) => {
      // Another tool would take it for its own.
      if (marks.tool === tool) isUsed = this.tapModel(picker, x, y);
    });
    return isUsed;
  }

  private tapModel(picker: ViewPicker, x: number, y: number): boolean {
    const { marks, events } = this.options;
    const picked = marks.hasTool ? null : picker.pick(x, y);
    if (picked?.added) {
      events.emit('addedTap', { ...picked, added: picked.added });
      return true;
    }
    const hit = picker.hitAt(x, y);
    events.emit('tap', { hit, layerId: picker.layerAt(x, y) });
    // This renders the added layers again, so it is done only for a tool.
    const ofTool = marks.tool?.picksOverlay ? picker.overlayHitAt(x, y) : picker.toolHitAt(x, y);
    const snaps = marks.snaps.value;
    if (marks.tap([x, y], marks.hasTool ? (snaps ? snaps.click(picker, [x, y], ofTool) : ofTool) : hit)) return true;
    const area = picker.pickArea(x, y);
    if (area) events.emit('areaTap', area.areaId);
    return false;
  }

  /** Whether the mouse moves over the stage. The pick under it waits while the GPU draws. Uses the clock of frames. */
  isMoving(nowMs: number): boolean {
    return nowMs - this.movedMs < RESTS_AFTER_MS;
  }

  destroy(): void {
    this.watch.destroy();
  }

  private hoverOver(at: ScreenXy | null): void {
    const { marks, photosAt } = this.options;
    const place = marks.hasTool ? null : at;
    const photos = (place && photosAt(...place)) ?? [];
    this.emitHovered('photoHover', photos);
    this.emitHovered('pinHover', (photos.length === 0 && place && marks.pinsAt(...place)) || []);
  }

  private emitHovered(event: 'pinHover' | 'photoHover', ids: readonly string[]): void {
    const before = this.hovered[event];
    if (ids[0] === before[0] && ids.length === before.length) return;
    this.hovered[event] = ids;
    this.options.events.emit(event, ids);
  }

  /** False when the caller must ask again later. */
  private hover(at: ScreenXy | null): boolean {
    const { picker, marks, events, isMoving, isBusy } = this.options;
    this.movedMs = performance.now();
    const isFree = at !== null && !isMoving() && !marks.isHolding;
    this.hoverOver(isFree ? at : null);
    // Even reading the state of a fence is expensive while the GPU is busy.
    if (isFree && isBusy()) return false;
    // A mouse that rests is over something again when the movement ends.
    const isForLater = at !== null && !isFree;
    const under = isFree ? picker.under(...at) : NOTHING;
    if (!under) return false;
    const { hit, pointEcef } = under;
    const isComplete = marks.hover(picker, isFree ? at : null, hit);
    events.emit('cursor', pointEcef && { pointEcef });
    return !isForLater && isComplete;
  }
}
