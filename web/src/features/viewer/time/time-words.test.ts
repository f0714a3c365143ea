import { describe, expect, it } from 'vitest';
import { capturePoints } from '@overlook/embed/site/captures';
import { capturesOfMock } from './testing/captures.ts';
import { elsewhereText, isAtPoint, pointDate, pointDetails, pointLabels } from './time-words.ts';

const [POINTS, TEXTURED] = [1, 3];
const CAPTURES = capturesOfMock();
const POINTS_OF_TIME = capturePoints(CAPTURES);
const [SEP_2025, MARCH, JUNE, , , DRAFT] = POINTS_OF_TIME;
const details = (index: number, layers: number[]) => pointDetails(POINTS_OF_TIME[index]!, CAPTURES, layers);

describe('the dates', () => {
  it('have the year at the first of each, and where there is room', () => {
    const xs = [44, 300, 480, 660, 720, 764];
    expect(pointLabels(POINTS_OF_TIME, xs)).toEqual([
      '12 Sep 2025',
      '14 Mar 2026',
      '19 Jun',
      '26 Sep',
      '31 Oct',
      '25 Nov',
    ]);
    expect(pointLabels(POINTS_OF_TIME, [44, 88, 132, 176, 220, 264])[1]).toBe('14 Mar');
  });

  it('are as exact as the best known of a point', () => {
    const of = (...precisions: ('day' | 'month' | 'year')[]) =>
      pointDate({
        ...MARCH!,
        takenOn: '2026-03-01',
        captures: precisions.map((one) => ({ ...CAPTURES[0]!, precision: one })),
      });
    expect([of('year', 'month'), of('year'), of('month', 'day')]).toEqual(['Mar 2026', '2026', '1 Mar 2026']);
  });
});

describe('a point', () => {
  it('says which layers it has, and what the shown one shows instead', () => {
    expect(details(0, [TEXTURED])).toEqual(['Point Cloud only.', 'Textured begins on 14 Mar 2026.']);
    expect(details(1, [TEXTURED])).toEqual(['Textured only.']);
    expect(details(2, [TEXTURED, TEXTURED])).toEqual(['Point Cloud only.', 'Textured stays at 14 Mar 2026.']);
    expect(elsewhereText(JUNE!, CAPTURES, TEXTURED)).toBe('Textured stays at 14 Mar 2026.');
    expect(elsewhereText(MARCH!, CAPTURES, TEXTURED)).toBeNull();
  });

  it('says that a draft is one', () => {
    expect(DRAFT!.isDraft).toBe(true);
    expect(details(5, [TEXTURED])).toEqual(['Draft of Textured.', 'Others never see it.']);
  });

  it('is full where a shown layer has it', () => {
    expect([SEP_2025!, MARCH!].map((point) => isAtPoint(point, [TEXTURED]))).toEqual([false, true]);
    expect(isAtPoint(SEP_2025!, [TEXTURED, POINTS])).toBe(true);
  });
});
