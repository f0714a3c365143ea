import { describe, expect, it } from 'vitest';
import type { Model } from '@overlook/shared/schemas';
import { layersLine } from './layers-line.ts';

describe('the layers line', () => {
  const models = [1, 4, 3].map((modeltypeId) => ({ modeltypeId }) as Model);
  it('keeps the order of the selector', () => expect(layersLine(models)).toBe('Textured, Point Cloud, Project Layer'));
  it('is short where a site has them all', () =>
    expect(layersLine([1, 2, 3, 4].map((modeltypeId) => ({ modeltypeId }) as Model))).toBe('All layers'));
  it('says when there are none', () => expect(layersLine([])).toBe('No layers'));
});
