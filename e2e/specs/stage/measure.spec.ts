/** Measuring on the demo plant: its description says how far apart two pixels of a flat face are. */
import { type Vec3, distance, llaFromEcef } from '@overlook/shared/maths';
import { lookAt } from '@overlook/server/demo/home-pose';
import { COLUMNS } from '@overlook/server/demo/ridgeway-layout';
import { COLUMN_TOPS, RED_TANK } from '@overlook/server/demo/truth';
import {
  CAD,
  POINTS,
  SHADED,
  TEXTURED,
  above,
  facing,
  flatFace,
  middleOf,
  pointOnFace,
  poseOf,
  ecefFromEnu,
} from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { type ExportedFeature, Tools } from '../../fixtures/tools.ts';

// Wide enough for the panel to be beside the stage.
test.use({ viewport: { width: 1040, height: 560 } });

const ROOF = flatFace('Control room roof deck');
const WALL = flatFace('Control room west wall');
/** Permitted error of a mesh in metres, as stated for the product. */
const EXACT = 0.002;

/** Distance in metres that a chord of the finest tiles may have from its curve (server/src/demo/tiles/detail.ts). */
const CHORD = 0.01;
const COLUMN = { ...COLUMN_TOPS[0]!, height: COLUMNS[0]!.height };
const OPENING = { site: 'ridgeway', path: '/tools', settings: MODEL_ONLY };

const heightOf = (pointEnu: Vec3): number => llaFromEcef(ecefFromEnu(pointEnu)).height;

/** Area of an outline on level ground (the shoelace formula). */
const areaOf = (outline: readonly Vec3[]): number =>
  Math.abs(
    outline.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = outline[(i + 1) % outline.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

const LAYERS = [
  { layer: 'textured', id: TEXTURED, metres: 9 },
  { layer: 'shaded', id: SHADED, metres: 9 },
  { layer: 'CAD', id: CAD, metres: 9 },
  // From nearer the eye falls between the points.
  { layer: 'points', id: POINTS, metres: 20 },
];

test('distance, area and height on flat faces are true in each layer', async ({ page, signedInAs }) => {
  // Many views on one page.
  test.slow();
  const stage = await signedInAs('admin', { ...OPENING, pose: poseOf(facing(ROOF, 9)) });
  const tools = new Tools(page);
  await stage.settled();
  const size = await stage.size();
  const at = (u: number, v: number) => [Math.round(size.width * u), Math.round(size.height * v)] as const;

  for (const { layer, id, metres } of LAYERS) {
    await test.step(layer, async () => {
      const [onRoof, onWall] = [facing(ROOF, metres), facing(WALL, metres)];
      await stage.setPose(poseOf(onRoof));
      await stage.setLayer(id);
      await stage.setScreenSpaceError(1);

      // Beside the ventilators on the roof.
      const ends = [at(0.35, 0.6), at(0.65, 0.3)];
      await tools.chooseMode('Distance');
      for (const end of ends) await stage.click(end);
      await page.keyboard.press('Enter');
      await tools.chooseMode('Area');
      const corners = [at(0.4, 0.25), at(0.75, 0.25), at(0.6, 0.75), at(0.25, 0.75)];
      for (const corner of corners) await stage.click(corner);
      await page.keyboard.press('Enter');
      await tools.chooseMode('Height');
      await stage.setPose(poseOf(onWall));
      // Both above the ground, from 20 m away, too, and off the foot of the wall, where clicks snap.
      const [low, high] = [at(0.45, 0.6), at(0.55, 0.45)];
      await stage.click(low);
      await stage.click(high);
      await stage.settled();

      const results = await tools.exported();
      expect(results).toHaveLength(3);
      const [length, area, height] = results.map(({ properties }) => properties);
      const [from, to] = ends.map((end) => pointOnFace(onRoof, end, size, ROOF));
      const outline = corners.map((corner) => pointOnFace(onRoof, corner, size, ROOF));
      const [foot, top] = [low, high].map((place) => heightOf(pointOnFace(onWall, place, size, WALL)));
      // Half of the 95 % interval of a cloud; the factor leaves room for the other five of 100.
      const bound = (half95: number) => (id === POINTS ? Math.SQRT2 * half95 : EXACT);
      expect(Math.abs(length!.lengthMetres! - distance(from!, to!))).toBeLessThan(bound(length!.errorMetres!));
      const offArea = Math.abs(area!.areaHorizontalSquareMetres! - areaOf(outline));
      expect(offArea).toBeLessThan(area!.lengthMetres! * bound(area!.errorMetres!));
      const offHeight = Math.abs(height!.heightDifferenceMetres! - (top! - foot!));
      expect(offHeight).toBeLessThan(bound(height!.heightErrorMetres!));
      await tools.button('Clear').click();
    });
  }
});

test.describe('round things', () => {
  const [east, north] = RED_TANK.centreEnu;
  const band = (RED_TANK.bandBottom + RED_TANK.bandTop) / 2;
  /** From the south and the north onto the shell. The second place is higher: the first one's mark lies behind it. */
  const flanks: Vec3[] = [
    [east, north - RED_TANK.radius, band],
    [east, north + RED_TANK.radius, band + 1.5],
  ];
  const outside = ([x, y, z]: Vec3) => poseOf(lookAt([x, y + 15 * Math.sign(y - north), z], [x, y, z]));

  // Beside the pipe that leaves the crown of the column's elliptic head.
  const { topEnu, radius, height } = COLUMN;
  const beside = 0.4 * radius;
  const head: Vec3 = [topEnu[0] + beside, topEnu[1], height + (topEnu[2] - height) * Math.sqrt(1 - 0.4 ** 2)];
  const pad = middleOf(flatFace('Sphere pad between the spheres'));

  test('are measured as they are described', async ({ page, signedInAs }) => {
    const stage = await signedInAs('admin', { ...OPENING, pose: outside(flanks[0]!) });
    const tools = new Tools(page);
    await stage.settled();
    await stage.setScreenSpaceError(1);
    for (const { what, mode, poses, metres } of [
      {
        what: 'the diameter of a tank',
        mode: 'Distance',
        poses: flanks.map(outside),
        metres: distance(flanks[0]!, flanks[1]!),
      },
      {
        what: 'the height of a column',
        mode: 'Height',
        poses: [pad, head].map((place) => poseOf(above(place, 8))),
        metres: heightOf(head) - heightOf(pad),
      },
    ] as const) {
      await test.step(what, async () => {
        await tools.chooseMode(mode);
        for (const pose of poses) {
          await stage.setPose(pose);
          const { width, height } = await stage.size();
          await stage.click([width / 2, height / 2]);
          await stage.settled();
        }
        await page.keyboard.press('Enter');
        const results = await tools.exported();
        expect(results).toHaveLength(1);
        const [{ properties }] = results as [ExportedFeature];
        const measured = properties.heightDifferenceMetres ?? properties.lengthMetres!;
        // Chords lie within the curve: at either end of a diameter, at the upper end of a height (on a slope of 0.4).
        expect(measured).toBeLessThan(metres + EXACT);
        expect(measured).toBeGreaterThan(metres - 2 * CHORD - EXACT);
        await tools.button('Clear').click();
      });
    }
  });
});
