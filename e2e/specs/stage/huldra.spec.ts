/**
 * A real deck of pipe supports (../shared/data/cad/huldra), imported as its users would: a model with a hierarchy and an
 * attribute text. Picks and measurements are compared with the model's own triangles, which other code reads. Tests
 * without their sample data are skipped by name.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Vec3, add, distance, enuFrame, scale, transformDirection, transformPoint } from '@overlook/shared/maths';
import { PLACE } from '../../fixtures/oblique-view.ts';
import { pixelRay } from '../../fixtures/pixel-ray.ts';
import { CAD } from '../../fixtures/plant.ts';
import { SAMPLE_DATA, overlook } from '../../fixtures/server.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { nearestHit, readModelTriangles } from '../../fixtures/tile-geometry.ts';
import { Tools } from '../../fixtures/tools.ts';

const HULDRA = path.join(SAMPLE_DATA, 'cad/huldra');
const MODEL = path.join(HULDRA, 'huldra-wd1-psup.glb');
/** A support, by the tag that the attribute text gives it. */
const TAG = 'PS/WD1/0005';
const NAME = '/PS/WD1/0005';

test.skip(!existsSync(MODEL), `needs the Huldra model in ${HULDRA}`);
test.use({ viewport: { width: 1440, height: 700 } });

test(
  'a support of Huldra is found by its tag, flown to, read, isolated and measured',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const sources = ['--cad', MODEL, '--properties', path.join(HULDRA, 'WD1-PSUP.txt')];
    const place = Object.values(PLACE).join();
    const imported = await overlook<{ layers: { tree: { items: number; properties: object } }[] }>([
      'site',
      'import',
      'huldra',
      '--name',
      'Huldra',
      ...sources,
      '--at',
      place,
      '--replace',
    ]);
    expect(imported.layers[0]!.tree).toMatchObject({ items: 4084, properties: { objects: 8149, missing: 4065 } });

    const settings = { ...MODEL_ONLY, 'overlook.viewer-count': 2 };
    const stage = await signedInAs('admin', { site: 'huldra', path: '/tools', settings });
    await stage.settled();
    for (const number of [1, 2]) await stage.screen(number).setLayer(CAD);
    await page.getByRole('switch', { name: 'Object tree' }).click();
    const panel = page.getByRole('complementary', { name: 'Object tree' });
    await panel.getByRole('searchbox', { name: 'Search objects' }).fill(TAG);
    const hit = panel.getByRole('tree', { name: 'Objects found' }).getByRole('treeitem', { name: NAME, exact: false });
    await hit.first().click();

    const metadata = panel.getByRole('region', { name: 'Metadata' });
    await expect(metadata.getByRole('heading', { name: NAME })).toBeVisible();
    for (const [name, value] of [
      ['RefNo', '=16821/9130'],
      ['Area', 'WD1'],
      ['Tag', TAG],
    ] as const) {
      await expect(metadata.getByText(name, { exact: true })).toBeVisible();
      await expect(metadata.getByText(value, { exact: true }).first()).toBeVisible();
    }

    await panel.getByRole('button', { name: 'Clear the search' }).click();
    await stage.region.focus();
    await page.keyboard.press('f');
    const triangles = await readModelTriangles(MODEL, NAME, enuFrame(PLACE).ecefFromEnu);
    expect(triangles.length).toBeGreaterThan(0);
    const middle = middleOf(triangles);
    await expect.poll(async () => distance((await stage.pose()).position, middle)).toBeLessThan(15);
    await stage.settled();
    await panel.getByRole('treeitem', { selected: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Isolate' }).click();
    await stage.settled();

    const near = enuFrame(PLACE);
    const local = mapPoints(triangles, (point) => transformPoint(near.enuFromEcef, point));
    const [pose, size] = [await stage.pose(), await stage.size()];
    const truthAt = (x: number, y: number): Vec3 | null => {
      const ray = pixelRay(pose, size, [x, y]);
      const [origin, direction] = [
        transformPoint(near.enuFromEcef, ray.origin),
        transformDirection(near.enuFromEcef, ray.direction),
      ];
      const t = nearestHit(local, origin, direction);
      return t === null ? null : add(origin, scale(direction, t));
    };
    const hits = await test.step('only it is visible, at the place of its triangles', async () => {
      const found: { place: [number, number]; truth: Vec3 }[] = [];
      for (let u = 0.05; u < 1; u += 0.06)
        for (let v = 0.1; v < 1; v += 0.06) {
          const [x, y] = [Math.round(u * size.width), Math.round(v * size.height)];
          const picked = await stage.pickPoint(x, y);
          const truth = truthAt(x, y);
          if (!picked || !truth) continue;
          expect(distance(transformPoint(near.enuFromEcef, picked), truth)).toBeLessThan(0.002);
          found.push({ place: [x, y], truth });
        }
      expect(found.length).toBeGreaterThan(8);
      return found;
    });

    await test.step('in the colour of the selection, in two screens', async () => {
      for (const number of [1, 2]) {
        await stage.screen(number).settled();
        const picture = await stage.screen(number).picture();
        const amber = hits.filter(({ place: [x, y] }) => {
          const { r, g, b } = picture.around((x / size.width) * picture.width, (y / size.height) * picture.height, 1);
          return r > 1.25 * g && g > 2 * b;
        });
        expect(amber.length, `screen ${number}`).toBeGreaterThan(hits.length / 2);
      }
    });

    await test.step('and measured, two millimetres an end', async () => {
      const [first] = hits;
      const far = hits.reduce((a, b) => (distance(a.truth, first!.truth) > distance(b.truth, first!.truth) ? a : b));
      const tools = new Tools(page);
      await tools.chooseMode('Distance');
      expect(await stage.pose()).toEqual(pose);
      await stage.click(first!.place);
      await stage.click(far.place);
      await page.keyboard.press('Enter');
      const [measured] = await tools.exported();
      expect(Math.abs(measured!.properties.lengthMetres! - distance(first!.truth, far.truth))).toBeLessThan(0.004);
    });
  },
);

function mapPoints(points: Float64Array, change: (point: Vec3) => Vec3): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) out.set(change([points[i]!, points[i + 1]!, points[i + 2]!]), i);
  return out;
}

function middleOf(points: Float64Array): Vec3 {
  const along = (axis: number) => points.filter((_, i) => i % 3 === axis);
  return [0, 1, 2].map((axis) => (Math.min(...along(axis)) + Math.max(...along(axis))) / 2) as Vec3;
}
