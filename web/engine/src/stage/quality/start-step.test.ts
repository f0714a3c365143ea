import { describe, expect, it } from 'vitest';
import { hasNoShadowsFrom, startStep } from './start-step.ts';

describe('the initial step of a page', () => {
  it.each([
    ['ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)', 0],
    ['ANGLE (Intel, Intel(R) Iris(R) Xe Graphics Direct3D11 vs_5_0 ps_5_0, D3D11)', 0],
    ['ANGLE (Intel, Intel(R) UHD Graphics 620 Direct3D11 vs_5_0 ps_5_0, D3D11)', 1],
    ['Mesa Intel(R) HD Graphics 5500 (BDW GT2)', 1],
    ['Adreno (TM) 506', 1],
    ['Adreno (TM) 740', 0],
    ['Mali-G52', 1],
    ['Apple GPU', 0],
    ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', 2],
    ['', 0],
  ])('%s', (gpu, step) => {
    expect(startStep(gpu, null)).toBe(step);
  });

  it('is the stored step of the same GPU, of any kind, within the ladder', () => {
    expect(startStep('Mali-G52', { gpu: 'Mali-G52', step: 0 })).toBe(0);
    expect(startStep('A', { gpu: 'A', step: 3 })).toBe(3);
    expect(startStep('A', { gpu: 'B', step: 3 })).toBe(0);
    expect(startStep('A', { gpu: 'A', step: 99 })).toBe(4);
  });
});

it('GPUs that begin at a reduced step have no shadows of the sun by default', () => {
  expect([0, 1, 2, 3, 4].map(hasNoShadowsFrom)).toEqual([false, true, true, true, true]);
  expect(hasNoShadowsFrom(startStep('SwiftShader', null))).toBe(true);
});
