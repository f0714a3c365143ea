import { expect, it, vi } from 'vitest';
import { LatePart } from './late-part.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('is loaded once, and reports when it is loaded', async () => {
  const make = vi.fn(async () => 'a part');
  const onChange = vi.fn();
  const late = new LatePart({ make, onChange });
  expect([late.part, late.isLoading]).toEqual([null, false]);
  late.want();
  late.want();
  expect(late.isLoading).toBe(true);
  await settled();
  expect([late.part, late.isLoading]).toEqual(['a part', false]);
  late.want();
  expect(make).toHaveBeenCalledOnce();
  expect(onChange).toHaveBeenCalledOnce();
});

it('is loaded again after a failure, and nothing waits for it meanwhile', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const make = vi.fn(async () => 'a part').mockRejectedValueOnce(new Error('Offline.'));
  const late = new LatePart({ make, onChange: () => undefined });
  late.want();
  await settled();
  expect([late.part, late.isLoading]).toEqual([null, false]);
  late.want();
  await settled();
  expect(late.part).toBe('a part');
});

it('does not exist after the end of its stage, even if its code is loaded later', async () => {
  const onChange = vi.fn();
  const late = new LatePart({ make: async () => 'a part', onChange });
  late.want();
  expect(late.release()).toBeNull();
  await settled();
  expect(late.part).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});
