import { expect, it, vi } from 'vitest';
import { LatePart } from './late-part.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('is loaded once, and says when it is there', async () => {
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

it('is tried again after a failure, and nothing waits for it meanwhile', async () => {
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

it('is not there any more after its stage has ended, also where it comes later', async () => {
  const onChange = vi.fn();
  const late = new LatePart({ make: async () => 'a part', onChange });
  late.want();
  expect(late.release()).toBeNull();
  await settled();
  expect(late.part).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});
