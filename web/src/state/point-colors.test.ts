import { afterEach, expect, it } from 'vitest';
import {
  pointColors,
  resetPointChoices,
  setClassHidden,
  setPointColorMode,
  setPointRange,
  showPointColors,
} from './point-colors.ts';

afterEach(() => {
  setPointColorMode('scanned');
  resetPointChoices();
});

it('the colours of points are the same object until they change', () => {
  const before = pointColors();
  expect(before).toEqual({ mode: 'scanned', range: null, hiddenClasses: [] });
  expect(pointColors()).toBe(before);
  setClassHidden(18, true);
  setClassHidden(7, true);
  expect(pointColors().hiddenClasses).toEqual([7, 18]);
  setClassHidden(18, false);
  expect(pointColors().hiddenClasses).toEqual([7]);
});

it('a range belongs to its colour mode', () => {
  setPointColorMode('height');
  setPointRange([10, 40]);
  expect(pointColors()).toMatchObject({ mode: 'height', range: [10, 40] });
  setPointColorMode('intensity');
  expect(pointColors().range).toBeNull();
});

it('the values of a link replace all', () => {
  setClassHidden(2, true);
  showPointColors({ mode: 'intensity', range: [0, 100], hiddenClasses: [7] });
  expect(pointColors()).toEqual({ mode: 'intensity', range: [0, 100], hiddenClasses: [7] });
});
