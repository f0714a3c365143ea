/** Orthographic views: the plant without perspective, held to its own description. */
import { type Pose, type Vec3, add, distance, scale, subtract } from '@overlook/shared/maths';
import { ecefFromEnu, enuFromEcef, facing, flatFace, middleOf, poseOf } from '../../fixtures/plant.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = flatFace('Control room roof deck');
/** Across a corner of the roof, from the south-west and above. */
const OBLIQUE: Pose = poseOf({
  position: add(middleOf(ROOF), [-24, -30, 22]),
  ...(() => {
    const length = Math.hypot(24, 30, 22);
    const direction: Vec3 = [24 / length, 30 / length, -22 / length];
    const level = Math.hypot(24, 30);
    const up: Vec3 = [(24 / level) * (22 / length), (30 / level) * (22 / length), level / length];
    return { direction, up };
  })(),
});
/** Corners of the roof in order, ECEF metres. */
const CORNERS = [
  ROOF.corner,
  add(ROOF.corner, ROOF.edgeU),
  add(add(ROOF.corner, ROOF.edgeU), ROOF.edgeV),
  add(ROOF.corner, ROOF.edgeV),
].map(ecefFromEnu);

/** East, north and up of the plant, ECEF. */
const AXES = (
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as Vec3[]
).map((axis) => subtract(ecefFromEnu(add(middleOf(ROOF), axis)), ecefFromEnu(middleOf(ROOF)))) as [Vec3, Vec3, Vec3];

