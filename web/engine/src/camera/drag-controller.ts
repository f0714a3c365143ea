/**
 * The running drag of a mouse or fingers: pan, orbit, tilt or pinch, from the first move to the release, and the glide
 * after it.
 */
import { DRAG } from '@overlook/shared/config';
import { ORTHO_HEIGHT_M, type Orientation, type Vec3, axesForVertical } from '@overlook/shared/maths';
import type { CameraContext } from './camera-context.ts';
import { DragHold, type Held } from './drag-hold.ts';
import type { GestureHandlers } from './gesture-recogniser.ts';
import { createGlide } from './glide.ts';
import { levellingOf, orbitBy, turnedBy } from './orbit.ts';
import { type PanAnchor, panTo } from './pan.ts';
import { dragKindOf } from './presets.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { type FingerPair, twistBetween } from './two-fingers.ts';

/** Smallest distance (metres) to which a pinch can bring a point. */
const NEAREST = 0.1;

export interface DragController {
  gestures(onChange: () => void): Omit<GestureHandlers, 'press' | 'tap' | 'doubleTap' | 'pairMoved'>;
  update(nowMs: number): void;
  isHolding(): boolean;
  /** It moves the camera without more input. */
  isUnderWay(): boolean;
  /** Ends that. */
  stop(): void;
  /** The point being orbited, or null. */
  pivot(): Vec3 | null;
}

export function createDragController(context: CameraContext): DragController {
  const glide = createGlide();
  const hold = new DragHold(context);
  let gliding: Held | null = null;

  return {
    gestures: (onChange) => ({
      dragStart(press, screenXy, timeMs) {
        const isTouch = press.pointerType === 'touch';
        const kind = isTouch ? 'pan' : dragKindOf(press, context.preset());
        if (kind === null) return;
        hold.begin(screenXy, timeMs, (anchor) =>
          kind === 'pan'
            ? { kind, grip: hold.grip(anchor), last: screenXy, canGlide: isTouch }
            : { kind, orbit: hold.orbit(anchor, screenXy), last: screenXy },
        );
      },
      dragMove(screenXy, timeMs) {
        if (!hold.isActive) return;
        hold.move(timeMs, (what) => drag(context, what, screenXy));
        glide.track(screenXy, timeMs);
        onChange();
      },
      dragEnd(timeMs) {
        const { held } = hold;
        const canGlide = held?.kind === 'pan' && held.canGlide && !context.reducedMotion();
        if (canGlide && glide.release(timeMs)) gliding = held;
        else glide.stop();
        hold.release();
        onChange();
      },
      pairStart(mode, pair, timeMs) {
        hold.begin(pair.centre, timeMs, (anchor) =>
          mode === 'tilt'
            ? { kind: 'orbit', orbit: hold.orbit(anchor, pair.centre), last: pair.centre }
            : { kind: 'pinch', grip: hold.grip(anchor), start: pair, pair },
        );
      },
      pairMove(pair, timeMs) {
        hold.move(timeMs, (what) => {
          if (what.kind === 'pinch') pinch(context, what, pair);
          // A tilt only tilts: the sideways drift of the fingers is dropped.
          else if (what.kind === 'orbit') drag(context, what, [what.last[0], pair.centre[1]]);
        });
        onChange();
      },
      pairEnd() {
        hold.release();
        onChange();
      },
    }),
    update(nowMs) {
      hold.update(nowMs);
      const at = glide.step(nowMs);
      if (gliding && at) drag(context, gliding, at);
    },
    isHolding: () => hold.isActive,
    isUnderWay: () => glide.isRunning() || hold.isWaiting,
    stop() {
      glide.stop();
      hold.stop();
    },
    pivot: () => (hold.held?.kind === 'orbit' ? hold.held.orbit.pivot : null),
  };
}

/** Moves the camera so that the held point follows the pointer. */
function drag(context: CameraContext, what: Held, screenXy: ScreenXy): void {
  if (what.kind === 'pinch') return;
  const [dx, dy] = [screenXy[0] - what.last[0], screenXy[1] - what.last[1]];
  const levelling = levellingOf(Math.hypot(dx, dy));
  const perspective = context.perspective();
  what.last = screenXy;
  if (what.kind === 'orbit') {
    const perPx = DRAG.orbitRadPerHeight / perspective.height;
    const by = { headingRad: dx * perPx, pitchRad: -dy * perPx, levelling };
    context.move(orbitBy(what.orbit, context.pose(), by, perspective));
    return;
  }
  const pose = context.pose();
  const level = levelled(pose, what.grip, 0, levelling);
  context.move(panTo(what.grip, level, screenXy, perspective, { orthoHeightM: pose.orthoHeightM }));
}

function pinch(context: CameraContext, what: Extract<Held, { kind: 'pinch' }>, pair: FingerPair): void {
  const { start } = what;
  what.pair = pair;
  const twistRad = twistBetween(start, pair);
  const { orthoHeightM } = what.grip.start;
  const nearest = orthoHeightM === undefined ? what.grip.extent / NEAREST : orthoHeightM / ORTHO_HEIGHT_M.least;
  const zoom = Math.min(pair.spread / start.spread, Math.max(1, nearest));
  const movedPx = Math.hypot(pair.centre[0] - start.centre[0], pair.centre[1] - start.centre[1]);
  const level = levelled(what.grip.start, what.grip, -twistRad, levellingOf(movedPx));
  context.move(panTo(what.grip, level, pair.centre, context.perspective(), { zoom, twistRad, orthoHeightM }));
}

function levelled(
  orientation: Orientation,
  { vertical }: PanAnchor,
  headingRad: number,
  levelling: number,
): Orientation {
  return turnedBy(orientation, axesForVertical(vertical), { headingRad, pitchRad: 0, levelling });
}
