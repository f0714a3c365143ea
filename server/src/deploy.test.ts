import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET_VARIABLES } from './secret-files.ts';
import { WORK_KINDS } from './services/jobs/work-kinds.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

/** Names of metrics in an expression: words before `{` or `[`. */
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b([a-z][a-z0-9_]*)(?=[{[])/g)].map(([, name]) => name!);

const dashboard = (): string[] =>
  (JSON.parse(read('deploy/metrics/grafana-dashboard.json')) as Dashboard).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  );
const alerts = (): string[] =>
  [...read('deploy/metrics/alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression!);

describe('the dashboard and the alerts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each([
    ['dashboard', dashboard, 10],
    ['alerts', alerts, 8],
  ])('%s: all metrics are those of /metrics', async (_name, expressions, least) => {
    const { body } = await server.app.inject('/metrics');
    const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const known = types.flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    );
    expect(expressions().length).toBeGreaterThanOrEqual(least);
    expect(expressions().filter((expression) => metricsIn(expression).length === 0)).toEqual([]);
    // Prometheus itself tells whether a target answers.
    const used = new Set(
      expressions()
        .flatMap(metricsIn)
        .filter((name) => name !== 'up'),
    );
    expect([...used].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('the alerts say what to do', () => {
    const all = read('deploy/metrics/alerts.yaml');
    expect(all.match(/^ +action: /gm)).toHaveLength(alerts().length);
  });
});

/** Settings that the README describes, and secrets in files. */
const known = new Set([
  ...[...read('README.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, cell]) => cell!.match(/[A-Z][A-Z_]+/g) ?? []),
  ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
]);

describe('the files for containers and units', () => {
  it('set only variables that there are', () => {
    const compose = read('compose.yaml')
      .split('\nservices:')[0]!
      .matchAll(/^ {4}(?:# )?([A-Z_]+): /gm);
    const units = readdirSync(join(ROOT, 'deploy/systemd')).flatMap((name) => [
      ...read(`deploy/systemd/${name}`).matchAll(/^Environment=([A-Z_]+)=/gm),
    ]);
    const image = read('Containerfile').matchAll(/\b(HOST|PORT|DATA_DIR)=/g);
    const used = [...compose, ...units, ...image].map(([, name]) => name!);
    expect(used.length).toBeGreaterThan(12);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it('each secret of the compose file is mounted where it is read', () => {
    const compose = read('compose.yaml');
    const used = new Set([...compose.matchAll(/^ {4}[A-Z_]+_FILE: \/run\/secrets\/(\w+)$/gm)].map(([, name]) => name!));
    expect(used.size).toBe(3);
    for (const name of used) {
      expect(compose).toMatch(new RegExp(`^  secrets: \\[.*\\b${name}\\b.*\\]$`, 'm'));
      expect(compose).toMatch(new RegExp(`^  ${name}: \\{ file: `, 'm'));
    }
  });

  it('the image has the pinned pnpm and Node.js 24, and runs as a person without rights', () => {
    const image = read('Containerfile');
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
    expect(image).toContain(`ARG PNPM=${packageManager}\n`);
    expect(image).toMatch(/^ARG NODE_IMAGE=node:24-/m);
    expect(image).toMatch(/^USER 10001:10001$/m);
  });

  it('the unit of a worker names kinds of work that there are', () => {
    const [, kinds] = /KINDS=([a-z,]+)/.exec(read('deploy/systemd/overlook-worker@.service'))!;
    expect(kinds!.split(',').filter((kind) => !(WORK_KINDS as readonly string[]).includes(kind))).toEqual([]);
  });
});
