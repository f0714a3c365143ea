import { afterEach, expect, it } from 'vitest';
import { lightChoices, lightOf, setLight } from './light-choices.ts';
import { setPreference } from './preferences.ts';

afterEach(() => setPreference('light', {}));

const STANDARD = { sunTime: null, sunShadows: 'auto', ambientOcclusion: 'auto' };

it('begins with the standard light', () => {
  expect(lightChoices()).toEqual(STANDARD);
});

it('takes of what is stored what makes sense', () => {
  const sunTime = { day: '2026-06-21', minutes: 900 };
  expect(lightOf({ sunTime, sunShadows: 'on', ambientOcclusion: 'off' })).toEqual({
    sunTime,
    sunShadows: 'on',
    ambientOcclusion: 'off',
  });
  const wrong = [{ day: 'today', minutes: 1 }, { day: '2026-06-21', minutes: 1440 }, { day: '2026-06-21' }, 7];
  for (const time of wrong) expect(lightOf({ sunTime: time, sunShadows: 'always' })).toEqual(STANDARD);
});

it('is the same object until something of it changes', () => {
  setLight({ sunTime: { day: '2026-06-21', minutes: 900 } });
  const before = lightChoices();
  expect(lightChoices()).toBe(before);
  setLight({ sunShadows: 'off' });
  expect(lightChoices()).toEqual({ ...before, sunShadows: 'off' });
});
