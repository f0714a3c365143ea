import { expect, it } from 'vitest';
import type { DrawItem } from './draw-item.ts';
import { Edges } from './edges.ts';
import { featureStyleTable } from './feature-style.ts';
import type { GpuContent } from './gpu-content.ts';
import type { RenderStyle, TilePass } from './tile-pass.ts';
import { Variant } from './tile-shader.ts';

// Choosing what is drawn touches no context.
const edges = new Edges({} as WebGL2RenderingContext);
const FEATURES = featureStyleTable({ rest: { opacity: 0.5, color: null }, rules: [] })!;

const item = (...variants: number[]): DrawItem =>
  ({ tile: { gpu: [{ primitives: variants.map((variant) => ({ variant })) } as GpuContent] } }) as unknown as DrawItem;
const passOf = (items: DrawItem[], style: Partial<RenderStyle>): TilePass => ({
  items,
  style: { pixelRatio: 2, features: null, ...style } as RenderStyle,
  part: null,
});

it('is none without edges', () => {
  expect(edges.passesOf(passOf([item(Variant.Normals)], { hasEdges: false }))).toEqual([]);
});

it('draws what has surfaces once more, as it is', () => {
  const [cloud, mesh, both] = [item(Variant.Points), item(Variant.Normals), item(Variant.Points, Variant.Colors)];
  const [pass, ...others] = edges.passesOf(passOf([cloud, mesh, both], { hasEdges: true }));
  expect(others).toEqual([]);
  expect(pass!.items).toEqual([mesh, both]);
  expect(pass!.style).toMatchObject({ via: edges, pixelRatio: 2, lit: null, points: null });
  const { count, rest, rows, texels } = pass!.style.features!;
  // No id is in the table, and what is not in it is opaque with its own colour.
  expect([count, [...rest]]).toEqual([0, [0, 0, 0, 254]]);
  expect(texels).toHaveLength(rows * 4096);
  expect(edges.passesOf(passOf([cloud], { hasEdges: true }))).toEqual([]);
});

it('has the styles of the features, so that hidden ones have no edges', () => {
  const [pass] = edges.passesOf(passOf([item(0)], { hasEdges: true, features: FEATURES }));
  expect(pass!.style.features).toBe(FEATURES);
});
