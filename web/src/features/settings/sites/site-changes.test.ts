import { expect, it } from 'vitest';
import { changesText } from './site-changes.tsx';
import { areErrors, ownErrors, typedErrors } from './site-quality.tsx';

const BEFORE = {
  name: 'Plant',
  slug: 'plant',
  description: '',
  modelSettings: '0' as const,
  minimapMaxNativeZoom: '',
  homeBookmark: null,
  screenSpaceError: typedErrors({}),
  coordinateSystem: '',
  photo: { url: null, blob: null },
};

it('names the fields that a save would change, in the order of the page', () => {
  expect(changesText(BEFORE, { ...BEFORE })).toBe('');
  expect(changesText(BEFORE, { ...BEFORE, slug: 'north' })).toBe('Short name in addresses changed');
  const photo = { url: 'blob:1', blob: new Blob() };
  expect(changesText(BEFORE, { ...BEFORE, photo, modelSettings: '1', name: 'North' })).toBe(
    'Name, Quality figures and Picture changed',
  );
});

it('figures of quality are saved as far as they were typed', () => {
  const typed = typedErrors({ shaded: { balanced: 40 } });
  expect(typed.shaded).toEqual({ quality: '', balanced: '40', speed: '' });
  const changed = { ...typed, cad: { ...typed.cad, speed: ' 12,5 ' } };
  expect(ownErrors(changed)).toEqual({ shaded: { balanced: 40 }, cad: { speed: 12.5 } });
  expect([areErrors(changed), areErrors({ ...typed, cad: { ...typed.cad, speed: '0' } })]).toEqual([true, false]);
});
