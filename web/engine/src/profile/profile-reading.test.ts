import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Vec3, enuFrame, transformPoint } from '@overlook/shared/maths';
import type { ContentLoader } from '../content/content-loader.ts';
import { profileFrame } from './profile-frame.ts';
import { ProfileReading } from './profile-reading.ts';
import { MADE_ORIGIN, madeCloud } from './testing/made-cloud.ts';
import { WAIT } from '../testing/wait.ts';

const SITE = enuFrame(MADE_ORIGIN);
const at = (point: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, point);
const FRAME = profileFrame({ aEcef: at([-20, 0, 0]), bEcef: at([20, 0, 0]) });
const OTHER = profileFrame({ aEcef: at([-20, 1, 0]), bEcef: at([20, 1, 0]) });

/** Points at 0, 0.4, 0.9 and 3 m beside the line. */
const CLOUD = { points: [0, 0, 0, 1, 0.4, 1], children: [{ points: [2, -0.9, 2, 3, 3, 3] }] };

let loaders = 0;
let cloud: ReturnType<typeof madeCloud>;

function aReading(): ProfileReading {
  const createLoader = () => {
    loaders++;
    return { ...cloud.contents, destroy: () => loaders-- } as unknown as ContentLoader;
  };
  return new ProfileReading({ url: cloud.url, fetchHeaders: () => ({}), createLoader });
}
const done = (reading: ProfileReading) =>
  vi.waitFor(() => {
    expect(reading.state()?.progress.state).toBe('done');
    return reading.state()!;
  }, WAIT);

beforeEach(() => {
  loaders = 0;
  cloud = madeCloud(CLOUD, SITE, 'ADD');
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('the shown points of a profile', () => {
  it('are filtered from the read points when the band gets thinner', async () => {
    const reading = aReading();
    reading.show(FRAME, 2);
    expect((await done(reading)).summary.count).toBe(3);
    const asked = cloud.asked.length;
    reading.show(FRAME, 0.5);
    expect(reading.state()!.summary.count).toBe(1);
    reading.show(FRAME, 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reading.state()!.summary.count).toBe(2);
    expect(cloud.asked).toHaveLength(asked);
    reading.destroy();
  });

  it('are read again when the band gets thicker, after a pause, and are kept until then', async () => {
    const reading = aReading();
    reading.show(FRAME, 1);
    await done(reading);
    for (const thickness of [3, 5, 7]) reading.show(FRAME, thickness);
    expect(cloud.asked).toHaveLength(2);
    const counts: number[] = [];
    reading.subscribe(() => counts.push(reading.state()!.summary.count));
    await vi.advanceTimersByTimeAsync(300);
    expect((await done(reading)).summary.count).toBe(4);
    expect(cloud.asked).toHaveLength(4);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    reading.destroy();
  });

  it('is that of another line alone once the line has changed', async () => {
    const reading = aReading();
    reading.show(FRAME, 1);
    await done(reading);
    reading.show(OTHER, 1);
    expect(reading.state()!.summary.count).toBe(0);
    expect((await done(reading)).frame).toBe(OTHER);
    reading.destroy();
  });

  it('end with the workers, and are read again on request', async () => {
    const reading = aReading();
    reading.show(FRAME, 1);
    await done(reading);
    reading.destroy();
    reading.destroy();
    expect([reading.state(), loaders]).toEqual([null, 0]);
    reading.show(FRAME, 1);
    expect((await done(reading)).summary.count).toBe(2);
    expect(loaders).toBe(1);
    reading.destroy();
  });
});
