import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startTestServer();
  authorization = `Bearer ${await server.token(server.people.guest)}`;
});
afterAll(() => server.close());

/** A type of body, which a GET has not, sends a request to tRPC's own adapter. */
async function answers(url: string, signed: boolean) {
  const ask = async (others: Record<string, string>) => {
    const headers = { ...(signed ? { authorization } : {}), ...others };
    const { statusCode, headers: sent, body } = await server.app.inject({ url: `/trpc/${url}`, headers });
    const { date: _, 'x-request-id': __, 'content-length': length, 'transfer-encoding': ___, ...same } = sent;
    const type = String(same['content-type']).split(';', 1)[0];
    return { answer: { statusCode, headers: { ...same, 'content-type': type }, body }, isWhole: length !== undefined };
  };
  return { plain: await ask({}), adapter: await ask({ 'content-type': 'application/json' }) };
}

const input = (value: unknown) => `input=${encodeURIComponent(JSON.stringify(value))}`;

describe('plain requests of queries', () => {
  it.each([
    ['sites.all'],
    ['sites.all,models.all?batch=1'],
    [`auth.check,sites.all?batch=1&${input({})}`],
    [`mocs.list?${input({ siteId: 1 })}`],
    [`mocs.list,sites.all?batch=1&${input({ 0: { siteId: 999 } })}`],
    [`mocs.list?${input({ siteId: 'x' })}`],
    [`users.page?${input({ sort: 'nothing' })}`],
    [`sites.all?${input({ text: '\0' })}`],
    ['sites.all?batch=1'],
    [`sites.all,sites.pins?batch=1&${input({ 1: 5 })}`],
  ])('%s is answered as by the adapter', async (url) => {
    for (const signed of [true, false]) {
      const { plain, adapter } = await answers(url, signed);
      expect(plain.answer).toEqual(adapter.answer);
      expect([plain.isWhole, adapter.isWhole]).toEqual([true, false]);
    }
  });

  it.each([
    ['nothing.there'],
    ['__proto__'],
    ['sites.all,nothing.there?batch=1'],
    ['sites.all?input={'],
    [`sites.all?batch=1&${input([1])}`],
    [`sites.all?batch=1&${input(null)}`],
    ['sites.all?input=1&input=2'],
    ['auth.signOut'],
    ['sites.all,auth.signOut?batch=1'],
  ])('%s is left to the adapter', async (url) => {
    const { plain, adapter } = await answers(url, true);
    expect(plain).toEqual(adapter);
  });
});
