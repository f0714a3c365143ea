import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { migrationsFolder } from './migrations.ts';
import { EXTENSIONS } from './pglite.ts';

const PUBLISHED = Date.UTC(2026, 2, 14, 23, 30);
const version = `${PUBLISHED.toString(36)}-0123456789ab`;

it('each layer of an older installation begins with the capture that it has', async () => {
  const folder = migrationsFolder();
  const { entries } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const client = new PGlite({ extensions: EXTENSIONS });
  const migrate = async (tag: string) => client.exec(await readFile(join(folder, `${tag}.sql`), 'utf8'));
  const at = entries.findIndex(({ tag }) => tag === '0034_captures');
  for (const { tag } of entries.slice(0, at)) await migrate(tag);
  await client.exec(`
    insert into sites (name, slug, data) values ('Plant', 'plant', '{}'), ('Farm', 'farm', '{}');
    insert into model_groups (site_id) values (1), (2);
    insert into models (modelgroup_id, modeltype_id, filepath, plan, created_at) values
      (1, 1, '/api/files/models/plant/points/${version}/tileset.json', null, '2020-01-01Z'),
      (1, 4, '/api/files/models/plant/cad/${version}/tileset.json', '{"tilesUrl": "/x"}', '2020-01-01Z'),
      (2, 3, 'https://tiles.example.com/tileset.json', null, '2020-01-01Z');
    insert into cad_trees (model_id, first_item, item_count) values (2, 1, 5), (null, 6, 1);
    insert into pointclouds (site_id, densities, filepath) values (1, '[0.01]', 'pointclouds/a');
  `);
  await migrate('0034_captures');
  const rows = async (query: string) => (await client.query(query)).rows;
  expect(
    await rows(`select c.id, site_id, c.modeltype_id, taken_on::text, precision, filepath, plan, published_at, m.id as model
      from captures c join models m on m.capture_id = c.id order by model`),
  ).toMatchObject([
    { site_id: 1, modeltype_id: 1, taken_on: '2026-03-14', precision: 'published', published_at: new Date(PUBLISHED) },
    { site_id: 1, modeltype_id: 4, taken_on: '2026-03-14', plan: { tilesUrl: '/x' } },
    { site_id: 2, modeltype_id: 3, taken_on: '2020-01-01', filepath: 'https://tiles.example.com/tileset.json' },
  ]);
  expect(
    await rows('select t.id, c.modeltype_id from cad_trees t left join captures c on c.id = t.capture_id order by 1'),
  ).toEqual([
    { id: 1, modeltype_id: 4 },
    { id: 2, modeltype_id: null },
  ]);
  expect(await rows('select c.modeltype_id from pointclouds p join captures c on c.id = p.capture_id')).toEqual([
    { modeltype_id: 1 },
  ]);
  await client.close();
});
