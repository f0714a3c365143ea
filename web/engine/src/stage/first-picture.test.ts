import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstPicture } from './first-picture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waitFor() {
  const picture = new FirstPicture();
  const onOver = vi.fn();
  void picture.over.then(onOver);
  const isOverAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return onOver.mock.calls.length === 1;
  };
  return { picture, isOverAfter };
}

describe('the wait for the first picture', () => {
  it('ends shortly after models cover the view', async () => {
    const { picture, isOverAfter } = waitFor();
    picture.siteOpened(true);
    expect(await isOverAfter(1500)).toBe(false);
    picture.drawn();
    expect(await isOverAfter(60)).toBe(false);
    picture.drawn();
    expect(await isOverAfter(40)).toBe(true);
  });

  it('ends at once when no model of a site can be loaded', async () => {
    const { picture, isOverAfter } = waitFor();
    picture.siteOpened(true);
    expect(await isOverAfter(500)).toBe(false);
    picture.failed();
    expect(await isOverAfter(0)).toBe(true);
  });

  it('ends after a second where no site is opened', async () => {
    const { isOverAfter } = waitFor();
    expect(await isOverAfter(999)).toBe(false);
    expect(await isOverAfter(1)).toBe(true);
  });

  it('ends at once for a site without models', async () => {
    const { picture, isOverAfter } = waitFor();
    picture.siteOpened(false);
    expect(await isOverAfter(0)).toBe(true);
  });

  it('ends after five seconds where the models of a site do not arrive', async () => {
    const { picture, isOverAfter } = waitFor();
    picture.siteOpened(true);
    expect(await isOverAfter(4999)).toBe(false);
    expect(await isOverAfter(1)).toBe(true);
  });
});
