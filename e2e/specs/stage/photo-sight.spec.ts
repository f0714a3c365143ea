/** Which photos of the demo plant see a point, compared with rays through the plant's description. */
import type { Vec3 } from '@overlook/shared/maths';
import { distance, normalize, subtract } from '@overlook/shared/maths';
import { marginM, photoTruth, surfacePoints } from '@overlook/server/demo/photo-truth';
import { openPlantStage, PLANT, PLANT_CAMERAS, PLANT_PHOTOS, pointEcef } from '../../fixtures/plant-stage.ts';
import type { StageWindow } from '../../fixtures/quadtree-stage.ts';
import { expect, session, test } from '../../fixtures/test.ts';

test(
  'each photo sees those of 200 points that it shows, and the ray to a point that it sees is free',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    const points = surfacePoints(PLANT, 200, 1);
    await openPlantStage(page, await session(page.request, 'admin'));
    const sights = await page.evaluate(
      async ({ photos, asked }) => {
        const { stage } = window as unknown as StageWindow;
        const answers = [];
        for (const point of asked) answers.push(await stage.sight(point, photos));
        return answers.map((of) => of.map(({ verdict }) => verdict));
      },
      { photos: PLANT_PHOTOS, asked: points.map(({ pointEnu }) => pointEcef(pointEnu)) },
    );

    const verdictOf = photoTruth(PLANT);
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    const seen: { camera: number; point: number }[] = [];
    points.forEach((surface, point) =>
      PLANT_CAMERAS.forEach((of, camera) => {
        const right = verdictOf(of, surface);
        // There a few centimetres decide, and tiles follow the plant to as much.
        if (right === 'edge') return;
        counts[right] = (counts[right] ?? 0) + 1;
        const verdict = sights[point]![camera]!;
        if (verdict !== right) wrong.push(`${PLANT_PHOTOS[camera]!.id}, point ${point}: ${right}, not ${verdict}`);
        else if (right === 'sees') seen.push({ camera, point });
      }),
    );
    expect(wrong).toEqual([]);
    expect(Math.min(counts['sees']!, counts['hidden']!, counts['outside']!)).toBeGreaterThan(200);

    const rays = seen.map(({ camera, point }) => {
      const { positionEcef: origin } = PLANT_PHOTOS[camera]!;
      return { origin, direction: normalize(subtract(pointEcef(points[point]!.pointEnu), origin)) };
    });
    const hits = await page.evaluate((all) => {
      const { stage } = window as unknown as StageWindow;
      const pick = (ray: (typeof all)[number]) =>
        new Promise<Vec3 | null>((resolve) => stage.pickRaySoon(ray, (found) => resolve(found?.pointEcef ?? null)));
      return Promise.all(all.map(pick));
    }, rays);
    hits.forEach((hit, i) => {
      const { camera, point } = seen[i]!;
      const away = distance(PLANT_CAMERAS[camera]!.position, points[point]!.pointEnu);
      expect(hit && distance(hit, rays[i]!.origin)).toBeGreaterThan(away - marginM(PLANT_CAMERAS[camera]!, away));
      expect(hit && distance(hit, rays[i]!.origin)).toBeLessThan(away + marginM(PLANT_CAMERAS[camera]!, away));
    });
  },
);
