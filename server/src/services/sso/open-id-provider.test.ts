import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { discoverProvider, identityOf } from './open-id-provider.ts';

const CLAIMS = { iss: 'https://login.example', sub: '1', aud: 'overlook', exp: 1, iat: 0, email: 'Ana@X.example' };

it.each([
  [{ email_verified: true }, false, true],
  [{ email_verified: 'true' }, false, true],
  [{ email_verified: 'false' }, true, false],
  [{ email_verified: false }, true, false],
  [{ xms_edov: true }, false, true],
  [{ xms_edov: 1 }, false, true],
  [{ xms_edov: '1' }, false, true],
  [{ xms_edov: 'True' }, false, true],
  [{ xms_edov: 0 }, true, false],
  [{}, false, false],
  [{}, true, true],
])('with %j and trust %s an address is verified: %s', (said, trusts, isVerified) => {
  const { email, verifiedEmail } = identityOf({ ...CLAIMS, ...said } as never, trusts);
  expect([email, verifiedEmail]).toEqual(['ana@x.example', isVerified ? 'ana@x.example' : null]);
});

it.each([
  ['/tenant/', '/tenant'],
  ['/tenant', '/tenant/'],
  ['/tenant', '/tenant'],
  ['', '/'],
])('finds the provider that calls itself %j at the issuer %j', async (called, asked) => {
  const server = createServer((_request, response) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer: origin + called, authorization_endpoint: `${origin}/a` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await discoverProvider({ issuer: origin + asked, clientId: 'x', clientSecret: 'y' }, 5);
  expect(found.serverMetadata().issuer).toBe(origin + called);
  server.close();
});
