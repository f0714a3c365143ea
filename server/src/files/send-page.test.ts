import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PRODUCT_NAME: 'Acme $& <Sites>' });
});
afterAll(() => server.close());

it.each(['/', '/index.html', '/sites', `/view/${'x'.repeat(43)}`])(
  'the page at %s has the name of the instance',
  async (url) => {
    const answer = await server.app.inject(url);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toBe('<!doctype html><title>Acme $&amp; &lt;Sites&gt;</title>');
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  },
);
