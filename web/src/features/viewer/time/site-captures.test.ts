import { describe, expect, it } from 'vitest';
import { capturePoints } from '@overlook/embed/site/captures';
import { momentAfter, siteCaptures } from './site-captures.ts';
import { aCapture } from '@overlook/shared/schemas/testing';
import { capturesOfMock } from './testing/captures.ts';

const [POINTS, TEXTURED] = [1, 3];
const MARCH = '2026-03-14';

describe('the captures of a site', () => {
  const site = siteCaptures(1, capturesOfMock());

  it('give a layer the capture of a moment, always the same object', () => {
    expect(site.at(TEXTURED, null)).toEqual({
      id: 5,
      isCurrent: true,
      url: '/files/3/2026-10-31/tileset.json',
      takenOn: '2026-10-31',
      date: '31 Oct 2026',
    });
    expect(site.at(POINTS, '2026-03-14')).toMatchObject({ id: 1 });
    expect(site.at(TEXTURED, 'draft-6')).toMatchObject({ id: 6 });
    expect(site.at(TEXTURED, '2026-03-14')).toBe(site.at(TEXTURED, '2026-06-19'));
    expect(site.at(4, null)).toBeNull();
  });

  it('know of which layer a draft is', () => {
    expect(['draft-6', 'draft-5', MARCH, null].map((one) => site.draftedLayer(one))).toEqual([
      TEXTURED,
      null,
      null,
      null,
    ]);
  });

  it('know the newest day that is published', () => expect(site.newestDay).toBe('2026-10-31'));

  it('give another moment of the same layer: before, else after', () => {
    const beside = (moment: string | null) => site.momentBeside(site.at(TEXTURED, moment)!);
    expect(beside(null)).toBe('2026-09-26');
    expect(beside('2026-03-14')).toBe('2026-09-26');
  });
});

describe('a site of one state', () => {
  it('is one whose layers were captured once, though on different days', () => {
    const site = siteCaptures(1, [aCapture(1, 1, '2026-03-14'), aCapture(2, 3, '2026-06-19')]);
    expect([site.areSeveral, site.at(TEXTURED, '2026-03-14'), site.newestDay]).toEqual([false, null, '2026-06-19']);
  });

  it('is not one with a draft', () => {
    const site = siteCaptures(1, [aCapture(1, 3, '2026-03-14'), aCapture(2, 1, '2026-06-19', { publishedAt: null })]);
    expect(site.areSeveral).toBe(true);
  });

  it('is one of which nothing is known', () => {
    const site = siteCaptures(1, []);
    expect([site.areSeveral, site.newestDay, site.at(TEXTURED, null)]).toEqual([false, null, null]);
  });
});

it('steps from point to point, and stops at the ends', () => {
  const points = capturePoints(capturesOfMock());
  const after = (moment: string | null, by: number) => momentAfter(points, moment, by);
  expect(after('2026-09-26', 1)).toBeNull();
  expect(after(null, 1)).toBe('draft-6');
  expect(after('draft-6', 1)).toBe('draft-6');
  expect(after('2025-09-12', -1)).toBe('2025-09-12');
  expect(after(null, -Infinity)).toBe('2025-09-12');
  expect(after('2026-04-01', 1)).toBe('2026-06-19');
});
