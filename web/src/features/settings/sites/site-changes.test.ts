import { expect, it } from 'vitest';
import { changesText } from './site-changes.tsx';

const BEFORE = {
  name: 'Plant',
  slug: 'plant',
  description: '',
  modelSettings: '0' as const,
  minimapMaxNativeZoom: '',
  homeBookmark: null,
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
