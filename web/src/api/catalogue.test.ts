import { describe, expect, it } from 'vitest';
import type { Model, ModelGroup, Site } from '@overlook/shared/schemas';
import { siteToShow } from './catalogue.ts';
import { modelsOfSite } from '@overlook/embed/site/models-of-site';

const groups: ModelGroup[] = [
  { id: 10, siteId: 1 },
  { id: 11, siteId: 1 },
  { id: 20, siteId: 2 },
];
const model = (id: number, modelgroupId: number, modeltypeId: Model['modeltypeId']): Model => ({
  id,
  modelgroupId,
  modeltypeId,
  filepath: `/${id}/tileset.json`,
  plan: null,
  publishedAt: null,
});
const site = (id: number) => ({ id, name: `Site ${id}` }) as Site;

describe('models of a site', () => {
  it('are those of all its groups, the newest of each type', () => {
    const models = [model(3, 10, 3), model(7, 11, 3), model(5, 11, 1), model(9, 20, 3)];
    expect(modelsOfSite(1, groups, models).map(({ id }) => id)).toEqual([7, 5]);
  });

  it('are none for a site without a group', () => expect(modelsOfSite(3, groups, [model(1, 10, 3)])).toEqual([]));
});

describe('the site to show', () => {
  const sites = [site(1), site(2), site(3)];
  const catalogue = { sites, modelsBySite: new Map([[2, [model(9, 20, 3)]]]) };

  it('is the chosen one', () => expect(siteToShow(catalogue, 3)?.id).toBe(3));
  it('is the first with a model when the chosen one is gone', () => expect(siteToShow(catalogue, 99)?.id).toBe(2));
  it('is the first when none has a model', () => {
    expect(siteToShow({ sites, modelsBySite: new Map() }, null)?.id).toBe(1);
  });
  it('is none without sites', () => expect(siteToShow({ sites: [], modelsBySite: new Map() }, 1)).toBeNull());
});
