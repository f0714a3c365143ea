import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { distance, type Lla, ecefFromLla } from '@overlook/shared/maths';
import { ridgeway } from '../../demo/plant/ridgeway.ts';
import { readEnv } from '../../env.ts';
import { bundled } from '../../testing/server-bundle.ts';
import { layerCheck } from '../layer-commands.ts';
import { checkLayerFolder } from './check-folder.ts';

const TUTORIAL = fileURLToPath(new URL('../../../../docs/layers/tutorial.md', import.meta.url));

const blocks = (text: string, language: string) =>
  [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].flatMap(([, kind, block]) => (kind === language ? [block!] : []));

it('the tutorial checks the folder of its layer where the project has it', async () => {
  const commands = blocks(await readFile(TUTORIAL, 'utf8'), 'sh');
  expect(commands).toContain(`npm run overlook -- layer check ${readEnv({}).dataDir}/layers/valves\n`);
});

it('the data of the tutorial and of the format example are at the demo site', async () => {
  const origin = ecefFromLla(ridgeway().origin);
  const valves = JSON.parse(blocks(await readFile(TUTORIAL, 'utf8'), 'json')[1]!) as Lla[];
  const gpx = await readFile(new URL('examples/gpx/data/sample.gpx', pathToFileURL(TUTORIAL)), 'utf8');
  const points = [...gpx.matchAll(/lat="(.+?)" lon="(.+?)"/g)].map(([, latitude, longitude]) => ({
    longitude: Number(longitude),
    latitude: Number(latitude),
    height: 36,
  }));
  for (const place of [...valves, ...points]) expect(distance(ecefFromLla(place), origin)).toBeLessThan(60);
});

it('each step of the tutorial passes the checks, with the printed report of the last step', async () => {
  const text = await readFile(TUTORIAL, 'utf8');
  const steps = blocks(text, 'js');
  const [manifest, data] = blocks(text, 'json') as [string, string];
  const [printed] = blocks(text, '').slice(-1) as [string];
  expect(steps).toHaveLength(3);
  const parent = await mkdtemp(path.join(tmpdir(), 'overlook-tutorial-'));
  const folder = path.join(parent, 'valves');
  await mkdir(path.join(folder, 'data'), { recursive: true });
  await writeFile(path.join(folder, 'data', 'valves.json'), data);
  const limits = { timeoutMs: 60_000, memoryMb: 512, base: pathToFileURL(bundled('cli')).href };
  const reports: string[] = [];
  for (const step of steps) {
    const hash = createHash('sha256').update(step).digest('base64');
    await writeFile(path.join(folder, 'valves.js'), step);
    await writeFile(path.join(folder, 'manifest.json'), manifest.replace('sha256-…', `sha256-${hash}`));
    const checks = await checkLayerFolder(folder, null, undefined, limits);
    expect(checks.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    reports.push(layerCheck.describe({ checks } as never));
  }
  expect(printed).toBe(`${reports.at(-1)}\n`);
  await rm(parent, { recursive: true });
});
