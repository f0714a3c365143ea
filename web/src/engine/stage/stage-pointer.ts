import type { Sight } from './sight.ts';
import { CursorWatch } from './cursor-watch.ts';
import type { Emitter } from './emitter.ts';
import type { StageMarks } from './stage-marks.ts';
import type { StageEvents } from './stage-types.ts';

interface StagePointerOptions {
  container: HTMLElement;
  sight: Sight;
  marks: StageMarks;
  events: Emitter<StageEvents>;
  /** The camera moves: nothing is hovered meanwhile. */
  isMoving(): boolean;
  /** The GPU still draws; geometry that has to be read back from it would be waited for. */
  isBusy(): boolean;
}

const NOTHING = { hit: null, pointEcef: null };

/** What the pointer does on the model of one stage: clicks go to the active tool, hovering to it and to other screens. */
export class StagePointer {
  private readonly watch: CursorWatch;

  constructor(private readonly options: StagePointerOptions) {
    this.watch = new CursorWatch(options.container, (at) => this.hover(at));
  }

  /** A click on the model at a CSS pixel; true when a tool has used it. */
  tap(x: number, y: number): boolean {
    const { sight, marks, events } = this.options;
    const hit = sight.hitAt(x, y);
    events.emit('tap', hit);
    return marks.tap([x, y], hit);
  }

  destroy(): void {
    this.watch.destroy();
  }

  /** False when it has to be asked again later. */
  private hover(at: [number, number] | null): boolean {
    const { sight, marks, events, isMoving, isBusy } = this.options;
    const isFree = at !== null && !isMoving() && !marks.isHolding;
    if (isFree && isBusy()) return false;
    const { hit, pointEcef } = isFree ? sight.under(...at) : NOTHING;
    marks.hover(hit);
    events.emit('cursor', pointEcef && { pointEcef });
    return true;
  }
}
