import { describe, expect, it } from 'vitest';
import type { MeasureMode } from '@overlook/engine';
import { anglePrompt, measurePrompt, touchText } from './prompt-text.ts';
import { aMeasurement, aPoint } from './testing/measurements.ts';

const points = (count: number) => Array.from({ length: count }, (_, index) => aPoint(index + 1));
const measuring = (mode: MeasureMode, count: number) => {
  const measurements = count > 0 ? [aMeasurement({ mode, points: points(count) })] : [];
  const { text, keys } = measurePrompt({ mode, isDrawing: count > 0, measurements });
  return [text, ...keys.map(({ key }) => key)].join(' · ');
};

describe('the prompt of Measure', () => {
  it.each([
    ['distance', 0, 'Click to add a point'],
    ['distance', 1, 'Click to add a point · Esc'],
    ['distance', 2, 'Click to add a point · Enter'],
    ['height', 0, 'Click the point to measure from'],
    ['height', 1, 'Click the point to measure to · Esc'],
    ['area', 2, 'Click to add a corner · Esc'],
    ['area', 3, 'Click to add a corner · Enter'],
    ['plane', 2, 'Click a point of the plane · Esc'],
    ['plane', 3, 'Click the point to measure from the plane · Esc'],
  ] as const)('in mode %s with %d points: %s', (mode, count, text) => expect(measuring(mode, count)).toBe(text));
});

it('asks for the three points of an angle, and begins again', () => {
  const angle = { id: 1, isDone: false, angleDeg: null, errorDeg: null, modeltypeIds: [3], takenOn: [] };
  const texts = [0, 1, 2].map(
    (count) => anglePrompt({ isDrawing: count > 0, angles: [{ ...angle, points: points(count) }] }).text,
  );
  expect(texts).toEqual([
    'Click a point on the first arm',
    'Click the corner of the angle',
    'Click a point on the second arm',
  ]);
  const done = anglePrompt({ isDrawing: false, angles: [{ ...angle, isDone: true, points: points(3) }] });
  expect(done).toEqual({ text: 'Click a point on the first arm', keys: [] });
});

it('asks to tap on touch screens, except in the sentence of the specification', () => {
  expect(touchText({ text: 'Click to add a point', keys: [] })).toBe('Tap to add a point');
  const sentence = 'Click on the model to create a location target.';
  expect(touchText({ text: sentence, keys: [] })).toBe(sentence);
});
