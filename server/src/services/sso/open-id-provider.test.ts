import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdProvider, discoverProvider, identityOf } from './open-id-provider.ts';

const CLAIMS = { iss: 'https://login.example', sub: '1', aud: 'overlook', exp: 1, iat: 0, email: 'Ana@X.example' };

it.each([
  [{ email_verified: true }, false, true],
  [{ email_verified: 'true' }, false, true],
  [{ email_verified: 'false' }, true, false],
  [{ email_verified: false }, true, false],
  [{ email_verified: [true] }, true, false],
  [{ xms_edov: true }, false, true],
  [{ xms_edov: 1 }, false, true],
  [{ xms_edov: '1' }, false, true],
  [{ xms_edov: 'True' }, false, true],
  [{ xms_edov: 0 }, true, false],
  [{ xms_edov: 1, email_verified: false }, true, false],
  [{}, false, false],
  [{}, true, true],
])('with %j and trust %s an address is verified: %s', (said, trusts, isVerified) => {
  const { email, verifiedEmail } = identityOf({ ...CLAIMS, ...said } as never, trusts);
  expect([email, verifiedEmail]).toEqual(['ana@x.example', isVerified ? 'ana@x.example' : null]);
});

it.each([
  ['Rene\u{301}@x.example', 'ren\u{e9}@x.example'],
  ['\u{ff41}na@x.example', null],
  ['Mar\u{212a}@x.example', null],
])('the verified address %j is that of the account %j', (email, account) => {
  expect(identityOf({ ...CLAIMS, email, email_verified: true } as never, false).verifiedEmail).toBe(account);
});

const answers: Record<string, (origin: string) => unknown> = {};
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answers[request.url!.replace(/^\/tenant\/?/, '/')]?.(originOf()) ?? null));
});
const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each([
  ['/tenant/', '/tenant'],
  ['/tenant', '/tenant/'],
  ['/tenant', '/tenant'],
  ['', '/'],
])('finds the provider that calls itself %j at the issuer %j', async (called, asked) => {
  answers['/.well-known/openid-configuration'] = (origin) => ({
    issuer: origin + called,
    authorization_endpoint: `${origin}/a`,
  });
  const found = await discoverProvider({ issuer: originOf() + asked, clientId: 'x', clientSecret: 'y' }, 5);
  expect(found.serverMetadata().issuer).toBe(originOf() + called);
});

describe('what answers in place of the provider', () => {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const partOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (claims: object, key = own.privateKey) => {
    const text = `${partOf({ alg: 'RS256', kid: '1' })}.${partOf(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };
  const hashed = (claims: object) => {
    const text = `${partOf({ alg: 'HS256' })}.${partOf(claims)}`;
    return `${text}.${createHmac('sha256', 'a secret').update(text).digest('base64url')}`;
  };

  /** What sign-in gives for the token that `make` makes of right claims. */
  async function signIn(make: (claims: Record<string, unknown>) => string, userInfo: object = {}) {
    const issuer = originOf();
    answers['/.well-known/openid-configuration'] = () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/user`,
    });
    answers['/keys'] = () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }] });
    const provider = createOpenIdProvider({
      issuer,
      clientId: 'overlook',
      clientSecret: 'a secret',
      trustsEmail: false,
      redirectUri: 'http://localhost/back',
    });
    const { attempt } = await provider.begin();
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, sub: '1', aud: 'overlook', iat: now, exp: now + 300, nonce: attempt.nonce };
    answers['/token'] = () => ({ access_token: 'x', token_type: 'Bearer', id_token: make(claims) });
    answers['/user'] = () => ({ sub: '1', email: 'ana@x.example', ...userInfo });
    return provider.finish(new URL(`http://localhost/back?code=x&state=${attempt.state}`), attempt);
  }

  it('is believed where all is right', async () => {
    expect(await signIn(signed, { email_verified: true })).toMatchObject({ sub: '1', verifiedEmail: 'ana@x.example' });
  });

  it.each<[string, (claims: Record<string, unknown>) => string]>([
    ['a foreign signature', (claims) => signed(claims, foreign.privateKey)],
    ['no signature', (claims) => `${partOf({ alg: 'none' })}.${partOf(claims)}.`],
    ['the signature of a shared secret', hashed],
    ['another nonce', (claims) => signed({ ...claims, nonce: 'x' })],
    ['no nonce', ({ nonce: _, ...claims }) => signed(claims)],
    ['another issuer', (claims) => signed({ ...claims, iss: 'https://login.example' })],
    ['another audience', (claims) => signed({ ...claims, aud: 'other' })],
    ['an end in the past', (claims) => signed({ ...claims, exp: Number(claims['exp']) - 600 })],
  ])('is refused with %s', async (_what, make) => {
    await expect(signIn(make, { email_verified: true })).rejects.toMatchObject({ failure: 'invalid' });
  });

  it('does not verify the address of the user information by its token, nor name another person there', async () => {
    const make = (claims: object) => signed({ ...claims, email_verified: true });
    expect(await signIn(make, { email_verified: false, tid: 'other', iss: 'other' })).toMatchObject({
      tid: originOf(),
      verifiedEmail: null,
    });
    await expect(signIn(signed, { sub: '2' })).rejects.toMatchObject({ failure: 'invalid' });
  });
});
