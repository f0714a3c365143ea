import { describe, expect, it } from 'vitest';
import { type GestureHandlers, recogniseGestures } from '../camera/gesture-recogniser.ts';
import { type ScreenXy } from '../view/screen-ray.ts';
import { OverlayPointer } from './overlay-pointer.ts';
import { FakeElement, FakePage, sendPointer } from './testing/fake-page.ts';

/** A mark 'm' at 100, 100, reached from 10 px away, by a finger from 30. */
function setUp({ canGrab = true } = {}) {
  const page = new FakePage();
  const element = new FakeElement(page);
  const log: unknown[] = [];
  const camera: string[] = [];
  const note = (name: string) => () => void camera.push(name);
  const gestures: GestureHandlers = {
    dragStart: note('dragStart'),
    dragMove: note('dragMove'),
    dragEnd: note('dragEnd'),
    pairMoved: () => undefined,
    pairStart: note('pairStart'),
    pairMove: note('pairMove'),
    pairEnd: note('pairEnd'),
    tap: () => (camera.push('tap'), false),
    doubleTap: note('doubleTap'),
    press: note('press'),
  };
  // The camera is there first, as in a stage.
  recogniseGestures(element as unknown as HTMLElement, gestures, new AbortController().signal);
  const hands = new OverlayPointer(element as unknown as HTMLElement, {
    markAt: ([x, y], isCoarse) => (Math.hypot(x - 100, y - 100) <= (isCoarse ? 30 : 10) ? 'm' : null),
    hover: (id) => log.push(['hover', id]),
    tap: (id, at) => log.push(['tap', id, at]),
    grab: (id) => (log.push(['grab', id]), canGrab),
    drag: (at) => log.push(['drag', at]),
    release: () => log.push('release'),
    cancel: () => log.push('cancel'),
  });
  const pointer = (type: string, at: ScreenXy, fields?: Record<string, unknown>) =>
    sendPointer(element, `pointer${type}`, at, fields);
  const withoutHover = () => log.filter((entry) => !(Array.isArray(entry) && entry[0] === 'hover'));
  return { page, element, hands, log, camera, pointer, withoutHover };
}
const HOVER = { buttons: 0 };
const TOUCH = { pointerType: 'touch', pointerId: 10 };

describe('a press on a mark', () => {
  it('drags it after it has moved far enough, and the camera gets no events', () => {
    const { pointer, withoutHover, camera, element } = setUp();
    const press = pointer('down', [103, 100]);
    pointer('move', [105, 100]);
    pointer('move', [110, 100]);
    pointer('move', [120, 130]);
    pointer('up', [120, 130]);
    expect(withoutHover()).toEqual([['grab', 'm'], ['drag', [110, 100]], ['drag', [120, 130]], 'release']);
    expect(camera).toEqual([]);
    expect(press.defaultPrevented).toBe(true);
    expect(element.captured).toEqual([1]);
  });

  it('released where it was is a tap on the mark', () => {
    const { pointer, withoutHover, camera } = setUp();
    pointer('down', [103, 100]);
    pointer('move', [104, 101]);
    pointer('up', [104, 101]);
    expect(withoutHover()).toEqual([['tap', 'm', [103, 100]]]);
    expect(camera).toEqual([]);
  });

  it('does nothing when the mark cannot be dragged after all', () => {
    const { pointer, withoutHover, camera } = setUp({ canGrab: false });
    pointer('down', [100, 100]);
    pointer('move', [120, 100]);
    pointer('move', [140, 100]);
    pointer('up', [140, 100]);
    expect(withoutHover()).toEqual([['grab', 'm']]);
    expect(camera).toEqual([]);
  });

  it('elsewhere, with another button, or on a button over the model is not handled', () => {
    const { pointer, log, camera } = setUp();
    pointer('down', [200, 100]);
    pointer('up', [200, 100]);
    expect(camera).toEqual(['press', 'tap']);
    pointer('down', [100, 100], { button: 2, buttons: 2 });
    pointer('up', [100, 100], { button: 2 });
    pointer('down', [100, 100], { target: {} });
    expect(camera).toEqual(['press', 'tap', 'press', 'press']);
    expect(log).toEqual([]);
  });
});

