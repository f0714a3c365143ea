import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../services/clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { BUILD_KEPT_MS, BUILDS_MOST, keepBuild } from './kept-builds.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** Longer than the server remembers which files it has, in milliseconds. */
const FORGOTTEN_MS = 60_000;
const OLD = '/assets/main-abc123.js';

/** Replaces the parts of the build by one file, and keeps the new build as a server with it does at its start. */
async function update(name: string): Promise<void> {
  const assets = join(server.webDir, 'assets');
  await rm(assets, { recursive: true });
  await mkdir(assets);
  await writeFile(join(assets, name), name);
  await keep();
}
async function keep(): Promise<void> {
  await keepBuild(server);
  server.clock.advance(FORGOTTEN_MS);
}
const ask = (url: string) =>
  server.app.inject({ url, headers: { origin: 'https://anybody.example.com', 'accept-encoding': 'br' } });
const kept = async () => (await readdir(join(server.filesDir, 'builds'))).filter((name) => !name.endsWith('.json'));

describe('the parts of a build', () => {
  it('are served after an update, with the headers that they had, beside those of the new build', async () => {
    await keep();
    const before = await ask(OLD);
    await update('main-def456.js');
    const after = await ask(OLD);
    expect([before.statusCode, after.statusCode]).toEqual([200, 200]);
    expect(after.rawPayload).toEqual(before.rawPayload);
    for (const name of ['cache-control', 'content-encoding', 'content-type', 'access-control-allow-origin'])
      expect(after.headers[name], name).toBe(before.headers[name]);
    expect((await ask('/assets/main-def456.js')).body).toBe('main-def456.js');
    expect((await ask('/assets/main-000000.js')).statusCode).toBe(404);
    expect(await kept()).toHaveLength(2);
  });

  it('are kept for 30 days after the last day on which a server ran them', async () => {
    await keep();
    // A server that runs for long keeps its build each day.
    for (let day = 0; day < 40; day++) {
      server.clock.advance(DAY_MS);
      await keep();
    }
    await update('main-def456.js');
    server.clock.advance(BUILD_KEPT_MS - DAY_MS);
    await keep();
    expect((await ask(OLD)).statusCode).toBe(200);
    server.clock.advance(2 * DAY_MS);
    await keep();
    expect((await ask(OLD)).statusCode).toBe(404);
    expect(await kept()).toHaveLength(1);
  });

  it('are those of the newest builds, a limited number', async () => {
    await keep();
    for (let i = 0; i < BUILDS_MOST; i++) await update(`main-${i}.js`);
    expect(await kept()).toHaveLength(BUILDS_MOST);
    expect((await ask(OLD)).statusCode).toBe(404);
    expect((await ask('/assets/main-0.js')).statusCode).toBe(200);
  });

  it('are served as an earlier version or a killed server has kept them, and expire', async () => {
    const build = join(server.filesDir, 'builds', '0123456789abcdef', 'assets');
    await mkdir(build, { recursive: true });
    await writeFile(join(build, 'half-1.js'), 'half');
    await utimes(join(build, 'half-1.js'), server.clock.now(), server.clock.now());
    await keep();
    expect((await ask('/assets/half-1.js')).body).toBe('half');
    server.clock.advance(BUILD_KEPT_MS + DAY_MS);
    await keep();
    expect((await ask('/assets/half-1.js')).statusCode).toBe(404);
    expect(await kept()).toHaveLength(1);
  });

  it.each(['/assets/../builds', '/builds/', '/assets/%2e%2e/%2e%2e/models/secret.txt', '/assets/.hidden'])(
    'are all that is served of the folder: %s is not',
    async (url) => {
      await keep();
      const answer = await ask(url);
      expect(answer.body).not.toContain('secret');
      expect([200, 400, 404]).toContain(answer.statusCode);
      if (answer.statusCode === 200) expect(answer.body).toContain('<title>web</title>');
    },
  );

  it('are not looked for where the running build has the file', async () => {
    await keep();
    await rm(join(server.filesDir, 'builds'), { recursive: true });
    await writeFile(join(server.filesDir, 'builds'), 'not a folder, as a damaged disk may show it');
    expect((await ask(OLD)).statusCode).toBe(200);
  });

  it('are nothing without a build', async () => {
    await rm(join(server.webDir, 'assets'), { recursive: true });
    await keep();
    await expect(kept()).rejects.toThrow('ENOENT');
  });
});
