import { expect, it } from 'vitest';
import { sortRequest } from './sort-request.ts';

const ORIGIN = 'https://overlook.example';
const TILE = '/api/files/models/ridgeway/textured/v1/tiles/0.glb';
const SIGNED_TILE = '/t/1790000000/Ab-c_9/ridgeway/textured/v1/tiles/0.glb';
const authorization = 'Bearer token';
const sorted = (path: string, init: RequestInit = {}, origin = ORIGIN) =>
  sortRequest(new Request(origin + path, init), ORIGIN)?.kind ?? null;

it('answers hashed code, and models for a session', () => {
  expect(sorted('/assets/engine-3fjLzJOq.js')).toBe('code');
  expect(sorted('/assets/inter-latin-wght-normal-Dx4kXJAl.woff2')).toBe('code');
  expect(sorted(TILE, { headers: { authorization } })).toBe('model');
  expect(sorted(SIGNED_TILE, { headers: { authorization } })).toBe('model');
});

it.each([
  ['pages', '/', {}],
  ['modules of a fixed address', '/embed/v1/overlook-viewer.js', {}],
  ['calls', '/trpc/models.all', { headers: { authorization } }],
  ['other files', '/api/files/snapshots/1/picture.jpg', { headers: { authorization } }],
  ['parts of files', TILE, { headers: { authorization, range: 'bytes=0-9' } }],
  ['visitors by header', TILE, { headers: { authorization: 'Bearer visitor.abc' } }],
  ['visitors by address', `${TILE}?visitor=visitor.abc`, {}],
  ['what only a cookie proves', TILE, {}],
  ['what only a signature proves', SIGNED_TILE, {}],
  ['changes', TILE, { method: 'POST', headers: { authorization } }],
])('leaves %s to the server', (_what, path, init) => expect(sorted(path, init as RequestInit)).toBeNull());

it('leaves other origins alone', () => {
  expect(sorted('/assets/engine-3fjLzJOq.js', {}, 'https://elsewhere.example')).toBeNull();
});