describe('cancelling', () => {
  it('Escape undoes the drag; the rest of the press has no effect', () => {
    const { page, pointer, withoutHover, camera } = setUp();
    pointer('down', [100, 100]);
    pointer('move', [120, 100]);
    const key = page.send('keydown', { code: 'Escape' });
    pointer('move', [140, 100]);
    pointer('up', [140, 100]);
    expect(withoutHover()).toEqual([['grab', 'm'], ['drag', [120, 100]], 'cancel']);
    expect(key.defaultPrevented && key.cancelBubble).toBe(true);
    expect(camera).toEqual([]);
  });

  it('Escape without a drag is handled by the page', () => {
    const { page, log } = setUp();
    expect(page.send('keydown', { code: 'Escape' }).cancelBubble).toBe(false);
    expect(log).toEqual([]);
  });

  it.each(['pointercancel', 'lostpointercapture'])('%s undoes the drag', (type) => {
    const { element, pointer, withoutHover } = setUp();
    pointer('down', [100, 100]);
    pointer('move', [120, 100]);
    sendPointer(element, type, [120, 100]);
    sendPointer(element, type, [120, 100]);
    expect(withoutHover().at(-1)).toBe('cancel');
    expect(withoutHover()).toHaveLength(3);
  });

  it('a release that was missed undoes the drag', () => {
    const { pointer, withoutHover } = setUp();
    pointer('down', [100, 100]);
    pointer('move', [120, 100]);
    pointer('move', [150, 100], HOVER);
    expect(withoutHover().at(-1)).toBe('cancel');
  });

  it('the capture that ends with a release undoes nothing', () => {
    const { element, pointer, withoutHover } = setUp();
    pointer('down', [100, 100]);
    pointer('move', [120, 100]);
    pointer('up', [120, 100]);
    sendPointer(element, 'lostpointercapture', [120, 100]);
    expect(withoutHover().at(-1)).toBe('release');
  });

  it('destroy undoes the drag, once, and stops listening', () => {
    const { hands, element, pointer, log, withoutHover, camera } = setUp();
    element.style['cursor'] = 'crosshair';
    pointer('down', [100, 100]);
    pointer('move', [120, 100]);
    hands.destroy();
    hands.destroy();
    expect(withoutHover().filter((entry) => entry === 'cancel')).toHaveLength(1);
    expect(element.style['cursor']).toBe('crosshair');
    const before = log.length;
    pointer('down', [100, 100]);
    expect(log).toHaveLength(before);
    expect(camera).toEqual(['press']);
  });
});

describe('hovering', () => {
  it('reports each change once and shows an open, then a closed hand', () => {
    const { element, pointer, log } = setUp();
    element.style['cursor'] = 'crosshair';
    pointer('move', [50, 50], HOVER);
    pointer('move', [100, 100], HOVER);
    pointer('move', [102, 100], HOVER);
    expect(log).toEqual([['hover', 'm']]);
    expect(element.style['cursor']).toBe('grab');
    pointer('down', [100, 100]);
    expect(element.style['cursor']).toBe('grabbing');
    pointer('up', [100, 100]);
    expect(element.style['cursor']).toBe('grab');
    pointer('move', [50, 50], HOVER);
    expect(element.style['cursor']).toBe('crosshair');
    expect(log.at(-1)).toEqual(['hover', null]);
  });

  it('ends when the pointer leaves, and keeps a cursor that was set elsewhere', () => {
    const { element, pointer, log } = setUp();
    pointer('move', [100, 100], HOVER);
    element.style['cursor'] = 'crosshair';
    pointer('leave', [100, 100], HOVER);
    expect(log).toEqual([
      ['hover', 'm'],
      ['hover', null],
    ]);
    expect(element.style['cursor']).toBe('crosshair');
  });

  it('keeps the dragged mark as the hovered one while it is dragged over nothing', () => {
    const { pointer, log } = setUp();
    pointer('move', [100, 100], HOVER);
    pointer('down', [100, 100]);
    pointer('move', [300, 300]);
    expect(log.filter((entry) => Array.isArray(entry) && entry[0] === 'hover')).toEqual([['hover', 'm']]);
  });
});

describe('fingers', () => {
  it('have a larger radius, and leave no mark hovered', () => {
    const { pointer, withoutHover, log } = setUp();
    pointer('down', [125, 100], TOUCH);
    pointer('move', [140, 100], TOUCH);
    pointer('up', [140, 100], TOUCH);
    expect(withoutHover()).toEqual([['grab', 'm'], ['drag', [140, 100]], 'release']);
    expect(log.at(-2)).toEqual(['hover', null]);
  });

  it('a second one does not move the camera while the first drags a mark', () => {
    const { pointer, camera, withoutHover } = setUp();
    pointer('down', [100, 100], TOUCH);
    pointer('move', [120, 100], TOUCH);
    pointer('down', [300, 300], { ...TOUCH, pointerId: 11 });
    pointer('move', [350, 300], { ...TOUCH, pointerId: 11 });
    pointer('up', [350, 300], { ...TOUCH, pointerId: 11 });
    pointer('up', [120, 100], TOUCH);
    expect(camera).toEqual([]);
    expect(withoutHover()).toEqual([['grab', 'm'], ['drag', [120, 100]], 'release']);
  });

  it('drag a mark after the browser has cancelled a touch of the model', () => {
    const { pointer, withoutHover } = setUp();
    pointer('down', [300, 300], TOUCH);
    pointer('cancel', [300, 300], TOUCH);
    const next = { ...TOUCH, pointerId: 11 };
    pointer('down', [100, 100], next);
    pointer('move', [120, 100], next);
    pointer('up', [120, 100], next);
    expect(withoutHover()).toEqual([['grab', 'm'], ['drag', [120, 100]], 'release']);
  });

  it('the second of a pinch may land on a mark', () => {
    const { pointer, camera, log } = setUp();
    pointer('down', [300, 300], TOUCH);
    pointer('down', [100, 100], { ...TOUCH, pointerId: 11 });
    expect(camera).toEqual(['press', 'press']);
    pointer('up', [300, 300], TOUCH);
    pointer('up', [100, 100], { ...TOUCH, pointerId: 11 });
    expect(log).toEqual([]);
    pointer('down', [100, 100], { ...TOUCH, pointerId: 12 });
    expect(log).toEqual([['hover', 'm']]);
  });
});
