import type { ScreenXy } from '../view/screen-ray.ts';
import type { ViewPicker } from './view-picker.ts';
import { CursorWatch } from './cursor-watch.ts';
import type { Emitter } from '../emitter.ts';
import type { StageMarks } from './stage-marks.ts';
import type { StageEvents } from './stage-types.ts';

interface StagePointerOptions {
  container: HTMLElement;
  picker: ViewPicker;
  marks: StageMarks;
  events: Emitter<StageEvents>;
  /** The camera moves: nothing is hovered meanwhile. */
  isMoving(): boolean;
  /** The GPU still draws: geometry that has to come from it comes later. */
  isBusy(): boolean;
}

const NOTHING = { hit: null, pointEcef: null };

/** What the pointer does on the model of one stage: clicks go to the active tool, hovering to it and to other screens. */
export class StagePointer {
  private readonly watch: CursorWatch;
  private hoveredPins: readonly string[] = [];

  constructor(private readonly options: StagePointerOptions) {
    this.watch = new CursorWatch(options.container, (at) => this.hover(at));
  }

  /** A click on the model at a CSS pixel; true when a tool or a pin has used it. */
  tap(x: number, y: number): boolean {
    const { picker, marks, events } = this.options;
    const pins = marks.hasTool ? null : marks.pinsAt(x, y);
    if (pins) {
      events.emit('pinTap', pins);
      return true;
    }
    const hit = picker.hitAt(x, y);
    events.emit('tap', { hit, layerId: picker.layerAt(x, y) });
    if (marks.tap([x, y], hit)) return true;
    const area = picker.pickArea(x, y);
    if (area) events.emit('areaTap', area.areaId);
    return false;
  }

  destroy(): void {
    this.watch.destroy();
  }

  private hoverPins(at: ScreenXy | null): void {
    const { marks, events } = this.options;
    const pins = (at && !marks.hasTool && marks.pinsAt(...at)) || [];
    if (pins.length === 0 && this.hoveredPins.length === 0) return;
    if (pins[0] === this.hoveredPins[0] && pins.length === this.hoveredPins.length) return;
    this.hoveredPins = pins;
    events.emit('pinHover', pins);
  }

  /** False when it has to be asked again later. */
  private hover(at: ScreenXy | null): boolean {
    const { picker, marks, events, isMoving, isBusy } = this.options;
    const isFree = at !== null && !isMoving() && !marks.isHolding;
    this.hoverPins(isFree ? at : null);
    // Even to ask about a fence is dear while the GPU is busy.
    if (isFree && isBusy()) return false;
    const under = isFree ? picker.under(...at) : NOTHING;
    if (!under) return false;
    const { hit, pointEcef } = under;
    marks.hover(hit);
    events.emit('cursor', pointEcef && { pointEcef });
    return true;
  }
}
