import { describe, expect, it } from 'vitest';
import { estimateText, layerNotHeldText, meshEstimateText, pendingText, tooManyPointsText } from './index.ts';

const typeset = (text: string) => text.replaceAll(/ (?=%|MB)/g, '\u202F');

describe('the sentences of exports', () => {
  it('say what an export will have', () => {
    expect(estimateText(4_087_654, 69_490_118)).toBe(typeset('About 4.1 million points, 69.5 MB'));
  });

  it('say what makes an export smaller', () => {
    expect(tooManyPointsText(123e6, 50e6, 0.01)).toBe(
      'About 123 million points, and one export takes 50 million. Choose 10mm or make the box smaller.',
    );
    expect(tooManyPointsText(123e6, 50e6, null)).toMatch(/50 million\. Make the box smaller\.$/);
  });

  it.each([
    [0, 2_534_000, 4_087_654, 'Pending, 61 % of 4.1 million points'],
    [0, 9, 9, 'Pending, 100 % of 9 points'],
    [0, 0, null, 'Pending'],
    [1, 0, 4_087_654, 'Pending, second in the queue'],
    [10, 0, null, 'Pending, 11th in the queue'],
    [21, 0, null, 'Pending, 22nd in the queue'],
    [111, 0, null, 'Pending, 112th in the queue'],
  ])('say how far an export is: %d ahead, %d of %d', (ahead, done, total, text) => {
    expect(pendingText({ ahead, done, total }, 'points')).toBe(typeset(text));
  });

  it('count tiles of layers', () => {
    expect(pendingText({ ahead: 0, done: 3, total: 12 }, 'tiles')).toBe(typeset('Pending, 25 % of 12 tiles'));
    expect(pendingText({ ahead: 0, done: 0, total: 1 }, 'tiles')).toBe(typeset('Pending, 0 % of 1 tile'));
    expect(pendingText({ ahead: 0, done: 0, total: null }, 'tiles')).toBe('Pending');
    expect(meshEstimateText(1, 2000)).toBe('About 1 triangle, 2.0\u202FkB');
    expect(layerNotHeldText(4)).toBe('The layer Project Layer is kept on another server. It cannot be exported here.');
  });
});
