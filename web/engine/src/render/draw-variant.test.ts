import { expect, it } from 'vitest';
import type { OrientedBox } from '../geometry/oriented-box.ts';
import { FEW_CUT_BOXES } from './cutouts.ts';
import { type Draw, isDrawn, variantOf } from './draw-variant.ts';
import { PLAIN_STYLE } from './testing/plain-style.ts';
import type { RenderStyle } from './tile-pass.ts';
import { Variant } from './tile-shader.ts';

// The variant depends only on whether features exist.
const SECTION = {} as NonNullable<RenderStyle['section']>;
const FEATURES = {} as NonNullable<RenderStyle['features']>;
const BY_HEIGHT = { coloredBy: 'height', hidesClasses: false } as NonNullable<RenderStyle['points']>;

const boxes = (count: number) => ({
  finished: Array.from({ length: count }, () => ({}) as OrientedBox),
  missing: [],
  isPushedBack: false,
});

function variant(style: Partial<RenderStyle>, drawn: Partial<Draw['primitive']> = {}, draw: Partial<Draw> = {}) {
  const primitive = { variant: Variant.Texture, culled: true, scan: null, ...drawn } as Draw['primitive'];
  return variantOf({ primitive, cutouts: null, isCut: false, ...draw }, { ...PLAIN_STYLE, ...style });
}

const POINTS = { variant: Variant.Points };

it('is the variant of the content for the default style', () => {
  expect(variant({})).toBe(Variant.Texture);
  expect(variant({}, POINTS)).toBe(Variant.Points);
});

it('adds feature styles and dimming outside a box', () => {
  expect(variant({ features: FEATURES, lit: SECTION })).toBe(Variant.Texture | Variant.Features | Variant.Dimmed);
});

it('adds the section only for tiles that it intersects, and back faces for all closed solids', () => {
  const cut = { isCut: true };
  expect(variant({ section: SECTION }, {}, cut)).toBe(Variant.Texture | Variant.Section | Variant.Backs);
  expect(variant({ section: SECTION })).toBe(Variant.Texture | Variant.Backs);
  expect(variant({ section: SECTION }, { culled: false }, cut)).toBe(Variant.Texture | Variant.Section);
  expect(variant({}, {}, cut)).toBe(Variant.Texture);
});

it('reads many cutouts from a uniform buffer', () => {
  const few = Variant.Texture | Variant.Cutouts;
  expect(variant({}, {}, { cutouts: boxes(FEW_CUT_BOXES) })).toBe(few);
  expect(variant({}, {}, { cutouts: boxes(FEW_CUT_BOXES + 1) })).toBe(few | Variant.ManyCutouts);
});

it('adds distance, disc shape and point colours only to points', () => {
  const style = { isEyeDomeOn: true, areDiscs: true, points: BY_HEIGHT };
  expect(variant(style)).toBe(Variant.Texture);
  expect(variant(style, POINTS)).toBe(Variant.Points | Variant.HeightColors | Variant.Distance | Variant.Discs);
});

it('adds the shadow map only to lit surfaces', () => {
  const shadowMap = {} as NonNullable<RenderStyle['shadowMap']>;
  const lit = Variant.Normals | Variant.Colors;
  expect(variant({ shadowMap }, { variant: lit })).toBe(lit | Variant.Shadow);
  expect(variant({ shadowMap })).toBe(Variant.Texture);
  expect(variant({ shadowMap }, { variant: Variant.Points | Variant.Normals })).toBe(Variant.Points | Variant.Normals);
  const via = {} as NonNullable<RenderStyle['via']>;
  expect(variant({ shadowMap, via }, { variant: lit })).toBe(lit | Variant.Distance);
});

it('keeps only geometry in a depth-only pass, and the texture only with an alpha mask', () => {
  const style = { isDepthOnly: true, section: SECTION, lit: SECTION, features: FEATURES };
  const plain = { variant: Variant.Texture | Variant.Normals | Variant.Finish | Variant.Instances };
  const shape = Variant.DepthOnly | Variant.Features | Variant.Section;
  expect(variant(style, plain, { isCut: true })).toBe(shape | Variant.Instances);
  const holes = { variant: Variant.Texture | Variant.Mask };
  expect(variant(style, holes, { isCut: true })).toBe(shape | holes.variant);
});

it('excludes blended surfaces, lines and points from a depth-only pass', () => {
  const style = { isDepthOnly: true } as RenderStyle;
  const [points, lines, triangles] = [0, 1, 4];
  const is = (blend: boolean, mode: number) => isDrawn({ blend, mode } as Draw['primitive'], style);
  expect([is(false, triangles), is(true, triangles), is(false, lines), is(false, points)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isDrawn({ blend: true, mode: lines } as Draw['primitive'], {} as RenderStyle)).toBe(true);
});

it('adds the distance to all draws of a screen-space pass', () => {
  const via = {} as NonNullable<RenderStyle['via']>;
  expect(variant({ via })).toBe(Variant.Texture | Variant.Distance);
  expect(variant({ via }, POINTS)).toBe(Variant.Points | Variant.Distance);
});

it('lights points that have normals, unless they have scanned colours', () => {
  const scanned = { variant: Variant.Points | Variant.Normals | Variant.Colors };
  const plain = { variant: Variant.Points | Variant.Normals };
  const isLit = (...of: Parameters<typeof variant>) => Boolean(variant(...of) & Variant.Normals);
  expect([isLit({}, scanned), isLit({}, plain), isLit({ points: BY_HEIGHT }, scanned)]).toEqual([false, true, true]);
});
