import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { captures, cadTrees } from '@overlook/db/schema';
import type { CadItem } from '@overlook/shared/schemas';
import { aPerson, query } from '../../testing/people.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { IFC_GUIDS, treeServer } from './testing/tree-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('the object tree on $name', ({ open }) => {
  const place = treeServer(open);
  const { call, itemId } = place;

  it('begins with the roots', async () => {
    const { body } = await call('root');
    expect(body['total']).toBe(2);
    expect(body['items']).toMatchObject([
      { name: 'Plant', parentId: null, index: 0, hasChildren: true, childCount: 2, objectCount: 4, batchId: null },
      { name: 'Rack', index: 1, childCount: 2500, objectCount: 2500, position: null },
    ]);
    expect((await place.viewer.ask('GET', `/sites/${place.siteId}/cad/tree/root`)).body).toEqual(body);
  });

  it('gives children by id and by path, with what they are', async () => {
    const byPath = await call('children', { path: 'Plant/Unit 1' });
    expect(byPath.body['items']).toMatchObject([
      {
        name: 'Pump',
        path: 'Plant/Unit 1/Pump',
        batchId: 7,
        hasChildren: false,
        hasExternalMetadata: true,
        tags: ['P-101'],
        externalTags: [{ sourceName: 'Maintenance', tag: 'P-101' }],
        position: { center: { x: -3917990, y: 3467020, z: -3636999 }, dimensions: { x: 2, y: 4, z: 2 } },
      },
      { path: 'Plant/Unit 1/Pipe' },
      { path: 'Plant/Unit 1/Pipe%#2', hasExternalMetadata: false },
    ]);
    expect(await call('children', { itemId: itemId('Plant/Unit 1') })).toEqual(byPath);
    const odd = 'Plant/Unit 2 "north" <b>a%2Fb<%2Fb> 100%25';
    const rest = await place.viewer.ask('GET', `/sites/${place.siteId}/cad/tree?path=${encodeURIComponent(odd)}`);
    expect(rest.body['items']).toMatchObject([{ name: 'Vessel' }]);
  });

  it('finds an IFC GUID in its exact case, and in any case where no object has the exact one', async () => {
    const found = async (text: string) => {
      const { body } = await call('search', { query: text });
      return (body['items'] as CadItem[]).map(({ name }) => name);
    };
    expect(await found(IFC_GUIDS[0])).toEqual(['Support 7']);
    expect(await found(` ${IFC_GUIDS[1]}`)).toEqual(['Support 8']);
    expect(await found(IFC_GUIDS[0].toUpperCase())).toEqual(['Support 7', 'Support 8']);
  });

  it('gives any page of many siblings in their order', async () => {
    const rack = itemId('Rack');
    const { body } = await call('children', { itemId: rack, offset: 2400, limit: 1000 });
    expect([body['total'], body['items'].length]).toEqual([2500, 100]);
    expect(body['items'].map((one: CadItem) => one.name)).toEqual(
      Array.from({ length: 100 }, (_, i) => `Support ${2400 + i}`),
    );
    expect((await call('children', { itemId: rack })).body['items']).toHaveLength(500);
    expect((await call('children', { itemId: rack, offset: 5000 })).body['items']).toEqual([]);
    // The offsets after the last place exceed the range of a column.
    expect((await call('children', { offset: 2_147_483_647 })).body).toEqual({ items: [], total: 2 });
    expect((await call('children', { itemId: rack, limit: 1001 })).status).toBe(400);
    expect((await call('children', { itemId: rack, path: 'Rack' })).status).toBe(400);
  });

  it('gives an item its tabs in the order delivered, over REST as a JSON string', async () => {
    const pump = itemId('Plant/Unit 1/Pump');
    const { body } = await call('item', { itemId: pump });
    expect(body).toMatchObject({ item: { id: pump }, guid: '3f9a-c21e' });
    const rest = await place.viewer.ask('GET', `/sites/${place.siteId}/cad/tree/${pump}`);
    expect(rest.body['metadata']).toBe(JSON.stringify(body['metadata']));
    expect(rest.body['metadata']).toBe(
      '{"Item":{"Name":"P-101","Type":"Pump"},"Design":{"Flow (m³/h)":"12.5","Spare":"true","Note":""}}',
    );
  });

  it('gives the path to an item, from the tree and from a feature', async () => {
    const vessel = place.named('Vessel');
    const { body } = await call('pathTo', { itemId: vessel.id });
    expect(body['item']).toMatchObject({ id: vessel.id, batchId: 20 });
    expect(body['ancestors']).toMatchObject([
      { name: 'Plant', index: 0 },
      { name: 'Unit 2 "north" <b>a/b</b> 100%', index: 1 },
    ]);
    expect((await call('byFeature', { featureId: 20 })).body).toEqual(body);
    expect((await call('byFeature', { featureId: 999 })).body).toEqual({ item: null, ancestors: [] });
  });

  it('gives the features of subtrees as ranges', async () => {
    expect((await call('features', { itemIds: [itemId('Plant')] })).body).toEqual({ ranges: [7, 9, 20, 20], count: 4 });
    const several = [itemId('Plant/Unit 1/Pump'), itemId('Plant/Unit 1'), itemId('Rack')];
    expect((await call('features', { itemIds: several })).body).toEqual({ ranges: [7, 9, 1000, 3499], count: 2503 });
  });

  it('offers the properties with few values, with their features', async () => {
    const { body } = await call('facets');
    expect(body['facets']).toContainEqual({ tab: 'Item', property: 'Material', valueCount: 3, featureCount: 2501 });
    expect(body['facets'].map((one: { property: string }) => one.property)).not.toContain('Serial');
    const facet = await call('facet', { tab: 'Item', property: 'Material' });
    expect(facet.body['values'].map((one: object) => ({ ...one, ranges: undefined }))).toMatchObject([
      { value: 'S355', featureCount: 1250 },
      { value: 'S235', featureCount: 1250 },
      { value: 'Édelstahl', featureCount: 1 },
    ]);
    expect(facet.body['values'][0].ranges.slice(0, 4)).toEqual([1000, 1000, 1002, 1002]);
    expect((await call('facet', { tab: 'Item', property: 'Serial' })).status).toBe(404);
  });

  describe('for users who may not view it', () => {
    const asks = (id: number): [string, object][] => [
      ['root', {}],
      ['children', { itemId: id }],
      ['children', { path: 'Plant' }],
      ['item', { itemId: id }],
      ['metadata', { itemId: id }],
      ['pathTo', { itemId: id }],
      ['byFeature', { featureId: 7 }],
      ['search', { query: 'pump' }],
      ['features', { itemIds: [id] }],
      ['facets', {}],
      ['facet', { tab: 'Item', property: 'Material' }],
      ['externalMetadata', { sourceId: 1, query: 'P-101' }],
    ];

    it('does not exist', async () => {
      const { plant, farm } = place.server.siteIds;
      const other = await aPerson(place.server, {
        entries: {
          [place.siteId]: { 'VIEW:TEXTURED': true },
          [plant]: { 'VIEW:CAD': true },
          [farm]: { 'VIEW:CAD': true },
        },
      });
      const id = itemId('Plant/Unit 1/Pump');
      for (const [procedure, input] of asks(id)) {
        const refused = await query(place.server, other.token, `cad.${procedure}`, { siteId: place.siteId, ...input });
        expect([procedure, refused.status, refused.body['code']]).toEqual([procedure, 404, 'NOT_FOUND']);
        const noSite = await query(place.server, other.token, `cad.${procedure}`, { siteId: 999, ...input });
        expect(noSite).toEqual(refused);
      }
    });

    it('is not found through another site either', async () => {
      const { plant } = place.server.siteIds;
      const id = itemId('Plant/Unit 1/Pump');
      const both = await aPerson(place.server, { allowed: ['VIEW:CAD'] });
      for (const procedure of ['children', 'item', 'metadata', 'pathTo', 'externalMetadata']) {
        const input = { siteId: plant, itemId: id, sourceId: 1, query: 'x' };
        expect((await query(place.server, both.token, `cad.${procedure}`, input)).status).toBe(404);
      }
      expect((await query(place.server, both.token, 'cad.root', { siteId: plant })).body).toEqual({
        items: [],
        total: 0,
      });
    });

    it('is not found through a site with a tree of its own', async () => {
      const { database, siteIds } = place.server;
      const filepath = '/api/files/models/plant/cad/v1/tileset.json';
      const [capture] = await database.db.select().from(captures).where(eq(captures.filepath, filepath));
      await database.db.insert(cadTrees).values({ captureId: capture!.id, firstItem: 1_000_000, itemCount: 1 });
      const other = await aPerson(place.server, { entries: { [siteIds.plant]: { 'VIEW:CAD': true } } });
      const input = { siteId: siteIds.plant, itemId: itemId('Plant/Unit 1/Pump') };
      for (const procedure of ['children', 'item', 'metadata', 'pathTo'])
        expect([procedure, (await query(place.server, other.token, `cad.${procedure}`, input)).status]).toEqual([
          procedure,
          404,
        ]);
    });
  });
});
