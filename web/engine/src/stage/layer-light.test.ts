import { expect, it } from 'vitest';
import { LayerLight } from './layer-light.ts';

const [POINTS, SHADED, TEXTURED, PROJECT_LAYER] = [1, 2, 3, 4];
const light = new LayerLight({ longitude: 138.5, latitude: -35 });
const MORNING = { day: '2026-01-10', minutes: 480 };

it('is the standard light of the site on all layers, until a time is set for those without textures', () => {
  const standard = light.of(null, SHADED);
  expect([POINTS, SHADED, TEXTURED, PROJECT_LAYER].every((id) => light.of(null, id) === standard)).toBe(true);
  expect([POINTS, TEXTURED].every((id) => light.of(MORNING, id) === standard)).toBe(true);
  const morning = light.of(MORNING, SHADED);
  expect(morning.direction[0]).toBeGreaterThan(0.5);
  expect(light.of(MORNING, PROJECT_LAYER)).toBe(morning);
  expect(light.valuesOf(MORNING, SHADED)[0]).toBeCloseTo(morning.direction[0], 6);
});

it('has the sun in the north at noon, south of the tropics', () => {
  const [east, north] = light.of({ day: '2026-06-21', minutes: 720 }, SHADED).direction;
  expect(north).toBeGreaterThan(0.8);
  expect(Math.abs(east)).toBeLessThan(0.05);
});

it('is the standard light for an invalid day', () => {
  expect(light.of({ day: '2026-99-99', minutes: 1 }, SHADED)).toBe(light.of(null, SHADED));
});
