/**
 * Cut faces of solids: where the section opens one, its inside is filled in the plane of the cut, in the picture and for picks.
 * A sphere of the plant that is cut beside its middle has a disc there whose size is known.
 */
import sharp from 'sharp';
import type { Vec3 } from '@overlook/shared/maths';
import { objectTree } from '@overlook/server/demo/object-tree';
import { SPHERES } from '@overlook/server/demo/ridgeway-layout';
import { describeSite } from '@overlook/server/demo/sites';
import type { EnuPose } from '@overlook/server/demo/types';
import { openPlantStage } from '../../fixtures/plant-stage.ts';
import { CAD, poseOf, ecefFromEnu, enuFromEcef } from '../../fixtures/plant.ts';
import type { StageWindow } from '../../fixtures/quadtree-stage.ts';
import { expect, session, test } from '../../fixtures/test.ts';

const SIZE = { width: 320, height: 200 };
test.use({ viewport: SIZE });

const { tag, east, north, centreHeight, radius } = SPHERES[0]!;
/** The plane is upright and faces south, at the given distance south of the middle. */
const BESIDE = 2;
const PLANE_NORTH = north - BESIDE;
const DISC = Math.sqrt(radius ** 2 - BESIDE ** 2);
/** Square onto the disc. */
const AWAY = 24;
const POSE: EnuPose = { position: [east, PLANE_NORTH - AWAY, centreHeight], direction: [0, 1, 0], up: [0, 0, 1] };
const DISC_PX = ((DISC / AWAY) * SIZE.height) / 2 / Math.tan(Math.PI / 6);
/** All of the sphere that is north of the plane. */
const BOX = { centre: [east, PLANE_NORTH + 10, centreHeight] as Vec3, size: [30, 20, 30] as Vec3 };

const NODES = objectTree(describeSite('ridgeway'));
const isOfSphere = (id: number | null): boolean =>
  NODES.some((node) => node.featureId === id && node.name.includes(tag));

interface Rgb {
  r: number;
  g: number;
  b: number;
}
const isLike = (a: Rgb, b: Rgb): boolean => Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b)) < 8;

test('a sphere that is cut shows a hatched disc, and picks land on it', async ({ page }, info) => {
  test.slow();
  await openPlantStage(page, await session(page.request, 'member'), { layer: CAD, maxPixelRatio: 1, errorPx: 1 });
  await page.evaluate(
    async ([pose, centerEcef, size]) => {
      const { stage } = window as unknown as StageWindow;
      stage.setPose(pose);
      stage.update({ section: { box: { centerEcef, size, headingRad: 0 }, planes: [] } });
      await stage.idle();
    },
    [poseOf(POSE), ecefFromEnu(BOX.centre), BOX.size] as const,
  );
  const picture = await sharp(await page.screenshot({ path: info.outputPath('cut.png') }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const at = (x: number, y: number): Rgb => {
    const i = 3 * (y * SIZE.width + x);
    return { r: picture[i]!, g: picture[i + 1]!, b: picture[i + 2]! };
  };
  const places: (readonly [number, number])[] = [];
  for (let y = 0; y < SIZE.height; y++) for (let x = 0; x < SIZE.width; x++) places.push([x, y]);
  const fromMiddle = ([x, y]: readonly [number, number]): number =>
    Math.hypot(x + 0.5 - SIZE.width / 2, y + 0.5 - SIZE.height / 2);

  await test.step('the disc has the fill and its lines, as large as the description says', () => {
    const inner = places.filter((place) => fromMiddle(place) < DISC_PX / 2).map(([x, y]) => at(x, y));
    // A leg of the sphere, which is in front of the middle, can be brighter.
    const alike = (one: Rgb): number => inner.filter((other) => isLike(one, other)).length;
    const [fill] = inner.toSorted((a, b) => alike(b) - alike(a));
    const line = { r: 0.55 * fill!.r, g: 0.55 * fill!.g, b: 0.55 * fill!.b };
    const [filled, lined] = [fill!, line].map((colour) => places.filter(([x, y]) => isLike(at(x, y), colour)));
    const area = Math.PI * DISC_PX ** 2;
    // The legs in front of it hide some 5 %.
    expect(Math.abs((filled!.length + lined!.length) / area - 0.95)).toBeLessThan(0.03);
    expect(lined!.length / area).toBeGreaterThan(0.12);
    expect(lined!.length / area).toBeLessThan(0.32);
    expect(filled!.filter((place) => fromMiddle(place) > DISC_PX + 2).length / area).toBeLessThan(0.02);
  });

  await test.step('a pick in the disc is on the plane and names the sphere', async () => {
    // Above the tops of the legs, which reach into the sphere and are seen in front of its cut face.
    const y = SIZE.height / 2 - 0.4 * DISC_PX;
    const pickedAt = async (part: number) => {
      const x = SIZE.width / 2 + part * DISC_PX;
      const pick = await page.evaluate(([px, py]) => (window as unknown as StageWindow).stage.pick(px!, py!), [x, y]);
      return { ofSphere: isOfSphere(pick?.featureId ?? null), north: pick && enuFromEcef(pick.pointEcef)[1] };
    };
    for (const part of [-0.85, -0.5, 0, 0.5, 0.85]) {
      const { ofSphere, north: hit } = await pickedAt(part);
      expect(ofSphere, `at ${part} of the radius`).toBe(true);
      // The box is upright at its own centre: across it the plane leans by less than a tenth of a millimetre.
      expect(hit).toBeCloseTo(PLANE_NORTH, 3);
    }
  });
});
