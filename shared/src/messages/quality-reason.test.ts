import { expect, it } from 'vitest';
import { qualityReasonText } from './stage.ts';

const SLOW = {
  reasons: ['frameTime'],
  frameMs: 52.4,
  pixelRatio: { chosen: 2, now: 1.4 },
  mapPixelRatioFactor: 0.5,
  hasEffects: false,
  hasShadows: true,
  isSmoothed: true,
  memory: { lostContexts: 0 },
} as const;

it('names each thing that a slow device leaves out', () => {
  expect(qualityReasonText(SLOW)).toBe(
    'Frames took 52 ms, so distant tiles are coarser and points larger. While the camera moves the base map has fewer pixels, ' +
      'eye-dome lighting, round points and soft shade are left out and the picture has fewer pixels. It recovers when the camera rests.',
  );
});

it('names shadows of the sun, which are left out first', () => {
  const first = {
    ...SLOW,
    hasShadows: false,
    hasEffects: true,
    mapPixelRatioFactor: 0.75,
    pixelRatio: { chosen: 1, now: 1 },
  };
  expect(qualityReasonText(first)).toContain(
    'While the camera moves the base map has fewer pixels and shadows of the sun are left out.',
  );
});

it('gives an earlier visit or the kind of device as the reason before a frame was measured', () => {
  const first = { ...SLOW, frameMs: 0, pixelRatio: { chosen: 1, now: 1 }, mapPixelRatioFactor: 1, hasEffects: true };
  expect(qualityReasonText({ ...first, isSmoothed: false })).toBe(
    'Devices like this one have been slow, so distant tiles are coarser and points larger. While the camera moves edges are not ' +
      'smoothed. It recovers when the camera rests.',
  );
});

it('tells of memory, and of lost graphics memory', () => {
  const full = { ...SLOW, reasons: ['memory'] as const, memory: { lostContexts: 1 } };
  expect(qualityReasonText(full)).toBe(
    'The view needs more memory than there is, so distant tiles are coarser. The browser lost its graphics memory before, so less of ' +
      'it is used until the page is reloaded. It recovers in smaller views.',
  );
});
