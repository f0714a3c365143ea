/**
 * The camera's controls: gestures, wheel and keys in, poses out. It draws nothing and schedules nothing: events that
 * change something call `onInput`, and `update` is called once a frame as long as it returns true.
 *
 * Drags act in the event itself (browsers send at most one move per frame); motion over time (flights, the damping of
 * the wheel, gliding, keys) acts in `update`.
 */
import { DOUBLE_TAP } from '@overlook/shared/config';
import type { EnuFrame, Vec3 } from '@overlook/shared/maths';
import { anchorAt } from './anchor.ts';
import type { CameraContext } from './camera-context.ts';
import { type GroundModel, flatGround, ellipsoidGround } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import { createFlight } from './fly-to.ts';
import { type PosePath, approachPath, flyPath } from './fly-path.ts';
import { createDragController } from './drag-controller.ts';
import { createKeyFlight } from './key-flight.ts';
import { createPoseValidator } from './pose-validator.ts';
import type { MousePreset } from './presets.ts';
import { recogniseGestures } from './gesture-recogniser.ts';
import type { Perspective, ScreenXy } from '../view/screen-ray.ts';
import { SoughtAnchor } from './sought-anchor.ts';
import { createWheelZoom } from './wheel-zoom.ts';

/** A double tap flies to a place of the model, and waits this long for it, milliseconds; then it flies to the ground. */
const APPROACH_WAIT_MS = 3000;

export interface CameraControllerOptions {
  /** Takes the events; must be focusable for the keys. Its `touch-action` is "none" until destroy. */
  element: HTMLElement;
  getPose(): EnuPose;
  setPose(pose: EnuPose): void;
  /**
   * The nearest surface under a CSS pixel of the element, in the site frame; null where there is none, undefined while that is
   * not known yet.
   */
  pickWorld(x: number, y: number): Vec3 | null | undefined;
  /** Height of the ground in the site frame, metres up. */
  groundHeightEnu(): number;
  /** The site frame. Without it the earth is flat: no panning of the globe, no flights along its curve. */
  frame?(): EnuFrame | null;
  fovYRad(): number;
  /** Size of the element in CSS pixels. */
  viewport(): { width: number; height: number };
  /** Flights, damping and gliding are skipped. */
  reducedMotion(): boolean;
  /** What mouse drags mean; "map" when absent. */
  preset?(): MousePreset;
  /**
   * Called when a person used the camera: it needs frames. Code that moves the camera from outside should stop then.
   */
  onInput?(): void;
  /**
   * A click or tap at a CSS pixel. When the listener returns true, the click is used, and cannot become a double click.
   */
  onTap?(x: number, y: number, event: PointerEvent): boolean | void;
}

export interface CameraController {
  /** Moves the camera on to this moment. True while it needs more frames. */
  update(nowMs: number): boolean;
  /** Flies there, unless motion is reduced; any input ends the flight where it is. */
  flyTo(pose: EnuPose, options: { durationMs: number }): void;
  /** Stops flights, damping and gliding. */
  cancel(): void;
  /** A gesture, flight or key moves the camera, or a drag holds it. */
  isMoving(): boolean;
  /** The target of the running flight in the site frame, the same object throughout; null when there is none. */
  flightEnd(): EnuPose | null;
  /** The point an orbit turns about, in the site frame. */
  pivot(): Vec3 | null;
  /** Removes all listeners. Safe to call twice. */
  destroy(): void;
}

export function createCameraController(options: CameraControllerOptions): CameraController {
  const { element } = options;
  const listening = new AbortController();
  const context = contextOf(options);
  const flight = createFlight();
  const hand = createDragController(context);
  const wheel = createWheelZoom(context);
  const keys = createKeyFlight(context);

  const approach = createApproach(context, fly);

  function cancel(): void {
    for (const part of [approach, flight, wheel, hand]) part.stop();
  }
  /** Input ends all automatic motion, and requests a frame. */
  function interrupt(): void {
    cancel();
    options.onInput?.();
  }
  function fly(path: PosePath, durationMs: number): void {
    cancel();
    if (!context.reducedMotion() && durationMs > 0) flight.start(path, durationMs);
    else context.move(path(1));
  }

  const gestures = recogniseGestures(
    element,
    {
      ...hand.gestures(() => options.onInput?.()),
      press([x, y]) {
        interrupt();
        // Requests what a drag from here needs.
        options.pickWorld(x, y);
      },
      pairMoved: () => options.onInput?.(),
      tap: ([x, y], event) => options.onTap?.(x, y, event) === true,
      doubleTap(screenXy, timeMs) {
        approach.start(screenXy, timeMs);
        options.onInput?.();
      },
    },
    listening.signal,
  );
  wheel.listen(element, listening.signal, () => {
    for (const part of [approach, flight, hand]) part.stop();
    options.onInput?.();
  });
  keys.listen(element, listening.signal, interrupt);
  const parts = [approach, flight, wheel];
  const isUnderWay = () => parts.some((part) => part.isRunning()) || hand.isUnderWay() || keys.isFlying();
  const touchAction = element.style.touchAction;
  element.style.touchAction = 'none';

  return {
    update(nowMs) {
      gestures.decide(nowMs);
      approach.update(nowMs);
      const flown = flight.step(nowMs);
      if (flown) context.move(flown);
      hand.update(nowMs);
      wheel.update(nowMs);
      keys.update(nowMs);
      return isUnderWay();
    },
    flyTo: (pose, { durationMs }) => fly(flyPath(context.pose(), pose, context.ground()), durationMs),
    cancel,
    isMoving: () => isUnderWay() || hand.isHolding(),
    flightEnd: () => flight.end(),
    pivot: () => hand.pivot(),
    destroy() {
      if (listening.signal.aborted) return;
      listening.abort();
      cancel();
      element.style.touchAction = touchAction;
    },
  };
}

/** The flight of a double tap, which waits until its place is known. */
function createApproach(context: CameraContext, fly: (path: PosePath, durationMs: number) => void) {
  let sought: SoughtAnchor | null = null;
  function update(nowMs: number): void {
    const anchor = sought?.first(nowMs);
    if (anchor) fly(approachPath(context.pose(), anchor, DOUBLE_TAP.distanceFactor), DOUBLE_TAP.flightMs);
  }
  return {
    update,
    start(screenXy: ScreenXy, timeMs: number): void {
      sought = new SoughtAnchor(context, screenXy, timeMs + APPROACH_WAIT_MS);
      update(timeMs);
    },
    stop(): void {
      sought = null;
    },
    isRunning: () => sought !== null,
  };
}

function contextOf(options: CameraControllerOptions): CameraContext {
  const ground = (): GroundModel => {
    const frame = options.frame?.();
    const heightEnu = options.groundHeightEnu();
    return frame ? ellipsoidGround(frame, heightEnu) : flatGround(heightEnu);
  };
  const perspective = (): Perspective => ({ ...options.viewport(), fovYRad: options.fovYRad() });
  return {
    pose: options.getPose,
    move: createPoseValidator(options.getPose, options.setPose, ground),
    perspective,
    ground,
    anchorAt(screenXy) {
      const picked = options.pickWorld(screenXy[0], screenXy[1]);
      return picked === undefined ? null : anchorAt(options.getPose(), screenXy, perspective(), ground(), picked);
    },
    freeAnchorAt: (screenXy) => anchorAt(options.getPose(), screenXy, perspective(), ground(), null),
    reducedMotion: options.reducedMotion,
    preset: () => options.preset?.() ?? 'map',
  };
}
