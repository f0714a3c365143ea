import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SCREENSHOT_WAIT_MS } from '@overlook/shared/config';
import type { Stage } from '@overlook/engine';
import { takePlacePicture } from './take-place-picture.ts';

/** A view whose pictures name it; it is refined when `refine` is called. */
function aView() {
  let name = 'north';
  let refine = () => {};
  const isRefined = new Promise<void>((resolve) => (refine = resolve));
  const listeners = new Set<() => void>();
  const move = (to: string) => {
    name = to;
    for (const listener of listeners) listener();
  };
  const stage = {
    refined: () => isRefined,
    on: (_: string, listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  } as unknown as Pick<Stage, 'refined' | 'on'>;
  const view = { stage, name: () => name, picture: async () => new Blob([name]) };
  return { view, refine: () => refine(), move, listeners };
}

/** The picture as text. */
async function taken(picture: ReturnType<typeof takePlacePicture>) {
  const result = await picture;
  return result && { shows: await result.blob.text(), isComplete: result.isComplete };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits until the view is refined', async () => {
  const { view, refine, listeners } = aView();
  const picture = takePlacePicture(view);
  await vi.advanceTimersByTimeAsync(10 * SCREENSHOT_WAIT_MS);
  refine();
  expect(await taken(picture)).toEqual({ shows: 'north', isComplete: true });
  expect(listeners.size).toBe(0);
});

it('waits half a second also for a view that is refined', async () => {
  const { view, refine } = aView();
  refine();
  let isTaken = false;
  const picture = takePlacePicture(view).finally(() => (isTaken = true));
  await vi.advanceTimersByTimeAsync(SCREENSHOT_WAIT_MS - 1);
  expect(isTaken).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await taken(picture)).toEqual({ shows: 'north', isComplete: true });
});

it('reports that a view was not complete', async () => {
  const { view } = aView();
  const picture = takePlacePicture(view);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await taken(picture)).toEqual({ shows: 'north', isComplete: false });
});

it('keeps the picture of the view that is saved when a person moves on', async () => {
  const { view, move } = aView();
  const picture = takePlacePicture(view);
  await vi.advanceTimersByTimeAsync(SCREENSHOT_WAIT_MS / 2);
  move('south');
  expect(await taken(picture)).toEqual({ shows: 'north', isComplete: false });
});

it('is null while nothing is shown', async () => {
  const { view, refine } = aView();
  refine();
  const picture = takePlacePicture({ ...view, picture: async () => null });
  await vi.advanceTimersByTimeAsync(SCREENSHOT_WAIT_MS);
  expect(await picture).toBeNull();
});
