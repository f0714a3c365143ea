import { describe, expect, it } from 'vitest';
import type { Model } from '@overlook/shared/schemas';
import { layersLine, publishedLine } from './layers-line.ts';

describe('the layers line', () => {
  const models = [1, 4, 3].map((modeltypeId) => ({ modeltypeId }) as Model);
  it('keeps the order of the selector', () => expect(layersLine(models)).toBe('Textured, Point Cloud, Project Layer'));
  it('is short where a site has them all', () =>
    expect(layersLine([1, 2, 3, 4].map((modeltypeId) => ({ modeltypeId }) as Model))).toBe('All layers'));
  it('reports when there are none', () => expect(layersLine([])).toBe('No layers'));
});

describe('the line of publication', () => {
  const published = (publishedAt: string | null) => ({ publishedAt }) as Model;
  it('is the day of the newest layer', () =>
    expect(publishedLine([published('2025-11-02T12:00:00Z'), published(null), published('2026-03-14T12:00:00Z')])).toBe(
      'Published 14 Mar 2026',
    ));
  it('is none where no layer has one', () => expect(publishedLine([published(null)])).toBeNull());
});
