import { afterEach, expect, it, vi } from 'vitest';
import { fileAtAddress, OWN_FORMATS } from './offered-formats.ts';

afterEach(() => vi.unstubAllGlobals());

const TAGS = {
  id: 'tags',
  title: 'Tags',
  extensions: ['tags'],
  mimeTypes: ['text/tags'],
  largestBytes: 8,
  moduleUrl: null,
};
const at = (path: string, body: BodyInit, init?: ResponseInit) => {
  vi.stubGlobal('fetch', async () => new Response(body, init));
  return fileAtAddress(new URL(path, 'https://files.test'), [TAGS, ...OWN_FORMATS]);
};

it('the file at a URL has its name, decoded, and its content', async () => {
  const file = await at('/a/Nord%20%C3%A4.tags?version=2', 'P-101');
  expect([file.name, await file.text()]).toEqual(['Nord ä.tags', 'P-101']);
  expect((await at('/100%.tags', 'P-101')).name).toBe('100%.tags');
});

it('a file without a known extension is of the format of its type', async () => {
  expect((await at('/live', 'P-101', { headers: { 'content-type': 'text/tags' } })).type).toBe('text/tags');
});

it.each<[string, string, BodyInit, ResponseInit?]>([
  ['files.test answered 404.', '/a.tags', '', { status: 404 }],
  ['letter.doc: This kind of file is not read here. Add Tags, GeoJSON', '/letter.doc', 'Dear reader'],
  ['The source is larger than', '/a.tags', 'P-101, P-102'],
])('a file is refused: %s', async (reason, path, body, init) => {
  await expect(at(path, body, init)).rejects.toThrow(reason);
});

it('a host that does not answer is named', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const reading = fileAtAddress(new URL('https://files.test/a.tags'), [TAGS]);
  await expect(reading).rejects.toThrow('files.test does not answer, or this page may not read from it.');
});
