/**
 * Pointer input for marks: a press on a mark that can be grabbed belongs to the mark and never reaches the camera. It
 * listens where the camera listens, but in the capture phase, which runs earlier. Released before it has moved, a press
 * is a tap; moved by {@link TAP}.maxMovePx, it drags the mark until it is released, or cancelled with Escape or by the
 * browser.
 */
import { TAP } from '@overlook/shared/config';
import { pointerXy } from '../view/pointer-xy.ts';
import type { ScreenXy } from '../view/screen-ray.ts';

/** Places are CSS pixels of the element. */
export interface OverlayPointerHandlers {
  /** The mark there that can be grabbed, null for none. `isCoarse` for a finger. */
  markAt(screenXy: ScreenXy, isCoarse: boolean): string | null;
  /** The pointer rests over another mark than before, or over none. The dragged mark remains the hovered one. */
  hover(id: string | null): void;
  /** A mark was pressed and released without moving. */
  tap(id: string, screenXy: ScreenXy, event: PointerEvent): void;
  /** A drag begins, from where the press was. False when the mark cannot be dragged now: the press then does nothing. */
  grab(id: string, screenXy: ScreenXy): boolean;
  drag(screenXy: ScreenXy, event: PointerEvent): void;
  /** The drag ends where it is. */
  release(): void;
  /** The drag ends and is to be undone. */
  cancel(): void;
}

/** 'spent': the drag is over, but its pointer is still down and must not become a drag of the camera. */
type State = 'pressed' | 'dragging' | 'spent';

interface Press {
  readonly pointerId: number;
  readonly id: string;
  readonly start: ScreenXy;
  state: State;
}

export class OverlayPointer {
  private readonly listening = new AbortController();
  /** Pointers that are down and belong to the camera. */
  private readonly others = new Set<number>();
  private press: Press | null = null;
  private hovered: string | null = null;
  private cursorBefore = '';

  constructor(
    private readonly element: HTMLElement,
    private readonly handlers: OverlayPointerHandlers,
  ) {
    const options = { capture: true, signal: this.listening.signal };
    element.addEventListener('pointerdown', (event) => this.down(event), options);
    element.addEventListener('pointermove', (event) => this.move(event), options);
    element.addEventListener('pointerup', (event) => this.up(event), options);
    element.addEventListener('pointercancel', (event) => this.lose(event), options);
    element.addEventListener('lostpointercapture', (event) => this.lose(event), options);
    element.addEventListener('pointerleave', () => this.leave(), options);
    // The focus may be anywhere while the mouse drags.
    element.ownerDocument.addEventListener('keydown', (event) => this.key(event), options);
  }

  /** A running drag is cancelled. */
  destroy(): void {
    if (this.listening.signal.aborted) return;
    this.listening.abort();
    this.cancelDrag();
    this.press = null;
    this.setHovered(null);
  }

  private down(event: PointerEvent): void {
    if (this.press) {
      // A second finger, or another button, while a mark is in the hand.
      event.stopPropagation();
      return;
    }
    const id = this.isForMark(event) ? this.handlers.markAt(this.locate(event), isTouch(event)) : null;
    if (id === null) {
      // A press on the model is also released here. One on a button may be released anywhere.
      if (event.target === this.element) this.others.add(event.pointerId);
      this.setHovered(null);
      return;
    }
    event.stopPropagation();
    // The mouse events that would follow could select text or scroll; the focus that they would set is set here.
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.press = { pointerId: event.pointerId, id, start: this.locate(event), state: 'pressed' };
    this.setHovered(id);
    this.showCursor('grabbing');
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (!press) return this.hoverAt(event);
    event.stopPropagation();
    if (event.pointerId !== press.pointerId) return;
    // The release was missed: outside the window, under a dialog.
    if (event.pointerType === 'mouse' && event.buttons === 0) return this.lose(event);
    const at = this.locate(event);
    if (press.state === 'pressed' && Math.hypot(at[0] - press.start[0], at[1] - press.start[1]) >= TAP.maxMovePx) {
      press.state = this.handlers.grab(press.id, press.start) ? 'dragging' : 'spent';
    }
    if (press.state === 'dragging') this.handlers.drag(at, event);
  }

  private up(event: PointerEvent): void {
    this.others.delete(event.pointerId);
    const { press } = this;
    if (press) event.stopPropagation();
    if (press?.pointerId !== event.pointerId) return;
    this.letGo(event);
    if (press.state === 'dragging') this.handlers.release();
    else if (press.state === 'pressed') this.handlers.tap(press.id, press.start, event);
  }

  private lose(event: PointerEvent): void {
    this.others.delete(event.pointerId);
    if (this.press?.pointerId !== event.pointerId) return;
    event.stopPropagation();
    this.cancelDrag();
    this.letGo(event);
  }

  private key(event: KeyboardEvent): void {
    if (event.code !== 'Escape' || this.press?.state !== 'dragging') return;
    event.stopPropagation();
    event.preventDefault();
    this.cancelDrag();
  }

  private leave(): void {
    if (!this.press) this.setHovered(null);
  }

  private cancelDrag(): void {
    if (this.press?.state !== 'dragging') return;
    this.press.state = 'spent';
    this.handlers.cancel();
  }

  private letGo(event: PointerEvent): void {
    this.press = null;
    if (isTouch(event)) this.setHovered(null);
    else this.showCursor('grab');
  }

  private hoverAt(event: PointerEvent): void {
    // With a pressed button the pointer belongs to the camera; a finger never hovers.
    if (event.buttons !== 0 || isTouch(event)) return;
    this.setHovered(event.target === this.element ? this.handlers.markAt(this.locate(event), false) : null);
  }

  private setHovered(id: string | null): void {
    if (id === this.hovered) return;
    if (this.hovered === null) this.cursorBefore = this.element.style.cursor;
    this.hovered = id;
    this.showCursor(id === null ? null : 'grab');
    this.handlers.hover(id);
  }

  /** Null restores the earlier cursor, unless another one was set since. */
  private showCursor(cursor: 'grab' | 'grabbing' | null): void {
    const { style } = this.element;
    if (cursor) style.cursor = cursor;
    else if (style.cursor.startsWith('grab')) style.cursor = this.cursorBefore;
  }

  /** The main button on the model itself, and no finger of a camera gesture before it. */
  private isForMark(event: PointerEvent): boolean {
    return event.button === 0 && event.target === this.element && this.others.size === 0;
  }

  private locate(event: PointerEvent): ScreenXy {
    return pointerXy(this.element, event);
  }
}

const isTouch = (event: PointerEvent): boolean => event.pointerType === 'touch';
