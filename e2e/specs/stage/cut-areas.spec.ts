/** The section box cuts the area of a change in the product: which part is visible, and what a click on it opens. */
import { enuFrame, normalize, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { aMoc, archiveMocs } from '../../fixtures/a-moc.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { COARSE_MODEL, expect, session, siteId, test } from '../../fixtures/test.ts';

test.use({ viewport: { width: 1200, height: 700 }, contextOptions: { reducedMotion: 'reduce' } });

const SETTINGS = { ...COARSE_MODEL, 'overlook.place-card': false };
/** Side of the area, metres; it reaches from 20 m below its change to 20 m above. */
const SIDE = 16;
/** Straight down on the middle of the area, from high over its top. */
const DOWN = { position: [0, 0, 70] as Vec3, direction: [0, 0, -1] as Vec3, up: [0, 1, 0] as Vec3 };
/** On the top of the area, to the west and to the east of its middle, beside the handles of the box. */
const WEST: Vec3 = [-5, -4, 20];
const EAST: Vec3 = [5, -4, 20];

test(
  'the section box cuts an area: the part outside can neither be seen nor clicked',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const name = `Cut ${Date.now().toString(36)}`;
    const id = await aMoc(name, SIDE);
    const token = await session(page.request, 'admin');
    const path = `${ORIGIN}/api/sites/${await siteId(page.request, token, 'ridgeway')}/mocs/pois`;
    const answer = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
    const { mocs } = (await answer.json()) as {
      mocs: { id: number; pois: Record<'longitude' | 'latitude' | 'altitude', number>[] }[];
    };
    const { longitude, latitude, altitude } = mocs.find((moc) => moc.id === id)!.pois[0]!;
    const frame = enuFrame({ longitude, latitude, height: altitude });
    const turned = (way: Vec3) => normalize(transformDirection(frame.ecefFromEnu, way));
    const cam = [...transformPoint(frame.ecefFromEnu, DOWN.position), ...turned(DOWN.direction), ...turned(DOWN.up)];
    // Its eastern half alone.
    const box = [...transformPoint(frame.ecefFromEnu, [SIDE / 2, 0, 0]), SIDE, 2 * SIDE, 80, 0];
    const view = `/?v=1&site=ridgeway&layers=3&cam=${cam.join()}&box=${box.join()}`;

    const stage = await signedInAs('admin', { site: 'ridgeway', path: view, settings: SETTINGS });
    await stage.settled();
    const size = await stage.size();
    const pixel = (point: Vec3) => pixelOf(point, DOWN, size);
    /** How much redder than green and blue a place is: a proposed area is red. */
    const rednessAt = async (point: Vec3) => {
      const picture = await stage.picture();
      const scale = picture.width / size.width;
      const [x, y] = pixel(point);
      const { r, g, b } = picture.around(x * scale, y * scale, 4);
      return r - Math.max(g, b);
    };
    await expect.poll(() => rednessAt(EAST)).toBeGreaterThan(30);
    expect(await rednessAt(WEST)).toBeLessThan(15);

    const card = page.getByRole('listitem').filter({ hasText: name });
    await stage.click(pixel(WEST));
    await stage.settled();
    await expect(card).toHaveCount(0);
    await stage.click(pixel(EAST));
    await expect(card.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-expanded', 'true');

    await page.goto(view.replace(/&box=[^&]*/, ''));
    await stage.settled();
    await expect.poll(() => rednessAt(WEST)).toBeGreaterThan(30);
    expect(await rednessAt(EAST)).toBeGreaterThan(30);
    await stage.click(pixel(WEST));
    await expect(card.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-expanded', 'true');
    await archiveMocs([name]);
  },
);
