import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonIndex } from './json-index.ts';

const index = (text: string | Uint8Array) => new JsonIndex(Buffer.from(text));

test('gives the same as JSON.parse for any document', () => {
  const value = fc.jsonValue({ stringUnit: 'binary' });
  const document = fc.dictionary(fc.string(), fc.oneof(value, fc.array(value)));
  fc.assert(
    fc.property(document, fc.constantFrom(0, 2, '\t'), (made, indent) => {
      const text = JSON.stringify(made, null, indent);
      const parsed = JSON.parse(text) as Record<string, unknown>;
      const read = index(text);
      for (const [name, expected] of Object.entries(parsed)) {
        expect(read.member(name)!.value).toEqual(expected);
        expect(read.count(name)).toBe(Array.isArray(expected) ? expected.length : 0);
        if (Array.isArray(expected)) expected.forEach((one, i) => expect(read.entry(name, i).value).toEqual(one));
      }
    }),
  );
});

test('names the place of an entry', () => {
  const node = index('\uFEFF{"nodes": [{}, {"mesh": -1}]}').entry('nodes', 1).get('mesh');
  expect(node.place).toBe('nodes[1].mesh');
});

test('an absent list has no entries', () => {
  const read = index('{"asset": {}}');
  expect([read.count('nodes'), read.count('asset'), read.member('nodes')]).toEqual([0, 0, null]);
});

test.each([
  ['', 'byte 0: ends within its JSON: it is cut off.'],
  ['hello', 'byte 0: is not valid JSON.'],
  ['{"a": 1', 'byte 7: ends within its JSON: it is cut off.'],
  ['{"a": [1, {"b', 'byte 13: ends within its JSON: it is cut off.'],
  ['{"a": 1} x', 'byte 9: is not valid JSON.'],
  ['{"a" 1}', 'byte 5: is not valid JSON.'],
  ['{"a": [1 2]}', 'byte 9: is not valid JSON.'],
  ['{"a": [,]}', 'byte 7: is not valid JSON.'],
])('refuses %j', (text, message) => {
  expect(() => index(text)).toThrow(message);
});

test('names the entry that is no JSON', () => {
  const read = index('{"nodes": [{"a": nothing}, tru]}');
  expect(() => read.entry('nodes', 0)).toThrow(/^nodes\[0\]: is not valid JSON: /);
  expect(() => read.entry('nodes', 1)).toThrow(/^nodes\[1\]: is not valid JSON: /);
});
