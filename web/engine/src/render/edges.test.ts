import { expect, it } from 'vitest';
import type { DrawItem } from './draw-item.ts';
import { Edges } from './edges.ts';
import { STYLES_PER_ROW } from './feature-pages.ts';
import { featureStyleTable } from './feature-style.ts';
import { inDrawOrder } from './frame-passes.ts';
import type { GpuContent } from './gpu-content.ts';
import type { RenderStyle, TilePass } from './tile-pass.ts';
import { Variant } from './tile-shader.ts';

// The choice of draws does not use the context.
const edges = new Edges({} as WebGL2RenderingContext, 'on');
const drawing = new Edges({} as WebGL2RenderingContext, 'drawing');
const FEATURES = featureStyleTable({ rest: { opacity: 0.5, color: null }, rules: [] })!;

const item = (...variants: number[]): DrawItem =>
  ({ tile: { gpu: [{ primitives: variants.map((variant) => ({ variant })) } as GpuContent] } }) as unknown as DrawItem;
const passOf = (items: DrawItem[], style: Partial<RenderStyle>): TilePass => ({
  items,
  style: { pixelRatio: 2, features: null, ...style } as RenderStyle,
  part: null,
});

it('does not change a pass without edges', () => {
  const pass = passOf([item(Variant.Normals)], { edges: 'off' });
  expect([edges.with(pass), drawing.with(pass)]).toEqual([{}, {}]);
});

it('draws surfaces again with their own styles', () => {
  const [cloud, mesh, both] = [item(Variant.Points), item(Variant.Normals), item(Variant.Points, Variant.Colors)];
  const whole = passOf([cloud, mesh, both], { edges: 'on' });
  const { edges: own, ...others } = edges.with(whole);
  expect(others).toEqual({});
  expect(own!.items).toEqual([mesh, both]);
  expect(own!.style).toMatchObject({ via: edges, pixelRatio: 2, lit: null, points: null });
  const { count, rest, rows, texels } = own!.style.features!;
  // The table has no ids, so every feature is opaque with its own colour.
  expect([count, [...rest]]).toEqual([0, [0, 0, 0, 254]]);
  expect(texels).toHaveLength(rows * 4 * STYLES_PER_ROW);
  const clouds = passOf([cloud], { edges: 'on' });
  expect(edges.with(clouds)).toEqual({});
});

it('uses the feature styles, so that hidden features have no edges', () => {
  const { edges: own } = edges.with(passOf([item(0)], { edges: 'on', features: FEATURES }));
  expect(own!.style.features).toBe(FEATURES);
});

it('replaces the surfaces by a line drawing and draws points over its paper', () => {
  const [cloud, mesh] = [item(Variant.Points), item(Variant.Normals)];
  const { drawing: paper, surfaces: points, ...others } = drawing.with(passOf([cloud, mesh], { edges: 'drawing' }));
  expect(others).toEqual({});
  expect([paper!.items, paper!.style.via]).toEqual([[mesh], drawing]);
  expect([points!.items, points!.style.via]).toEqual([[cloud], undefined]);
  expect(drawing.with(passOf([mesh], { edges: 'drawing' })).surfaces).toBeNull();
});

it('tells in each way of drawing once that the picture is drawn', () => {
  const onDrawn = () => undefined;
  const told = (by: Edges, items: DrawItem[], mode: 'on' | 'drawing') =>
    inDrawOrder(by.with({ ...passOf(items, { edges: mode }), onDrawn })).map((pass) => pass.onDrawn === onDrawn);
  const [cloud, mesh] = [item(Variant.Points), item(Variant.Normals)];
  expect(told(edges, [cloud, mesh], 'on')).toEqual([false]);
  expect(told(drawing, [cloud, mesh], 'drawing')).toEqual([false, true]);
  expect(told(drawing, [mesh], 'drawing')).toEqual([true]);
});
