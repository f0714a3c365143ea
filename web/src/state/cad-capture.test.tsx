import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cadCapture, cadSite } from './cad-capture.ts';
import { resetCad, select } from './cad.ts';
import { resetMoments, setCaptures, setMoment } from './moments.ts';
import { objectRules } from './object-rules.ts';
import { resetStageChoices, setLayer } from './stage.ts';
import { openSwipe, resetSwipe } from './swipe.ts';

const SITE = 1;
const [TEXTURED, PROJECT_LAYER] = [3, 4];
const MARCH = '2026-03-14';
const captureOf = (id: number, takenOn: string, isCurrent: boolean) => ({ id, takenOn, isCurrent, url: '', date: '' });
const [march, newest] = [captureOf(7, MARCH, false), captureOf(8, '2026-09-26', true)];

beforeEach(() => {
  setLayer(0, PROJECT_LAYER);
  setCaptures({
    siteId: SITE,
    areSeveral: true,
    newestDay: newest.takenOn,
    at: (layer, moment) => (layer === PROJECT_LAYER ? (moment === MARCH ? march : newest) : null),
    draftedLayer: () => null,
    countOf: () => 2,
    momentBeside: () => null,
  });
});
afterEach(() => {
  resetMoments();
  resetStageChoices();
  resetSwipe();
  resetCad();
});

describe('the objects', () => {
  it('are of the current capture, and of that of the moment', () => {
    expect([cadSite(SITE), cadSite(2)]).toEqual([{ siteId: SITE }, { siteId: 2 }]);
    setMoment(SITE, 0, MARCH);
    expect([cadSite(SITE), cadSite(2)]).toEqual([{ siteId: SITE, captureId: 7 }, { siteId: 2 }]);
  });

  it('are those of the second side of a swipe where only that one shows the layer', () => {
    setMoment(SITE, 'second', MARCH);
    openSwipe({ secondLayerId: PROJECT_LAYER, fraction: 0.5, direction: 'sideBySide' });
    expect(cadCapture()).toBe(newest);
    setLayer(0, TEXTURED);
    expect(cadCapture()).toBe(march);
  });

  it('have their styles in their capture only', () => {
    expect(objectRules()).toBeNull();
    select([{ id: 1, features: [1, 2] }]);
    expect(objectRules()).toMatchObject({ takenOn: newest.takenOn });
    setMoment(SITE, 0, MARCH);
    expect(objectRules()).toMatchObject({ takenOn: MARCH });
    resetMoments();
    expect(objectRules()).not.toHaveProperty('takenOn');
  });
});
