import { expect, it } from 'vitest';
import { parsePostgresUrl } from './postgres-url.ts';

it.each([
  ['postgres://u:p%40@db.example:5433/plant', ['db.example:5433'], 'postgres://u:p%40@db.example:5433/plant'],
  ['postgresql://one,two:5433/plant?sslmode=require', ['one', 'two:5433'], 'postgresql://one/plant?sslmode=require'],
  ['postgres:///plant', [''], 'postgres:///plant'],
])('%s has the hosts %j', (text, hosts, first) => {
  expect(parsePostgresUrl(text)).toMatchObject({ hosts, url: new URL(first) });
});

it.each(['mysql://one/plant', 'postgres://one,,two/plant', 'postgres://one:x,two/plant', 'plant', ''])(
  '%s is none',
  (text) => expect(parsePostgresUrl(text)).toBeNull(),
);
