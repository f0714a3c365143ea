import { GOVERNOR } from '@overlook/shared/config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import {
  type FrameSample,
  GOVERNOR_START,
  type GovernorState,
  governorFrom,
  governed,
  recheckAfterMs,
  stepGovernor,
} from './governor.ts';

const GIB = 2 ** 30;

/** A stage whose frame time and memory depend on the quality that it is set to. */
class Machine {
  state: GovernorState = GOVERNOR_START;
  nowMs = 1000;
  /** Every change of quality, with its time. */
  readonly changes: number[] = [];

  constructor(
    private readonly frameMsAt: (errorFactor: number, pixelRatio: number) => number,
    private readonly bytesAt: (errorFactor: number) => number = () => 0.1 * GIB,
    private readonly fullPixelRatio = 1,
    private readonly neededMsAt: (errorFactor: number) => number | null = () => null,
  ) {}

  get quality() {
    return governed(this.state, this.fullPixelRatio);
  }

  move(forMs: number): this {
    return this.run(forMs, true);
  }

  /** As a stage at rest: no frames, only the rechecks that the governor requests. */
  rest(forMs: number): this {
    const end = this.nowMs + forMs;
    for (;;) {
      const wait = recheckAfterMs(this.state);
      if (wait === null || this.state.sampledAtMs + wait > end) break;
      this.nowMs = this.state.sampledAtMs + wait;
      this.sample({ frameMs: 0, isMoving: false });
    }
    this.nowMs = end;
    return this;
  }

  look(): this {
    return this.run(1, false);
  }

  private run(forMs: number, isMoving: boolean): this {
    const end = this.nowMs + forMs;
    while (this.nowMs < end) {
      const { screenSpaceErrorFactor, pixelRatio } = this.quality;
      const frameMs = this.frameMsAt(screenSpaceErrorFactor, pixelRatio);
      this.nowMs += frameMs;
      this.sample({ frameMs, isMoving });
    }
    return this;
  }

  private sample(part: Pick<FrameSample, 'frameMs' | 'isMoving'>): void {
    const before = this.quality;
    const neededMs = this.neededMsAt(before.screenSpaceErrorFactor);
    const gpuBytes = Math.min(GIB, this.bytesAt(before.screenSpaceErrorFactor));
    this.state = stepGovernor(this.state, { ...part, neededMs, gpuBytes, capBytes: GIB, nowMs: this.nowMs });
    if (JSON.stringify(this.quality) !== JSON.stringify(before)) this.changes.push(this.nowMs);
  }
}

const FULL = {
  screenSpaceErrorFactor: 1,
  pointSizeFactor: 1,
  pixelRatio: 1,
  mapPixelRatioFactor: 1,
  hasEffects: true,
  hasShadows: true,
  reasons: [],
};

