/** Measuring by hand: every way to begin, correct and end it, on one screen and over several. */
import { distance } from '@overlook/shared/maths';
import { CAD, SHADED, facing, flatFace, pointOnFace, poseOf } from '../../fixtures/plant.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';
import { Tools } from '../../fixtures/tools.ts';

const ROOF = flatFace('Control room roof deck');
const ON_ROOF = facing(ROOF, 20);
const OPENING = { site: 'ridgeway', path: '/tools', pose: poseOf(ON_ROOF), settings: MODEL_ONLY };
const EXACT = 0.002;

// Wide enough for the panel to be beside the stage, and for three screens.
test.use({ viewport: { width: 1040, height: 560 } });

test('undo, redo, drag, Esc, Enter and Delete', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  const tools = new Tools(page);
  await stage.settled();
  const size = await stage.size();
  const at = (u: number, v: number) => [Math.round(size.width * u), Math.round(size.height * v)] as const;
  const [a, b, c, d] = [at(0.35, 0.6), at(0.65, 0.3), at(0.65, 0.45), at(0.5, 0.7)];
  const onRoof = (place: readonly [number, number]) => pointOnFace(ON_ROOF, place, size, ROOF);
  const legs = tools.card('Measure Mode').getByRole('grid', { name: 'Legs' });
  // Head, legs and total.
  const expectLegs = (count: number) => expect(legs.getByRole('row')).toHaveCount(count === 0 ? 0 : count + 2);

  await test.step('each click adds a point, but not one on a point', async () => {
    await expect(tools.button('Undo')).toBeDisabled();
    await stage.click(a);
    await stage.click(b);
    await expectLegs(1);
    await stage.click(b);
    await stage.click(a);
    await expectLegs(1);
    await stage.click(c);
    await expectLegs(2);
  });

  await test.step('undo and redo, by button and by key, as far as there is something', async () => {
    await tools.button('Undo').click();
    await expectLegs(1);
    await expect(tools.button('Redo')).toBeEnabled();
    await tools.button('Redo').click();
    await expectLegs(2);
    await expect(tools.button('Redo')).toBeDisabled();
    await stage.region.focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectLegs(0);
    await expect(tools.button('Undo')).toBeDisabled();
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+y');
    await expectLegs(2);
  });

  await test.step('a drag moves a point, and Enter ends the line', async () => {
    await stage.drag(c, d);
    await stage.region.focus();
    await page.keyboard.press('Enter');
    await stage.settled();
    const [line] = await tools.exported();
    const truth = [distance(onRoof(a), onRoof(b)), distance(onRoof(b), onRoof(d))];
    line!.properties.legLengthsMetres!.forEach((metres, leg) =>
      expect(Math.abs(metres - truth[leg]!)).toBeLessThan(EXACT),
    );
    const [head, ...rows] = await tools.exportedRows();
    const total = rows.find((row) => row[head!.indexOf('row')] === 'total')!;
    expect(Number(total[head!.indexOf('length_m')])).toBe(line!.properties.lengthMetres);
  });

  await test.step('Esc drops a single point and no finished line; Delete removes the active point', async () => {
    await stage.click(c);
    await stage.region.focus();
    await page.keyboard.press('Escape');
    await expectLegs(2);
    await expect(tools.panel).toBeVisible();
    await stage.click(c);
    await stage.click(a);
    await page.keyboard.press('Delete');
    await expectLegs(0);
    await page.keyboard.press('Escape');
    await expectLegs(2);
  });

  await test.step('a click on a point of a finished line begins at exactly that point', async () => {
    await stage.click(d);
    await stage.click(c);
    const [first, second] = await tools.exported();
    const ends = [first!, second!].map(({ geometry }) => geometry.coordinates as number[][]);
    expect(ends[1]![0]).toEqual(ends[0]![2]);
  });

  await test.step('Esc on the stage keeps the line that is complete, then leaves the tools; undo still works', async () => {
    await stage.region.focus();
    await page.keyboard.press('Escape');
    await expect(tools.panel).toBeVisible();
    expect(await tools.exported()).toHaveLength(2);
    await stage.region.focus();
    await page.keyboard.press('Escape');
    await expect(tools.panel).toBeHidden();
    await page.getByRole('link', { name: 'Tools' }).click();
    await expectLegs(1);
    await tools.button('Undo').click();
    await tools.button('Undo').click();
    await expectLegs(0);
    await tools.button('Clear').click();
    await expectLegs(0);
  });
});

