import { describe, expect, it } from 'vitest';
import { memoryCapBytes } from './memory-cap.ts';

const MIB = 2 ** 20;
const DESKTOP = {
  memoryGib: 8,
  renderer: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060)',
  platform: 'Linux x86_64',
  touchPoints: 0,
};

describe('memoryCapBytes', () => {
  it('is the cap of the site where the device is large or does not report its memory', () => {
    expect(memoryCapBytes(2048, DESKTOP, 0)).toBe(2048 * MIB);
    expect(memoryCapBytes(6024, DESKTOP, 0)).toBe(6024 * MIB);
    expect(memoryCapBytes(2048, { ...DESKTOP, memoryGib: undefined, renderer: '' }, 0)).toBe(2048 * MIB);
  });

  it.each([
    [4, 512],
    [2, 256],
    [0.5, 128],
  ])('is an eighth of %s GiB of system memory: %s MiB', (memoryGib, capMib) => {
    expect(memoryCapBytes(2048, { ...DESKTOP, memoryGib }, 0)).toBe(capMib * MIB);
  });

  it.each([
    ['an Android phone', 'Adreno (TM) 640', 'Linux armv8l', 5],
    ['another Android phone', 'Mali-G78', 'Linux aarch64', 5],
    ['an iPhone', 'Apple GPU', 'iPhone', 5],
    ['an iPad', 'Apple GPU', 'MacIntel', 5],
  ])('is 512 MiB on %s', (_, renderer, platform, touchPoints) => {
    const device = { memoryGib: undefined, renderer, platform, touchPoints };
    expect(memoryCapBytes(2048, device, 0)).toBe(512 * MIB);
    expect(memoryCapBytes(256, device, 0)).toBe(256 * MIB);
  });

  it.each([
    ['a Mac in Safari', 'Apple GPU', 'MacIntel', 0],
    ['a laptop with Windows and an Adreno', 'ANGLE (Qualcomm, Qualcomm(R) Adreno(TM) X1-85 GPU)', 'Win32', 10],
  ])('is what the site allows on %s', (_, renderer, platform, touchPoints) => {
    const device = { memoryGib: undefined, renderer, platform, touchPoints };
    expect(memoryCapBytes(2048, device, 0)).toBe(2048 * MIB);
  });

  it('is halved with each lost context, down to 128 MiB', () => {
    const caps = [0, 1, 2, 10].map((lost) => memoryCapBytes(2048, DESKTOP, lost) / MIB);
    expect(caps).toEqual([2048, 1024, 512, 128]);
    expect(memoryCapBytes(0.5, DESKTOP, 1)).toBe(0.5 * MIB);
  });
});