describe('governor, frame time', () => {
  it('changes nothing on a fast machine', () => {
    const machine = new Machine(() => 16.7).move(20_000);
    expect(machine.quality).toEqual(FULL);
    expect(machine.changes).toEqual([]);
  });

  it('ignores one slow frame, or two close together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 2 }), (at, count) => {
        let i = 0;
        const machine = new Machine(() => (i++ >= at && i <= at + count ? 400 : 16.7)).move(3000);
        expect(machine.changes).toEqual([]);
      }),
    );
  });

  it('does not count the pause of a hidden page as a slow frame', () => {
    let i = 0;
    expect(new Machine(() => (i++ % 2 === 0 ? 5000 : 16.7)).move(60_000).changes).toEqual([]);
  });

  it('reduces quality on a slow machine until it is fast enough, and reports the reason', () => {
    const machine = new Machine((error) => 80 / error).move(3000);
    const { screenSpaceErrorFactor, reasons } = machine.quality;
    expect(80 / screenSpaceErrorFactor).toBeLessThanOrEqual(GOVERNOR.slowFrameMs);
    expect(reasons).toEqual(['frameTime']);
  });

  it('reaches the last step within two seconds even at five frames per second, and stops there', () => {
    const machine = new Machine(() => 200).move(2100);
    const floor = GOVERNOR.steps.at(-1)!;
    expect(machine.quality.screenSpaceErrorFactor).toBe(floor.screenSpaceErrorFactor);
    expect(machine.quality.pixelRatio).toBe(GOVERNOR.lowestPixelRatio);
  });

  it('never draws more pixels than the full ratio, however small', () => {
    const machine = new Machine(() => 200, undefined, 0.5).move(5000);
    expect(machine.quality.pixelRatio).toBe(0.5);
  });

  it('returns to full quality soon after the camera rests, and to the reduced step when it moves again', () => {
    const machine = new Machine((error) => 80 / error).move(3000);
    const down = machine.quality;
    machine.rest(GOVERNOR.restMs - 50);
    expect(machine.quality).toEqual(down);
    machine.rest(100);
    expect(machine.quality).toEqual(FULL);
    machine.move(1);
    expect(machine.quality).toEqual(down);
  });

  it('requests a recheck at rest only while quality is reduced', () => {
    expect(recheckAfterMs(GOVERNOR_START)).toBeNull();
    const machine = new Machine((error) => 80 / error).move(3000);
    expect(Math.abs(recheckAfterMs(machine.state)! - GOVERNOR.restMs)).toBeLessThanOrEqual(1);
    machine.rest(1000);
    expect(recheckAfterMs(machine.state)).toBeNull();
  });

  it('restores full quality when the machine becomes fast, one step at a time', () => {
    let load = 120;
    const machine = new Machine((error) => load / error).move(3000);
    expect(machine.quality.screenSpaceErrorFactor).toBeGreaterThan(2);
    load = 10;
    machine.move(15_000);
    expect(machine.quality).toEqual(FULL);
  });

  it('recovers during short movements too', () => {
    let load = 120;
    const machine = new Machine((error) => load / error).move(3000);
    load = 10;
    for (let i = 0; i < 40; i++) machine.rest(2000).move(400);
    expect(machine.quality).toEqual(FULL);
  });

  it('converges under any constant load: attempts to raise the quality become rarer', () => {
    const load = fc.double({ min: 5, max: 400, noNaN: true });
    const power = numberBetween(0, 2);
    fc.assert(
      fc.property(load, power, load, (fixed, errorPower, scaled) => {
        const machine = new Machine((error, ratio) => fixed / 4 + (scaled * ratio ** 2) / error ** errorPower);
        machine.move(120_000);
        const late = machine.changes.filter((ms) => ms > 61_000);
        expect(late.length).toBeLessThanOrEqual(8);
      }),
      {
        numRuns: 30,
        // Each run takes a tenth of a second: to make a counterexample smaller would take many minutes.
        endOnFailure: true,
        // Full quality is very slow, and the step below it as fast as a display of 30 Hz.
        examples: [[5.644, 1.975, 129.12]],
      },
    );
  });
});

describe('governor, a start', () => {
  it('at a learnt step is reduced from the first movement of the camera, not before', () => {
    const machine = new Machine((error) => 80 / error);
    machine.state = governorFrom(3);
    expect(machine.quality).toEqual(FULL);
    expect(machine.move(1).quality).toMatchObject({
      screenSpaceErrorFactor: 2.2,
      hasEffects: false,
      reasons: ['frameTime'],
    });
  });

  it('at a step that is too low returns to full quality on a fast machine within seven seconds', () => {
    const machine = new Machine(() => 16.7);
    machine.state = governorFrom(4);
    expect(machine.move(7000).quality).toEqual(FULL);
  });
});

describe('governor, the reductions of each step', () => {
  it.each([
    [0, 1, true, true],
    [1, 0.75, false, true],
    [2, 0.5, false, false],
    [4, 0.5, false, false],
  ])('step %i: map at %d of its pixels, shadows %s, effects %s, all back at rest', (step, ...left) => {
    const [mapPixelRatioFactor, hasShadows, hasEffects] = left;
    const moving = { ...governorFrom(step), isResting: false };
    expect(governed(moving, 2)).toMatchObject({ mapPixelRatioFactor, hasShadows, hasEffects });
    expect(governed({ ...moving, isResting: true }, 2)).toMatchObject({
      mapPixelRatioFactor: 1,
      hasShadows: true,
      hasEffects: true,
    });
  });

  it('never increases anything with a lower step', () => {
    const steps = GOVERNOR.steps.map((_, step) => governed({ ...governorFrom(step), isResting: false }, 2));
    steps.slice(1).forEach((one, i) => {
      const before = steps[i]!;
      expect(one.screenSpaceErrorFactor).toBeGreaterThan(before.screenSpaceErrorFactor);
      expect(one.pixelRatio).toBeLessThanOrEqual(before.pixelRatio);
      expect(one.mapPixelRatioFactor).toBeLessThanOrEqual(before.mapPixelRatioFactor);
      expect(Number(one.hasEffects)).toBeLessThanOrEqual(Number(before.hasEffects));
      expect(Number(one.hasShadows)).toBeLessThanOrEqual(Number(before.hasShadows));
    });
  });
});

