/** The proxies of `deploy/edge`, as they are, in front of a server: only ports and folders are changed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, TILESET, type TestServer } from './testing/test-server.ts';

const EDGE = fileURLToPath(new URL('../../deploy/edge/', import.meta.url));
const KEY = Buffer.alloc(32, 7);
const SCOPE = 'plant/textured/v1';
const STARTED = { timeout: 15_000, interval: 100 };
const secondsNow = () => Math.trunc(Date.now() / 1000);
const signed = (path: string, { end = secondsNow() + 60, key = KEY, scope = SCOPE } = {}) => {
  const signature = createHmac('sha256', key).update(`${end}/${scope}`).digest('base64url');
  return `/t/${end}/${signature}/${scope}/${path}`;
};

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

/** A configuration with other ports and folders. Fails where it has not what is replaced. */
function configuration(file: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'gm'), to);
      if (changed === text) throw new Error(`${file} has no ${String(from)}`);
      return changed;
    },
    readFileSync(join(EDGE, file), 'utf8'),
  );
}

type Start = (folder: string, originPort: number, port: number) => Promise<ChildProcess[]>;

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });

const startNginx: Start = async (folder, originPort, port) => {
  const overlook = configuration('nginx.conf', [
    ['/var/cache/nginx', folder],
    ['127.0.0.1:4500', `127.0.0.1:${originPort}`],
    ['listen 443 ssl', `listen 127.0.0.1:${port}`],
    [/^ *ssl_.*$/, ''],
  ]);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} pid ${folder}/nginx.pid; error_log stderr error; events { worker_connections 256; } http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${overlook} }`,
  );
  return [run('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'])];
};

const startHaproxy: Start = async (folder, originPort, port) => {
  const cachePort = await freePort();
  writeFileSync(join(folder, 'overlook.vcl'), configuration('overlook.vcl', [['"4500"', `"${originPort}"`]]));
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    configuration('haproxy.cfg', [
      [/^ *bind :443 .*$/, `  bind 127.0.0.1:${port}`],
      ['127.0.0.1:6081', `127.0.0.1:${cachePort}`],
      ['127.0.0.1:4500', `127.0.0.1:${originPort}`],
    ]),
  );
  const [cache, vcl] = [join(folder, 'varnish'), join(folder, 'overlook.vcl')];
  mkdirSync(cache);
  return [
    run('varnishd', [
      '-F',
      '-n',
      cache,
      '-a',
      `127.0.0.1:${cachePort}`,
      '-f',
      vcl,
      '-s',
      'malloc,16m',
      '-p',
      'http_gzip_support=off',
      '-j',
      'none',
    ]),
    run('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { TILE_KEY: KEY.toString('base64') }),
  ];
};

/** Debian's programs, which are not in every PATH. */
process.env['PATH'] += ':/usr/sbin';
const has = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const PROXIES = [
  { name: 'nginx', programs: ['nginx'], start: startNginx },
  { name: 'HAProxy with Varnish', programs: ['haproxy', 'varnishd'], start: startHaproxy },
];

for (const { name, programs, start } of PROXIES)
  describe.skipIf(!programs.every(has))(`${name} in front of a server with a TILE_KEY`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'overlook-edge-'));
    let server: TestServer;
    let processes: ChildProcess[] = [];
    let base: string;
    /** What the server was asked. */
    const asked: string[] = [];

    beforeAll(async () => {
      server = await startTestServer({ TILE_KEY: KEY.toString('base64') });
      server.app.server.on('request', ({ url }: { url: string }) => {
        asked.push(url);
        // The proxies have the clock of the machine.
        server.clock.advance(Date.now() - server.clock.now().getTime());
      });
      const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
      const port = await freePort();
      base = `http://127.0.0.1:${port}`;
      processes = await start(folder, Number(new URL(origin).port), port);
      await vi.waitFor(async () => expect((await fetch(`${base}/livez`)).ok).toBe(true), STARTED);
      await vi.waitFor(async () => expect((await fetch(base + signed('tileset.json'))).ok).toBe(true), STARTED);
    }, 40_000);
    afterAll(async () => {
      await Promise.all(processes.map((one) => (one.kill(), one.exitCode ?? once(one, 'exit'))));
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const askedFor = (ending: string) => asked.filter((url) => url.endsWith(ending)).length;

    it('asks the server once for a file, whatever the signature, and once for each coding', async () => {
      const tile = `tiles/${encodeURIComponent('ä 漢.b3dm')}`;
      for (const end of [60, 61, 62, 63])
        for (const headers of [{}, { cookie: 'a=b' }, { authorization: 'Bearer x' }, { origin: 'https://a.example' }]) {
          const answer = await fetch(base + signed(tile, { end: secondsNow() + end }), { headers });
          expect([answer.status, await answer.text()]).toEqual([200, 'b3dm0123456789']);
        }
      expect(askedFor('.b3dm')).toBe(1);
      const codings = ['br', 'gzip, deflate, br, zstd', 'gzip', 'gzip;q=1.0, deflate', 'identity'];
      for (const coding of [...codings, ...codings]) {
        const answer = await fetch(base + signed('tileset.json'), { headers: { 'accept-encoding': coding } });
        expect(await answer.text()).toBe(TILESET);
        expect(answer.headers.get('content-encoding')).toBe(
          /br|gzip/.exec(coding.replace(/^gzip.*br.*/, 'br'))?.[0] ?? null,
        );
        expect(answer.headers.get('cache-control')).toContain('max-age=900');
        expect(answer.headers.get('age')).toBeNull();
      }
      expect(askedFor('/tileset.json')).toBeLessThanOrEqual(3);
    });

    it('asks the server about a signature less than once a minute', async () => {
      const one = signed('tileset.json', { end: secondsNow() + 300 });
      for (let count = 0; count < 20; count++) expect((await fetch(base + one)).status).toBe(200);
      expect(asked.filter((url) => url.startsWith(one.slice(0, one.indexOf(SCOPE)))).length).toBeLessThanOrEqual(1);
    });

    it('sends parts of what it keeps', async () => {
      const tile = signed(`tiles/${encodeURIComponent('ä 漢.b3dm')}`);
      const answer = await fetch(base + tile, { headers: { range: 'bytes=0-3' } });
      expect([answer.status, await answer.text()]).toEqual([206, 'b3dm']);
    });

    it.each([
      ['of another key', () => signed('tileset.json', { key: Buffer.alloc(32, 8) })],
      ['that has ended', () => signed('tileset.json', { end: secondsNow() - 1 })],
      ['of another folder', () => signed('tileset.json').replace('/v1/', '/v2/')],
      ['with a later end', () => signed('tileset.json').replace(/\/t\/\d+/, `/t/${secondsNow() + 9999}`)],
    ])('refuses a signature %s, also for a file that it keeps', async (_, address) => {
      expect((await fetch(base + signed('tileset.json'))).status).toBe(200);
      expect((await fetch(base + address())).status).toBe(403);
    });

    it.each(['%2e%2e/%2e%2e/%2e%2e/secret.txt', '..%2f..%2f..%2fsecret.txt', 'none.json'])(
      'leads to no other file, and keeps no error: %s',
      async (path) => {
        for (let count = 0; count < 2; count++) {
          const answer = await fetch(base + signed(path));
          expect(answer.status).toBeGreaterThanOrEqual(400);
          expect(await answer.text()).not.toContain('secret');
        }
      },
    );

    it('lets everything else through, but not the metrics', async () => {
      expect((await fetch(`${base}/metrics`)).status).toBe(404);
      expect((await fetch(`${base}/api/files/models/${SCOPE}/tileset.json`, { redirect: 'manual' })).status).toBe(401);
    });
  });
