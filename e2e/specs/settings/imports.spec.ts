import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectAccessible } from '../../fixtures/axe.ts';
import { expect, test } from '../../fixtures/own-server.ts';
import { overlook } from '../../fixtures/server.ts';

/** Objects enough to keep a server at it for some seconds. */
const OBJECTS = 200_000;

/** One triangle as glTF, its bytes within. */
function triangle(): string {
  const bytes = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: bytes.length }],
    buffers: [{ byteLength: bytes.length, uri }],
  });
}

/** A folder with a tile and a tree of many objects. */
async function aLargeModel(folder: string): Promise<string> {
  const head = { format: 'overlook-cad-tree', version: 1, sources: [] };
  const items = Array.from({ length: OBJECTS }, (_, id) => ({ id, name: `Object ${id}`, featureId: id }));
  const root = {
    boundingVolume: { box: [0.5, 0.5, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
    geometricError: 0,
    content: { uri: 'triangle.gltf' },
  };
  await mkdir(folder);
  await writeFile(path.join(folder, 'triangle.gltf'), triangle());
  await writeFile(
    path.join(folder, 'tileset.json'),
    JSON.stringify({ asset: { version: '1.1' }, geometricError: 1, root }),
  );
  await writeFile(
    path.join(folder, 'tree.jsonl'),
    [head, ...items].map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  return folder;
}

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('imports under Instance Administration', () => {
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'overlook-imports-'));
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  test('are shown while they run and when they have failed, and end when an administrator cancels them', async ({
    page,
    ownServer,
    openAs,
  }) => {
    const env = { DATA_DIR: ownServer.dataDir };
    const source = await aLargeModel(path.join(folder, 'works'));
    const args = ['site', 'import', '--detach', '--at', '10,50,0', '--cad'];
    const broken = path.join(folder, 'broken');
    await mkdir(broken);
    await writeFile(path.join(broken, 'tileset.json'), '{"asset":{"version":"1.1"}}');
    await overlook([...args, broken, 'broken'], env);
    await openAs(await ownServer.createPerson({ isAdmin: true }), '/settings/instance');
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await expect(jobs).toContainText(/Import of broken\s*Failed: .*tileset\.json/);
    await expectAccessible(page);

    const { job } = await overlook<{ job: { id: string } }>([...args, source, 'works'], env);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(jobs).toContainText(/Import of works\s*(Waiting|Beginning|Checking|Reading|Copying|Storing)/);
    await jobs.getByRole('button', { name: 'Cancel import of works' }).click();
    await page.getByRole('button', { name: 'Cancel import', exact: true }).click();
    await expect(page.getByText('The import is being cancelled.')).toBeVisible();
    await expect(jobs).not.toContainText('Import of works');
    const { jobs: listed } = await overlook<{ jobs: { id: string; state: string }[] }>(['job', 'list'], env);
    expect(listed.find(({ id }) => id === job.id)!.state).toBe('cancelled');
    expect(await overlook(['site', 'list'], env)).toEqual({ sites: [] });
  });
});
