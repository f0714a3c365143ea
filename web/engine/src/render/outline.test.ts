import { IDENTITY } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { DrawItem } from './draw-item.ts';
import { type FeatureRules, featureStyleTable, isPickable, outlineTable } from './feature-style.ts';
import type { GpuContent, GpuPrimitive } from './gpu-content.ts';
import { Outline } from './outline.ts';
import { recordingGl } from './testing/recording-gl.ts';
import type { RenderStyle, TilePass } from './tile-pass.ts';

// The choice of draws does not use the context.
const GL = {} as WebGL2RenderingContext;

const REST = { opacity: 1, color: null };
const RULES: FeatureRules = {
  rest: REST,
  rules: [{ features: [4, 4], opacity: 0 }],
  outlined: [3, 5, 9, 9],
};

function primitive(features: number[] | null, instances: number[] | null = null): GpuPrimitive {
  const made: Partial<GpuPrimitive> = {
    features: features && new Set(features),
    instanceFeatureIds: instances && Uint32Array.from(instances),
  };
  return made as GpuPrimitive;
}

const item = (...primitives: GpuPrimitive[]): DrawItem => ({
  tile: { gpu: [{ primitives, hasLayerIds: true } as GpuContent] },
  cutouts: null,
  finer: null,
  isCut: true,
  distance: 7,
});

function pass(items: DrawItem[], rules: FeatureRules | null = RULES): TilePass {
  const features = rules && featureStyleTable(rules);
  const style: Partial<RenderStyle> = { features, isEyeDomeOn: true, pixelRatio: 2 };
  return { items, style: style as RenderStyle, part: null };
}

describe('an outline table', () => {
  it('draws outlined features that are not hidden, and no other', () => {
    const table = outlineTable(featureStyleTable(RULES)!);
    expect(table.count).toBe(10);
    expect(Array.from({ length: 20 }, (_, id) => id).filter((id) => isPickable(table, id))).toEqual([3, 5, 9]);
  });
});

describe('an outline pass', () => {
  const outline = new Outline(GL);

  it('has the primitives with outlined features of all tiles', () => {
    const [inside, instanced] = [primitive([1, 5]), primitive(null, [8, 9])];
    const { outline: own, ...others } = outline.with(
      pass([item(primitive([1, 2]), inside), item(primitive([7])), item(instanced)]),
    );
    expect(others).toEqual({});
    const { items, style } = own!;
    expect(items.map(({ tile }) => tile.gpu.map(({ primitives }) => primitives))).toEqual([[[inside]], [[instanced]]]);
    expect(items[0]).toMatchObject({ isCut: true, distance: 7 });
    expect(style).toMatchObject({ via: outline, pixelRatio: 2, features: { hasGhosts: false } });
  });

  it('does not exist without outlined features in view', () => {
    expect(outline.with(pass([item(primitive([1, 2]), primitive(null))]))).toEqual({});
    expect(outline.with(pass([item(primitive([3]))], { rest: RULES.rest, rules: RULES.rules }))).toEqual({});
  });
});

/** The values that the shaders of a frame get, by the names of their uniforms. */
function shadedAt(pixelRatio: number): Map<string, number> {
  const given = new Map<string, number>();
  const note = (name: string, value: number) => void given.set(name, value);
  const gl = Object.assign(Object.create(recordingGl().gl) as WebGL2RenderingContext, {
    getUniformLocation: (_program: unknown, name: string) => name,
    uniform1i: note,
    uniform1f: note,
    drawingBufferWidth: 640,
    drawingBufferHeight: 400,
  });
  const outline = new Outline(gl);
  outline.begin(pixelRatio);
  outline.shade(IDENTITY, pixelRatio);
  return given;
}

describe('the blocks of pixels that may have a line', () => {
  // Of the line with its casing, CSS pixels (interface brief §10).
  const reachPx = 3.5;

  it.each([1, 1.5, 2, 3])(
    'are found as far from a feature as the line reaches, with %d device pixels each',
    (ratio) => {
      const given = shadedAt(ratio);
      expect(given.get('scale')).toBe(ratio);
      expect(given.get('reach')).toBeGreaterThanOrEqual(reachPx * ratio);
      expect(given.get('reach')).toBeLessThan(reachPx * ratio + 1);
    },
  );
});
