import { afterEach, expect, it, vi } from 'vitest';
import { whenModelVisible, setOpening } from './stage.ts';

afterEach(() => setOpening(false));

/** Stores tell their listeners in the next microtask. */
const told = () => Promise.resolve();

it('waits for the first picture of the model, once', async () => {
  const act = vi.fn();
  setOpening(true);
  whenModelVisible(act);
  await told();
  expect(act).not.toHaveBeenCalled();
  setOpening(false);
  await told();
  setOpening(true);
  await told();
  setOpening(false);
  await told();
  expect(act).toHaveBeenCalledOnce();
});

it('waits for nothing where the model can be seen, and no longer than is wanted', async () => {
  const act = vi.fn();
  whenModelVisible(act);
  expect(act).toHaveBeenCalledOnce();
  setOpening(true);
  whenModelVisible(act)();
  setOpening(false);
  await told();
  expect(act).toHaveBeenCalledOnce();
});