test('a plane through three places of the roof holds the fourth', async ({ page, signedInAs }) => {
  const stage = await signedInAs('member', OPENING);
  const tools = new Tools(page);
  await stage.settled();
  await tools.chooseMode('To plane');
  const { width, height } = await stage.size();
  for (const [u, v] of [
    [0.3, 0.65],
    [0.7, 0.65],
    [0.62, 0.3],
    [0.4, 0.55],
  ] as const)
    await stage.click([Math.round(width * u), Math.round(height * v)]);
  await stage.settled();
  const [, probe] = await tools.exported();
  expect(probe!.properties.part).toBe('distance');
  expect(Math.abs(probe!.properties.signedDistanceMetres!)).toBeLessThan(EXACT);
});

test(
  'a line begun in one screen continues in another, and shows the same in all',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    const stage = await signedInAs('member', OPENING);
    const tools = new Tools(page);
    await stage.settled();
    const lengths: number[] = [];
    const measured = async () => {
      const [line] = await tools.exported();
      expect(line!.properties.lengthMetres).toBeGreaterThan(1);
      lengths.push(line!.properties.lengthMetres!);
    };
    const countScreens = async (count: 1 | 2 | 3) => {
      const choice = page.getByRole('radiogroup', { name: 'Screens' }).getByRole('radio', { name: String(count) });
      await choice.click({ force: true });
      for (let number = 1; number <= count; number++) await stage.screen(number).settled();
    };
    const spot = async (number: number, u: number, v: number) => {
      const { width, height } = await stage.screen(number).size();
      return [Math.round(width * u), Math.round(height * v)] as const;
    };

    await countScreens(2);
    await stage.screen(2).setLayer(SHADED);
    const size = await stage.size();
    const from = await spot(1, 0.4, 0.6);
    const to = await spot(2, 0.6, 0.35);
    await stage.click(from);
    await stage.screen(2).click(to);
    await page.keyboard.press('Enter');
    await stage.settled();
    await measured();
    const truth = distance(
      pointOnFace(ON_ROOF, from, size, ROOF),
      pointOnFace(ON_ROOF, to, await stage.screen(2).size(), ROOF),
    );
    expect(Math.abs(lengths[0]! - truth)).toBeLessThan(EXACT);

    await test.step('the result survives other layers and other numbers of screens', async () => {
      await countScreens(3);
      await stage.screen(3).setLayer(CAD);
      await measured();
      await countScreens(1);
      await stage.setLayer(SHADED);
      await measured();
      expect(new Set(lengths).size).toBe(1);
    });

    await test.step('three screens make one line', async () => {
      await tools.button('Clear').click();
      await countScreens(3);
      const places = [await spot(1, 0.35, 0.6), await spot(2, 0.7, 0.4), await spot(3, 0.45, 0.35)];
      for (const [index, place] of places.entries()) await stage.screen(index + 1).click(place);
      await page.keyboard.press('Enter');
      for (const number of [1, 2, 3]) await stage.screen(number).settled();
      const [line] = await tools.exported();
      const points = await Promise.all(
        places.map(async (place, index) => pointOnFace(ON_ROOF, place, await stage.screen(index + 1).size(), ROOF)),
      );
      const [a, b, c] = points;
      const [first, second] = line!.properties.legLengthsMetres!;
      expect(Math.abs(first! - distance(a!, b!))).toBeLessThan(EXACT);
      expect(Math.abs(second! - distance(b!, c!))).toBeLessThan(EXACT);
    });
  },
);