describe('governor, displays of 30 Hz and busy pages', () => {
  const at = (step: number, machine: Machine) => {
    machine.state = governorFrom(step);
    return machine;
  };

  it('regular frames of 33.3 ms are caused by the display: all reductions are undone', () => {
    expect(at(2, new Machine(() => 33.3)).move(60_000).quality).toEqual(FULL);
  });

  it('uneven frames are not caused by the display', () => {
    let i = 0;
    const machine = at(2, new Machine(() => (i++ % 2 === 0 ? 28 : 35))).move(60_000);
    expect(machine.quality.reasons).toEqual(['frameTime']);
  });

  it('where the GPU reports that it is busy, regular frames of 33.3 ms are caused by it', () => {
    const machine = at(
      2,
      new Machine(
        () => 33.3,
        undefined,
        1,
        () => 30,
      ),
    ).move(60_000);
    // The first is the beginning of the movement.
    expect(machine.changes).toHaveLength(1);
    expect(machine.quality.reasons).toEqual(['frameTime']);
  });

  it('slow frames during which page and GPU are partly idle do not reduce quality', () => {
    const machine = new Machine(
      () => 60,
      undefined,
      1,
      () => 5,
    ).move(20_000);
    expect(machine.quality).toEqual(FULL);
    expect(machine.changes).toEqual([]);
  });

  it('attempts on a display that misses every other frame become rarer', () => {
    // The frame times of a 60 Hz display for frames of 20 ms at step 1 and 40 ms at full quality.
    const machine = new Machine((error) => (error < 1.3 ? 50 : 33.3)).move(120_000);
    expect(machine.changes.filter((ms) => ms > 61_000).length).toBeLessThanOrEqual(8);
  });
});

describe('governor, memory', () => {
  it('reduces quality until the view fits, keeps it at rest, and reports the reason', () => {
    const machine = new Machine(
      () => 10,
      (error) => (1.5 * GIB) / error ** 2,
    );
    machine.move(10_000).rest(20_000);
    const { screenSpaceErrorFactor, pixelRatio, reasons } = machine.quality;
    expect((1.5 * GIB) / screenSpaceErrorFactor ** 2).toBeLessThanOrEqual(GOVERNOR.memoryHighShare * GIB);
    expect(pixelRatio).toBe(1);
    expect(reasons).toEqual(['memory']);
  });

  it('raises it when the view needs less memory', () => {
    let need = 1.5;
    const machine = new Machine(
      () => 10,
      (error) => (need * GIB) / error ** 2,
    );
    machine.move(10_000);
    need = 0.3;
    machine.look().rest(20_000);
    expect(machine.quality).toEqual(FULL);
  });

  it('converges for any memory need, wherever the camera rests', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        fc.double({ min: 1, max: 3, noNaN: true }),
        (need, power) => {
          const machine = new Machine(
            () => 10,
            (error) => (need * GIB) / error ** power,
          );
          machine.move(5000).rest(115_000);
          expect(machine.changes.filter((ms) => ms > 61_000).length).toBeLessThanOrEqual(8);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('handles memory and frame time independently', () => {
    const machine = new Machine(
      (error) => 80 / error,
      (error) => (1.5 * GIB) / error ** 2,
    );
    machine.move(10_000);
    expect(machine.quality.reasons).toContain('frameTime');
    machine.rest(10_000);
    expect(machine.quality.reasons).toEqual(['memory']);
  });
});
