/**
 * Drives a camera without a browser: an element that is only an event target, a clock, and functions that press, drag,
 * pinch, scroll and type.
 */
import type { Vec3 } from '@overlook/shared/maths';
import { type CameraController, type CameraControllerOptions, createCameraController } from '../camera-controller.ts';
import type { EnuPose } from '../../view/enu-pose.ts';
import type { Perspective, ScreenXy } from '../../view/screen-ray.ts';

type Fields = Record<string, unknown>;

class FakeElement extends EventTarget {
  readonly style = { touchAction: '' };
  readonly ownerDocument = Object.assign(new EventTarget(), { defaultView: new EventTarget() });
  /** Node warns when more than ten listeners hang on one abort signal; a browser does not care. */
  override addEventListener(type: string, listener: (event: Event) => void, options?: AddEventListenerOptions): void {
    super.addEventListener(type, (event) => {
      if (!options?.signal?.aborted) listener(event);
    });
  }
  setPointerCapture(): void {}
  focus(): void {}
  getBoundingClientRect(): { left: number; top: number } {
    return { left: 0, top: 0 };
  }
}

export interface GestureDriver {
  controller: CameraController;
  pose(): EnuPose;
  perspective: Perspective;
  /** Every pose that was set, in order. */
  poses: EnuPose[];
  /** Milliseconds of the driver's clock. */
  now(): number;
  /** Runs frames at this rate until the controller rests or the time (milliseconds) is over; returns their number. */
  run(options?: { hz?: number; forMs?: number }): number;
  wait(ms: number): void;
  pointer(type: string, at: ScreenXy, fields?: Fields): Event;
  /** Press, moves in equal steps of 16 ms, release. */
  drag(from: ScreenXy, to: ScreenXy, fields?: Fields & { steps?: number; hold?: boolean }): void;
  click(at: ScreenXy, fields?: Fields): void;
  /** Two fingers from one pair of places to another, with a frame after each of the equal steps. */
  pinch(from: [ScreenXy, ScreenXy], to: [ScreenXy, ScreenXy], steps?: number): void;
  wheel(at: ScreenXy, deltaY: number, fields?: Fields): Event;
  key(type: 'keydown' | 'keyup', code: string, fields?: Fields): Event;
  element: HTMLElement;
}

export interface DriverSetup extends Partial<Omit<CameraControllerOptions, 'element' | 'getPose' | 'setPose'>> {
  pose: EnuPose;
  perspective?: Perspective;
}

const PERSPECTIVE: Perspective = { width: 800, height: 600, fovYRad: Math.PI / 3 };
const MOUSE: Fields = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, ctrlKey: false, shiftKey: false };
const KEY: Fields = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const DRAG_STEP_MS = 16;

export function driveCamera({ pose: first, perspective = PERSPECTIVE, ...options }: DriverSetup): GestureDriver {
  const fake = new FakeElement();
  // Has the parts of an element that the controller uses.
  const element = fake as unknown as HTMLElement;
  let clockMs = 1000;
  let pose = first;
  const poses: EnuPose[] = [];
  const controller = createCameraController({
    pickWorld: (): Vec3 | null => null,
    groundHeightEnu: () => 0,
    fovYRad: () => perspective.fovYRad,
    viewport: () => ({ width: perspective.width, height: perspective.height }),
    reducedMotion: () => false,
    ...options,
    element,
    getPose: () => pose,
    setPose(next) {
      pose = next;
      poses.push(next);
    },
  });

  function send(type: string, fields: Fields): Event {
    const event = new Event(type, { bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries({ timeStamp: clockMs, ...fields })) {
      Object.defineProperty(event, name, { value });
    }
    fake.dispatchEvent(event);
    return event;
  }
  const pointer = (type: string, [clientX, clientY]: ScreenXy, fields: Fields = {}): Event =>
    send(type, { ...MOUSE, clientX, clientY, ...fields });
  const wait = (ms: number): void => {
    clockMs += ms;
  };
  const between = (a: ScreenXy, b: ScreenXy, t: number): ScreenXy => [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
  ];

  return {
    controller,
    element,
    perspective,
    poses,
    pose: () => pose,
    now: () => clockMs,
    wait,
    pointer,
    run({ hz = 60, forMs = 10_000 } = {}) {
      const endMs = clockMs + forMs;
      let frames = 1;
      while (controller.update(clockMs) && clockMs < endMs - 1e-6) {
        clockMs = Math.min(clockMs + 1000 / hz, endMs);
        frames++;
      }
      return frames;
    },
    drag(from, to, { steps = 5, hold = false, ...fields } = {}) {
      pointer('pointerdown', from, fields);
      for (let i = 1; i <= steps; i++) {
        wait(DRAG_STEP_MS);
        pointer('pointermove', between(from, to, i / steps), fields);
      }
      if (!hold) pointer('pointerup', to, fields);
    },
    click(at, fields = {}) {
      pointer('pointerdown', at, fields);
      wait(50);
      pointer('pointerup', at, fields);
    },
    pinch(from, to, steps = 10) {
      const finger = (i: 0 | 1): Fields => ({ pointerType: 'touch', pointerId: 10 + i });
      for (const i of [0, 1] as const) pointer('pointerdown', from[i], finger(i));
      for (let step = 1; step <= steps; step++) {
        wait(DRAG_STEP_MS);
        for (const i of [0, 1] as const) pointer('pointermove', between(from[i], to[i], step / steps), finger(i));
        controller.update(clockMs);
      }
      for (const i of [0, 1] as const) pointer('pointerup', to[i], finger(i));
    },
    wheel: ([clientX, clientY], deltaY, fields = {}) =>
      send('wheel', { clientX, clientY, deltaX: 0, deltaY, deltaMode: 0, ctrlKey: false, ...fields }),
    key: (type, code, fields = {}) => send(type, { ...KEY, code, ...fields }),
  };
}
