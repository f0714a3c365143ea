import { expect, test } from 'vitest';
import { valueAt, contentAvailabilityPaths, contentPaths } from './content-paths.ts';

const [a, b] = [{ uri: 'a' }, { uri: 'b' }];
const extension = (members: object) => ({ extensions: { '3DTILES_multiple_contents': members } });
const contentsOf = (tile: unknown) => contentPaths(tile).map((path) => valueAt(tile, path));

test.each<[string, unknown, unknown[]]>([
  ['content', { content: a }, [a]],
  ['contents', { contents: [a, b] }, [a, b]],
  ['contents beside a content for older readers', { content: a, contents: [a, b] }, [a, b]],
  ['contents of the extension', extension({ contents: [a, b] }), [a, b]],
  ['the extension as it was first written', { ...extension({ content: [a, b] }), content: a }, [a, b]],
  ['content beside an empty list', { content: a, contents: [] }, [a]],
  ['nothing', {}, []],
  ['a value that is not a tile', null, []],
  ['a value that is not a list', { contents: 'a' }, []],
])('a tile names its contents by %s', (_, tile, contents) => expect(contentsOf(tile)).toEqual(contents));

test.each<[unknown, unknown[]]>([
  [{ contentAvailability: [a, b] }, [a, b]],
  [{ contentAvailability: a }, [a]],
  [extension({ contentAvailability: [a, b] }), [a, b]],
  [{}, []],
])('a subtree says in %j which tiles have contents', (subtree, availabilities) =>
  expect(contentAvailabilityPaths(subtree).map((path) => valueAt(subtree, path))).toEqual(availabilities),
);
