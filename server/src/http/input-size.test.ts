import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_CALLS_MOST, FORM_FIELDS_MOST, INPUT_VALUES_MOST } from '@overlook/shared/config';
import { testClient } from '../testing/test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let port: number;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token(server.people.admin);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends these lines over a connection of its own and gives the status of the first answer. */
async function statusOf(...lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(lines.join('\r\n'));
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())![1]);
}

/** Sends the head of a request and none of the body that it announces: an answer came without the body. */
const announce = (path: string, length: number, ...headers: string[]) =>
  statusOf(
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
    '',
    '',
  );

const LARGE = 7_900_000;

describe('a request without a session', () => {
  it.each(['/api/users/feedbackform', '/api/users', '/api/auth/set_password', '/api/permissions/roles'])(
    'to %s is refused before its body is read',
    async (path) => {
      expect(await announce(path, LARGE)).toBe(401);
      expect(await announce(path, LARGE, 'Authorization: Bearer wrong')).toBe(401);
    },
  );

  it.each(['/api/auth/sign_in', '/api/users/forgotpassword', '/trpc/auth.signIn', '/trpc/feedback.send'])(
    'to %s may bring a small body only',
    async (path) => {
      expect(await announce(path, 17_000)).toBe(413);
    },
  );

  it('may not bring a large body in chunks either', async () => {
    const chunk = `3e8\r\n${' '.repeat(1000)}\r\n`.repeat(20);
    for (const path of ['/api/auth/sign_in', '/trpc/auth.signIn']) {
      const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json'];
      expect(await statusOf(...head, 'Transfer-Encoding: chunked', '', chunk)).toBe(413);
    }
  });

  it('signs in with the longest password, in a body of any kind', async () => {
    const password = '\\u0041'.repeat(1024);
    for (const path of ['/api/auth/sign_in', '/trpc/auth.signIn']) {
      const payload = `{"email":"${server.people.nobody}","password":"${password}"}`;
      const headers = { 'content-type': 'application/json' };
      expect((await server.app.inject({ method: 'POST', url: path, headers, payload })).statusCode).toBe(401);
    }
  });
});

describe('the body of a request with a session', () => {
  const post = (url: string, payload: string, type = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    });
  const list = (count: number) => `[${'0,'.repeat(count - 1)}0]`;

  it('may be as large as the call allows', async () => {
    const answer = await post('/trpc/users.create', JSON.stringify({ firstName: 'x'.repeat(500_000) }));
    expect(answer.statusCode).toBe(400);
    expect((await post('/trpc/users.create', ' '.repeat(1_100_000))).statusCode).toBe(413);
  });

  it('may have no more values than any call needs', async () => {
    for (const [url, type] of [
      ['/api/users/feedbackform', 'application/json'],
      ['/api/auth/update_account', 'application/x-www-form-urlencoded'],
      ['/trpc/auth.updateAccount', 'application/json'],
    ] as const) {
      const answer = await post(url, list(INPUT_VALUES_MOST + 2), type);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ error: 'The body holds too many values.', code: 'INVALID_INPUT' });
    }
  });

  it('may have no more form fields than any call needs', async () => {
    const form = Array.from({ length: FORM_FIELDS_MOST + 2 }, (_, n) => `field${n}=x`).join('&');
    const answer = await post('/api/auth/update_account', form, 'application/x-www-form-urlencoded');
    expect(answer.json()).toEqual({ error: 'The body holds too many fields.', code: 'INVALID_INPUT' });
  });

  it('gets a short answer, even when much of it is wrong', async () => {
    const roleList = Array.from({ length: 20_000 }, () => 'no id');
    const answer = await post('/api/users', JSON.stringify({ roleList }));
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(20_000);
  });
});

describe('a batch over tRPC', () => {
  const batch = (count: number) =>
    server.app.inject(`/trpc/${Array.from({ length: count }, () => 'instance.info').join(',')}?batch=1&input={}`);

  it('carries a limited number of calls', async () => {
    expect((await batch(BATCH_CALLS_MOST)).json()).toHaveLength(BATCH_CALLS_MOST);
    const refused = await batch(BATCH_CALLS_MOST + 1);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ error: 'One request can carry 10 calls at most.', code: 'INVALID_INPUT' });
  });

  it('asks for a whole list once', async () => {
    const ask = (calls: string) => server.app.inject(`/trpc/${calls}?batch=1&input={}`);
    const refused = await ask('users.all,instance.info,users.all');
    expect(refused.json()).toMatchObject({
      error: 'One request can ask for a whole list once.',
      code: 'INVALID_INPUT',
    });
    expect((await ask('users.all,instance.info,audit.csv')).json()).toHaveLength(3);
    expect((await ask('users.all%2Cusers.all')).statusCode).toBe(400);
    expect((await ask('users.all%252Cusers.all')).statusCode).toBe(404);
  });
});

describe('text that databases do not accept', () => {
  it('is reported with its place: in a list, in a key and alone', async () => {
    const client = testClient(server);
    client.use(token);
    const answer = await client.post('/users', { roleList: [{ id: ['a', 'b\0'] }], firstName: 'x' });
    expect(Object.keys(answer.body.fields!)).toEqual(['roleList.0.id.1']);
    const key = await client.post('/users', { data: { 'a\ud800': 1 } });
    expect(Object.keys(key.body.fields!)).toEqual(['data.a\ud800']);
  });
});
