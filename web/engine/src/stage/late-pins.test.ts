import { enuFrame } from '@overlook/shared/maths';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StagePin } from '../overlays/pins/pin.ts';
import type { MarkCamera } from '../overlays/screen-projection.ts';
import { LatePins, type Pins } from './late-pins.ts';

const made: FakeCanvas[] = [];

class FakeCanvas implements Pins {
  readonly canvas = {} as HTMLCanvasElement;
  readonly calls: unknown[][] = [];

  constructor(...args: [container: HTMLElement, under: HTMLElement]) {
    this.calls.push(['new', ...args]);
    made.push(this);
  }

  readonly resize = (...size: unknown[]) => void this.calls.push(['resize', ...size]);
  readonly show = (...pins: unknown[]) => void this.calls.push(['show', ...pins]);
  readonly draw = (...view: unknown[]) => void this.calls.push(['draw', ...view]);
  readonly destroy = () => void this.calls.push(['destroy']);
  readonly pinsAt = () => ['pump'];
  readonly refreshOcclusion = () => true;
  readonly clearOcclusion = () => undefined;
}

const [container, under] = [{} as HTMLElement, {} as HTMLElement];
const camera = { x: 1 } as MarkCamera;
const frame = enuFrame({ longitude: 5, latitude: 60, height: 0 });
const PINS: readonly StagePin[] = [{ id: 'pump', pointEcef: [1, 2, 3], color: '#ff0000', glyph: 'dot' }];
const HOVERED: readonly string[] = ['pump'];

function latePins() {
  const onChange = vi.fn();
  const load = () => Promise.resolve({ PinsCanvas: FakeCanvas });
  return { pins: new LatePins({ container, under, onChange, load }), onChange };
}

beforeEach(() => void made.splice(0));

describe('the pins of a stage', () => {
  it('load nothing for a stage without pins', async () => {
    const { pins } = latePins();
    pins.resize(800, 600, 2);
    pins.show([], []);
    pins.draw(camera, frame, null);
    await vi.dynamicImportSettled();
    expect(made).toHaveLength(0);
    expect([pins.canvas, pins.isLoading, pins.pinsAt(1, 1)]).toEqual([null, false, null]);
    expect(pins.refreshOcclusion(1, () => false)).toBe(true);
  });

  it('are painted under the marks, in the newest size and view, as soon as their code is loaded', async () => {
    const { pins, onChange } = latePins();
    pins.resize(800, 600, 2);
    pins.show(PINS, []);
    pins.show(PINS, HOVERED);
    pins.draw(camera, frame, null);
    expect(pins.isLoading).toBe(true);
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce());
    expect(made).toHaveLength(1);
    expect(made[0]!.calls).toEqual([
      ['new', container, under],
      ['resize', 800, 600, 2],
      ['show', PINS, HOVERED],
      ['draw', camera, frame, null],
    ]);
    expect([pins.canvas, pins.isLoading, pins.pinsAt(1, 1)]).toEqual([made[0]!.canvas, false, ['pump']]);
    pins.show([], []);
    expect(made[0]!.calls.at(-1)).toEqual(['show', [], []]);
  });

  it('do not exist for a stage that was destroyed while their code was loading', async () => {
    const { pins, onChange } = latePins();
    pins.show(PINS, []);
    pins.destroy();
    await vi.dynamicImportSettled();
    expect([made.length, onChange.mock.calls.length]).toEqual([0, 0]);
  });
});
