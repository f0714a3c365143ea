import { describe, expect, it } from 'vitest';
import type { Model } from '@overlook/shared/schemas';
import { layersLine, matchesSearch } from './site-search.ts';

describe('searching sites', () => {
  it.each([
    ['Ridgeway Gas Plant', 'plant ridge', true],
    ['Raffinerie Évreux', 'evreux', true],
    ['Ridgeway Gas Plant', '  ', true],
    ['Ridgeway Gas Plant', 'harbour', false],
  ])('"%s" for "%s" is %s', (name, search, found) => expect(matchesSearch(name, search)).toBe(found));
});

describe('the layers line', () => {
  const models = [1, 4, 3].map((modeltypeId) => ({ modeltypeId }) as Model);
  it('keeps the order of the selector', () => expect(layersLine(models)).toBe('Textured, Point Cloud, Project Layer'));
  it('says when there are none', () => expect(layersLine([])).toBe('No layers'));
});