test.use({ viewport: { width: 960, height: 560 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('an orthographic view is true to the plant, and so is its link', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', {
    site: 'ridgeway',
    pose: poseOf(facing(ROOF, 20)),
    settings: COARSE_MODEL,
  });
  await stage.settled();
  const { width, height } = await stage.size();
  const middle = [width / 2, height / 2] as const;
  const toggle = page.getByRole('button', { name: 'Orthographic view' });
  const projection = () => page.evaluate(() => window.overlook!.camera.projection());
  const placeOf = (point: Vec3) =>
    page.evaluate((at) => window.overlook!.project(at), point).then((place) => [place!.x, place!.y] as const);
  const way = (a: readonly number[], b: readonly number[]) => [b[0]! - a[0]!, b[1]! - a[1]!] as const;
  const edges = async () => {
    const [a, b, c, d] = await Promise.all(CORNERS.map(placeOf));
    return { u: [way(a!, b!), way(d!, c!)], v: [way(b!, c!), way(a!, d!)] } as const;
  };
  const unlikeness = ([one, other]: readonly (readonly number[])[]) =>
    Math.hypot(one![0]! - other![0]!, one![1]! - other![1]!);

  await test.step('the same point is picked in both projections to a millimetre', async () => {
    const picked = await Promise.all(
      [middle, [width * 0.62, height * 0.42] as const, [width * 0.3, height * 0.42] as const].map(([x, y]) =>
        stage.pickPoint(x, y),
      ),
    );
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await stage.region.focus();
    await page.keyboard.press('Digit5');
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await stage.settled();
    expect(await projection()).toBe('orthographic');
    for (const point of picked) {
      const again = (await stage.pickPoint(...(await placeOf(point!))))!;
      expect(distance(again, point!)).toBeLessThan(0.001);
      // The roof of the description between the units that stand on it, to the float32 of a tile.
      expect(Math.abs(enuFromEcef(again)[2] - middleOf(ROOF)[2])).toBeLessThan(0.002);
    }
  });

  await test.step('the scale bar is that of the known edges of the roof, anywhere in the picture', async () => {
    const bar = page.getByRole('group', { name: 'Scale' });
    const [a, b] = [await placeOf(CORNERS[0]!), await placeOf(CORNERS[1]!)];
    const pxPerMetre = Math.hypot(b[0] - a[0], b[1] - a[1]) / distance(CORNERS[0]!, CORNERS[1]!);
    const shown = async () => {
      const [number, unit] = (await bar.innerText()).split(/\s/);
      const metres = Number(number) / (unit === 'cm' ? 100 : 1);
      return (await bar.locator('span').nth(1).boundingBox())!.width / metres;
    };
    await expect.poll(async () => Math.abs((await shown()) / pxPerMetre - 1)).toBeLessThan(0.02);
  });

  await test.step('parallel edges are parallel and equally long, which perspective does not show', async () => {
    await stage.setPose(OBLIQUE);
    expect(await projection()).toBe('perspective');
    const seen = await edges();
    expect(Math.max(unlikeness(seen.u), unlikeness(seen.v))).toBeGreaterThan(10);
    await toggle.click();
    await stage.settled();
    const flat = await edges();
    expect(Math.max(unlikeness(flat.u), unlikeness(flat.v))).toBeLessThan(0.01);
  });

  await test.step('the wheel zooms to the cursor without parallax', async () => {
    const corner = await placeOf(CORNERS[2]!);
    const canvas = (await stage.region.boundingBox())!;
    const before = (await stage.pose()).orthoHeightM!;
    await page.mouse.move(canvas.x + corner[0], canvas.y + corner[1]);
    await page.mouse.wheel(0, -200);
    await expect.poll(async () => (await stage.pose()).orthoHeightM).toBeCloseTo(before * 0.64, 3);
    await stage.settled();
    const [x, y] = await placeOf(CORNERS[2]!);
    expect(Math.hypot(x - corner[0], y - corner[1])).toBeLessThan(1);
  });

  await test.step('back to perspective keeps what is in the middle, and its size', async () => {
    const pose = await stage.pose();
    const point = (await stage.pickPoint(...middle))!;
    const beside = add(point, scale(pose.up, 1));
    const sizeOf = async () => (await placeOf(point))[1] - (await placeOf(beside))[1];
    const size = await sizeOf();
    await page.keyboard.press('Digit5');
    await stage.settled();
    expect(distance((await stage.pickPoint(...middle))!, point)).toBeLessThan(0.02);
    expect(await sizeOf()).toBeCloseTo(size, 1);
    await page.keyboard.press('Digit5');
    await stage.settled();
  });

  await test.step('views along the axes are chosen by keys, and Camera back leads home', async () => {
    const before = await stage.pose();
    const views = page.getByRole('button', { name: 'Views', exact: true });
    await views.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^Top/ }).press('Enter');
    const [EAST, NORTH, UP] = AXES;
    const expectSeen = (direction: Vec3, up: Vec3) =>
      expect
        .poll(async () => {
          const pose = await stage.pose();
          return distance(pose.direction, direction) + distance(pose.up, up);
        })
        // The verticals of a plant differ by a hundred thousandth at its ends.
        .toBeLessThan(1e-4);
    await expectSeen(scale(UP, -1), NORTH);
    for (const [key, direction, up] of [
      ['Digit3', NORTH, UP],
      ['Digit5', EAST, UP],
      ['Digit2', UP, scale(NORTH, -1)],
    ] as const) {
      await stage.region.focus();
      await page.keyboard.press(`Shift+${key}`);
      await expectSeen(direction, up);
    }
    await stage.setPose(poseOf(facing(ROOF, 25)));
    await stage.region.focus();
    await page.keyboard.press('Shift+Digit8');
    await expectSeen(scale(UP, -1), NORTH);
    await stage.setPose(before);
  });

  await test.step('history leads back to it, and its link opens it again', async () => {
    const pose = await stage.pose();
    // Other views of the same height were in the address before.
    await expect
      .poll(() => {
        const parts = new URL(page.url()).searchParams;
        const [x = 0, y = 0, z = 0] = (parts.get('cam') ?? '').split(',').map(Number);
        return distance([x, y, z], pose.position) < 0.002 && parts.get('ortho');
      })
      .toBe(String(Number(pose.orthoHeightM!.toFixed(3))));
    const address = page.url();
    await stage.setPose(poseOf(facing(ROOF, 30)));
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Camera back' }).click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect((await stage.pose()).orthoHeightM).toBe(pose.orthoHeightM);
    await page.goto('/readyz');
    await page.goto(address);
    await stage.settled();
    const opened = await stage.pose();
    expect(opened.orthoHeightM).toBeCloseTo(pose.orthoHeightM!, 3);
    expect(distance(opened.position, pose.position)).toBeLessThan(0.002);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  });
});
