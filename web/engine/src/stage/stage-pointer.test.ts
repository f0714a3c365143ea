import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../emitter.ts';
import { FakeElement, FakePage, sendPointer } from '../overlays/testing/fake-page.ts';
import type { StageMarks } from './stage-marks.ts';
import { StagePointer } from './stage-pointer.ts';
import type { StageEvents } from './stage-types.ts';
import type { ViewPicker } from './view-picker.ts';
import { WaitingInput } from './waiting-input.ts';

const HOVER = { buttons: 0, pointerType: 'mouse' };

/** A stage with a pin at 100, 100, whose camera moves or rests. */
function setUp() {
  const element = new FakeElement(new FakePage());
  const camera = { isMoving: false };
  const events = new Emitter<StageEvents>();
  const hovered: (readonly string[])[] = [];
  events.on('pinHover', (ids) => hovered.push(ids));
  const marks = {
    hasTool: false,
    isHolding: false,
    hover: () => true,
    pinsAt: (x: number, y: number) => (x === 100 && y === 100 ? ['pin'] : null),
  };
  const picker = { under: () => ({ hit: null, pointEcef: null }) } as unknown as ViewPicker;
  const pointer = new StagePointer({
    container: element as unknown as HTMLElement,
    picker,
    input: new WaitingInput(picker, () => {}),
    marks: marks as unknown as StageMarks,
    events,
    photosAt: () => null,
    isMoving: () => camera.isMoving,
    isBusy: () => false,
  });
  return { element, camera, hovered, pointer };
}

describe('a mouse that rests over a pin', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is over it', () => {
    const { element, hovered, pointer } = setUp();
    sendPointer(element, 'pointermove', [100, 100], HOVER);
    vi.advanceTimersByTime(100);
    expect(hovered).toEqual([['pin']]);
    pointer.destroy();
  });

  it('is over it when the camera has come to rest, without another move', () => {
    const { element, camera, hovered, pointer } = setUp();
    camera.isMoving = true;
    sendPointer(element, 'pointermove', [100, 100], HOVER);
    vi.advanceTimersByTime(100);
    expect(hovered).toEqual([]);
    camera.isMoving = false;
    vi.advanceTimersByTime(100);
    expect(hovered).toEqual([['pin']]);
    pointer.destroy();
  });
});
