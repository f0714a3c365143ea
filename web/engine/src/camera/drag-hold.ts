/** What a drag holds, from its first movement to the release. It may have to be read from the GPU before the drag begins. */
import type { Vec3 } from '@overlook/shared/maths';
import type { ScreenXy } from '../view/screen-ray.ts';
import type { CameraContext } from './camera-context.ts';
import { type Orbit, orbitAbout } from './orbit.ts';
import { type PanAnchor, panAnchorAt } from './pan.ts';
import { ANCHOR_WAIT_MS, SoughtAnchor } from './sought-anchor.ts';
import type { FingerPair } from './two-fingers.ts';

/** `last` and `pair` are the newest positions of the pointers. */
export type Held =
  | { readonly kind: 'pan'; grip: PanAnchor; last: ScreenXy; readonly canGlide: boolean }
  | { readonly kind: 'orbit'; orbit: Orbit; last: ScreenXy }
  | { readonly kind: 'pinch'; grip: PanAnchor; start: FingerPair; pair: FingerPair };

export class DragHold {
  /** Null until the anchor is known. */
  held: Held | null = null;
  private anchor: SoughtAnchor | null = null;
  private hold: ((anchor: Vec3) => Held) | null = null;
  /** The newest movement. */
  private movement: ((what: Held) => void) | null = null;
  /** Released before the drag could begin; it then does so, and ends. */
  private isReleased = false;

  constructor(private readonly context: CameraContext) {}

  /** The pointer is down, or was released a moment ago. */
  get isActive(): boolean {
    return this.anchor !== null;
  }

  get isWaiting(): boolean {
    return this.isActive && this.held === null;
  }

  grip(anchor: Vec3): PanAnchor {
    return panAnchorAt(this.context.pose(), anchor, this.context.ground());
  }

  orbit(anchor: Vec3, screenXy: ScreenXy): Orbit {
    return orbitAbout(this.context.pose(), anchor, screenXy, this.context.ground());
  }

  begin(screenXy: ScreenXy, timeMs: number, hold: (anchor: Vec3) => Held): void {
    this.letGo();
    this.anchor = new SoughtAnchor(this.context, screenXy, timeMs + ANCHOR_WAIT_MS);
    this.hold = hold;
    this.update(timeMs);
  }

  /** Begins the drag as soon as its anchor is known. */
  update(nowMs: number): void {
    const anchor = this.isWaiting ? this.anchor!.first(nowMs) : null;
    if (!anchor) return;
    this.held = this.hold!(anchor);
    this.movement?.(this.held);
    if (this.isReleased) this.letGo();
  }

  /** Applies a movement, now or when the drag begins. */
  move(timeMs: number, movement: (what: Held) => void): void {
    if (!this.anchor) return;
    this.movement = movement;
    if (!this.held) return this.update(timeMs);
    movement(this.held);
    this.regrip(this.anchor, this.held);
  }

  release(): void {
    if (this.isWaiting) this.isReleased = true;
    else this.letGo();
  }

  /** Ends a drag that was released before it could begin. */
  stop(): void {
    if (this.isReleased) this.letGo();
  }

  private letGo(): void {
    this.anchor = this.hold = this.movement = this.held = null;
    this.isReleased = false;
  }

  /** Replaces a provisional anchor, without a jump. */
  private regrip(anchor: SoughtAnchor, what: Held): void {
    const at = what.kind === 'orbit' ? what.orbit.screenXy : what.kind === 'pan' ? what.last : what.pair.centre;
    const point = anchor.second(at);
    if (!point) return;
    if (what.kind === 'orbit') what.orbit = this.orbit(point, at);
    else what.grip = this.grip(point);
    if (what.kind === 'pinch') what.start = what.pair;
  }
}
