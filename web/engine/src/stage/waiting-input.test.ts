import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ViewPicker } from './view-picker.ts';
import { WaitingInput } from './waiting-input.ts';

/** Data that have been read from the GPU, by the column of pixels that needs them. */
let read: Set<number>;
let camera: string;
let onWait: ReturnType<typeof vi.fn<() => void>>;
let input: WaitingInput;
let done: string[];

const pickerWith = (seen: () => string) =>
  ({
    under: (x: number) => (read.has(x) ? { hit: null, pointEcef: null } : null),
    frozen: () => {
      const before = seen();
      return pickerWith(() => before);
    },
    seen,
  }) as unknown as ViewPicker & { seen(): string };

const click = (x: number) =>
  input.at(x, 0, (picker) => done.push(`${x} from ${(picker as ReturnType<typeof pickerWith>).seen()}`));

beforeEach(() => {
  read = new Set();
  camera = 'the start';
  onWait = vi.fn();
  done = [];
  input = new WaitingInput(
    pickerWith(() => camera),
    onWait,
  );
});

describe('input that needs data of the model', () => {
  it('runs at once where they have been read', () => {
    read.add(1);
    expect(click(1)).toBe(true);
    expect([done, onWait.mock.calls.length]).toEqual([['1 from the start'], 0]);
  });

  it('waits for them otherwise, and then has the camera of its moment', () => {
    expect(click(1)).toBe(false);
    expect([done, input.isWaiting]).toEqual([[], true]);
    camera = 'elsewhere';
    input.serve();
    expect(done).toEqual([]);
    read.add(1);
    input.serve();
    expect([done, input.isWaiting]).toEqual([['1 from the start'], false]);
    // A frame for the click, and another while it waited.
    expect(onWait).toHaveBeenCalledTimes(2);
  });

  it('keeps its order, also with input that needs none', () => {
    read.add(2);
    click(1);
    click(2);
    input.add(
      () => true,
      () => done.push('Enter'),
    );
    input.serve();
    expect(done).toEqual([]);
    read.add(1);
    input.serve();
    expect(done).toEqual(['1 from the start', '2 from the start', 'Enter']);
  });

  it('is done before other input of the page, which would overtake it', () => {
    click(1);
    click(2);
    input.finish();
    expect([done, input.isWaiting]).toEqual([['1 from the start', '2 from the start'], false]);
  });

  it('is forgotten when another site is opened', () => {
    click(1);
    input.clear();
    read.add(1);
    input.serve();
    expect([done, input.isWaiting]).toEqual([[], false]);
  });
});
