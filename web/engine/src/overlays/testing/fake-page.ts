/**
 * A page without a browser: elements whose listeners run in the two phases of the DOM, and canvases that write down what
 * is drawn on them. Test support.
 */
import type { ScreenXy } from '../../view/screen-ray.ts';

type Fields = Record<string, unknown>;
type Listener = (event: Event) => void;

/** Listeners of the capture phase run first, and may keep an event from the others. */
export class FakeElement {
  readonly style: Record<string, string> = {};
  readonly captured: number[] = [];
  readonly children: unknown[] = [];
  readonly ownerDocument: FakePage | null;
  isRemoved = false;
  private readonly phases = [new EventTarget(), new EventTarget()] as const;

  constructor(page: FakePage | null) {
    this.ownerDocument = page;
  }

  addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions): void {
    const phase = this.phases[options?.capture ? 0 : 1];
    // Node warns when many listeners hang on one abort signal; a browser does not care.
    phase.addEventListener(type, (event) => {
      if (!options?.signal?.aborted) listener(event);
    });
  }

  send(type: string, fields: Fields): Event {
    const event = new Event(type, { bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries({ target: this, timeStamp: 1000, ...fields })) {
      Object.defineProperty(event, name, { value });
    }
    this.phases[0].dispatchEvent(event);
    if (!event.cancelBubble) this.phases[1].dispatchEvent(event);
    return event;
  }

  setPointerCapture(pointerId: number): void {
    this.captured.push(pointerId);
  }

  setAttribute(): void {}
  focus(): void {}

  append(child: unknown): void {
    this.children.push(child);
  }

  remove(): void {
    this.isRemoved = true;
  }

  getBoundingClientRect(): { left: number; top: number } {
    return { left: 0, top: 0 };
  }
}

/** What was done to a 2D context: a method with its arguments, or a property with its value after '='. */
export type Record2d = readonly [name: string, ...args: unknown[]];

export class FakeCanvas extends FakeElement {
  width = 300;
  height = 150;
  readonly records: Record2d[] = [];
  private readonly context = recorder(this.records);

  getContext(): unknown {
    return this.context;
  }

  calls(name: string): Record2d[] {
    return this.records.filter((record) => record[0] === name);
  }
}

/** Figures are 7 px wide but for a 1 of 5, everything else 6: as in a font that is not tabular. */
export function fakeTextWidthPx(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter === '1' ? 5 : /\d/.test(letter) ? 7 : 6), 0);
}

function recorder(records: Record2d[]): unknown {
  const values: Record<string, unknown> = {};
  return new Proxy(values, {
    get(_, name: string) {
      if (name === 'measureText') return (text: string) => ({ width: fakeTextWidthPx(text) });
      return name in values ? values[name] : (...args: unknown[]) => void records.push([name, ...args]);
    },
    set(_, name: string, value: unknown) {
      values[name] = value;
      records.push([`=${name}`, value]);
      return true;
    },
  });
}

export class FakePage extends FakeElement {
  readonly fonts = new FakeElement(null);
  readonly canvases: FakeCanvas[] = [];
  /** Whether the main pointer is a finger. */
  readonly pointer = Object.assign(new FakeElement(null), { matches: false });
  readonly defaultView = { matchMedia: () => this.pointer };

  constructor() {
    super(null);
  }

  createElement(): FakeCanvas {
    const canvas = new FakeCanvas(this);
    this.canvases.push(canvas);
    return canvas;
  }
}

const MOUSE: Fields = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, ctrlKey: false, shiftKey: false };

/** Sends a pointer event, of the mouse with its main button unless `fields` say otherwise. */
export function sendPointer(
  element: FakeElement,
  type: string,
  [clientX, clientY]: ScreenXy,
  fields: Fields = {},
): Event {
  return element.send(type, { ...MOUSE, clientX, clientY, ...fields });
}
