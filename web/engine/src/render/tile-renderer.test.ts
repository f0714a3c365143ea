import { toMat4 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { NO_CAMERA } from '../view/camera-frame.ts';
import type { DrawItem } from './draw-item.ts';
import type { GpuPrimitive } from './gpu-content.ts';
import type { GpuTexture } from './gpu-texture.ts';
import { Programs } from './programs.ts';
import { PLAIN_STYLE } from './testing/plain-style.ts';
import { recordingGl } from './testing/recording-gl.ts';
import type { RenderStyle, TilePass } from './tile-pass.ts';
import { TileRenderer } from './tile-renderer.ts';
import { Variant } from './tile-shader.ts';
import type { WeightedBlend } from './weighted-blend.ts';

const WHITE = Float32Array.of(1, 1, 1, 1);
const AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** A primitive of two triangles, whose vertex array is its name. */
const primitive = (name: string, more: Partial<GpuPrimitive> = {}): GpuPrimitive => ({
  variant: 0,
  vertexArray: name as never,
  vertexBuffer: {} as WebGLBuffer,
  indexBuffer: {} as WebGLBuffer,
  instanceBuffer: null,
  mode: 4,
  count: 6,
  vertexCount: 4,
  indexType: 0x1403,
  instanceCount: 0,
  matrixEnu: toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  axes: AXES,
  texture: null,
  finish: null,
  baseColor: WHITE,
  blend: false,
  alphaCutoff: 0.5,
  culled: true,
  isMirrored: false,
  isOutlined: false,
  positions: {} as GpuPrimitive['positions'],
  normals: null,
  featureIds: null,
  features: null,
  instances: null,
  instanceFeatureIds: null,
  scan: null,
  sample: null,
  spacing: 0,
  ...more,
});

const item = (primitives: readonly GpuPrimitive[], more: Partial<DrawItem> = {}): DrawItem => ({
  tile: { gpu: [{ primitives, hasBlended: primitives.some(({ blend }) => blend) }] } as unknown as DrawItem['tile'],
  cutouts: null,
  finer: null,
  isCut: false,
  distance: 10,
  ...more,
});
const passOf = (items: DrawItem[], style: Partial<RenderStyle> = {}, more: Partial<TilePass> = {}): TilePass => ({
  items,
  style: { ...PLAIN_STYLE, ...style },
  part: null,
  ...more,
});

function rendererOn() {
  const recording = recordingGl();
  const renderer = new TileRenderer(recording.gl, new Programs(recording.gl));
  const render = (...passes: TilePass[]) => {
    recording.draws.length = 0;
    renderer.render(passes, NO_CAMERA);
    return recording.draws;
  };
  return { ...recording, renderer, render };
}
const namesOf = (draws: readonly { of: unknown }[]) => draws.map(({ of }) => of);

describe('draws', () => {
  it('are grouped by variant, so that each program is used once for all tiles', () => {
    const { render, callsOf } = rendererOn();
    const tile = (name: string) =>
      item([primitive(`${name} plain`), primitive(`${name} colours`, { variant: Variant.Colors })]);
    const draws = render(passOf([tile('a'), tile('b'), tile('c')]));
    expect(namesOf(draws)).toEqual(['a plain', 'b plain', 'c plain', 'a colours', 'b colours', 'c colours']);
    expect(callsOf('useProgram')).toBe(2);
  });

  it('are counted: triangles of each instance, points, and calls', () => {
    const { renderer, render } = rendererOn();
    const points = primitive('points', { variant: Variant.Points, mode: 0, count: 500, indexType: 0 });
    const draws = render(
      passOf([
        item([
          primitive('mesh'),
          primitive('strip of vertices', { indexType: 0, count: 9 }),
          primitive('bolts', { instanceCount: 7, variant: Variant.Instances }),
          primitive('nuts', { instanceCount: 2, variant: Variant.Instances, indexType: 0 }),
          primitive('lines', { mode: 1, count: 40 }),
          points,
        ]),
      ]),
    );
    expect(renderer.counts).toEqual({ triangles: 2 + 3 + 2 * 7 + 2 * 2, points: 500, drawCalls: 6 });
    const calls = new Map(draws.map(({ of, call }) => [of, call]));
    expect(Object.fromEntries(calls)).toEqual({
      mesh: 'drawElements',
      'strip of vertices': 'drawArrays',
      bolts: 'drawElementsInstanced',
      nuts: 'drawArraysInstanced',
      lines: 'drawElements',
      points: 'drawArrays',
    });
    render(passOf([item([primitive('mesh')])]));
    expect(renderer.counts).toEqual({ triangles: 2, points: 0, drawCalls: 1 });
  });

  it('set colour and texture only when they change', () => {
    const { render, callsOf } = rendererOn();
    const texture = { handle: 'roof', isMipmapped: false } as unknown as GpuTexture;
    const red = Float32Array.of(1, 0, 0, 1);
    const textured = { variant: Variant.Texture, texture };
    /** Colours and textures that a frame of these sets. */
    const setBy = (...primitives: GpuPrimitive[]) => {
      const before = [callsOf('uniform4fv'), callsOf('bindTexture')];
      render(passOf([item(primitives)]));
      return [callsOf('uniform4fv') - before[0]!, callsOf('bindTexture') - before[1]!];
    };
    const [, ofOne] = setBy(primitive('a', textured));
    expect(setBy(primitive('a', textured), primitive('b', textured))).toEqual([1, ofOne]);
    expect(setBy(primitive('a', textured), primitive('b', { ...textured, baseColor: red }))).toEqual([2, ofOne]);
    const other = { ...textured, texture: { ...texture, handle: 'wall' } as GpuTexture };
    expect(setBy(primitive('a', textured), primitive('b', other))).toEqual([1, ofOne! + 1]);
  });

  it('leave no vertex array bound, and no blending or culling on', () => {
    const { render, state } = rendererOn();
    render(passOf([item([primitive('a'), primitive('glass', { blend: true })])]));
    expect(state()).toEqual({ vertexArray: null, writesDepth: true, isBlending: false, isCulling: false });
  });
});

describe('blended primitives', () => {
  const glass = (name: string, distance: number, baseColor = Float32Array.of(1, 1, 1, 0.5)) =>
    item([primitive(name, { blend: true, baseColor }), primitive(`${name} frame`)], { distance });

  it('come after all others, far to near, without writing depth', () => {
    const { render } = rendererOn();
    const draws = render(passOf([glass('near', 5), glass('far', 50), glass('middle', 20)]));
    expect(namesOf(draws)).toEqual(['near frame', 'far frame', 'middle frame', 'far', 'middle', 'near']);
    expect(draws.map(({ isBlending, writesDepth }) => [isBlending, writesDepth])).toEqual([
      ...Array.from({ length: 3 }, () => [false, true]),
      ...Array.from({ length: 3 }, () => [true, false]),
    ]);
  });

  it('are drawn in the next frame by their distance then', () => {
    const { render } = rendererOn();
    const [a, b] = [glass('a', 5), glass('b', 50)];
    render(passOf([a, b]));
    expect(namesOf(render(passOf([{ ...a, distance: 60 }, b])).slice(2))).toEqual(['a', 'b']);
  });

  it('are not drawn in a pass that keeps only the depth', () => {
    const { render } = rendererOn();
    expect(namesOf(render(passOf([glass('a', 5)], { isDepthOnly: true })))).toEqual(['a frame']);
  });

  it('with weighted blending draw their opaque part among the others, and need no order', () => {
    const { render } = rendererOn();
    const seen: boolean[] = [];
    const blending = {
      draw(hasGhosts: boolean, draw: () => void) {
        seen.push(hasGhosts);
        draw();
        return true;
      },
    } as unknown as WeightedBlend;
    const solid = Float32Array.of(1, 1, 1, 1);
    const draws = render(passOf([glass('near', 5, solid), glass('far', 50)], { blending }));
    expect(seen).toEqual([false]);
    expect(draws.map(({ of, isBlending }) => [of, isBlending])).toEqual([
      ['near', false],
      ['near frame', false],
      ['far frame', false],
      ['near', true],
      ['far', true],
    ]);
  });
});

describe('back faces', () => {
  it('are culled where the material is closed, and drawn everywhere with a section', () => {
    const { render } = rendererOn();
    const items = [item([primitive('closed'), primitive('sheet', { culled: false })], { isCut: true })];
    expect(render(passOf(items)).map(({ of, isCulling }) => [of, isCulling])).toEqual([
      ['closed', true],
      ['sheet', false],
    ]);
    const west: EnuSection = { planes: Float64Array.of(-1, 0, 0, 0), box: null };
    const draws = render(passOf(items, { section: west }));
    expect(draws.map(({ isCulling }) => isCulling)).toEqual([false, false]);
  });

  it('are the counter-clockwise ones of what is mirrored', () => {
    const { render } = rendererOn();
    const draws = render(passOf([item([primitive('plain'), primitive('mirrored', { isMirrored: true })])]));
    expect(draws.map(({ of, frontFace }) => [of, frontFace])).toEqual([
      ['plain', 'CCW'],
      ['mirrored', 'CW'],
    ]);
  });
});

describe('passes', () => {
  it('are drawn in order, each in its side of the divider', () => {
    const { render, state } = rendererOn();
    const divider = { fraction: 0.25, direction: 'sideBySide' } as const;
    const draws = render(
      passOf([item([primitive('left')])], {}, { part: { divider, side: 'first' } }),
      passOf([item([primitive('right')])], {}, { part: { divider, side: 'second' } }),
      passOf([item([primitive('both')])]),
    );
    expect(draws.map(({ of, scissor }) => [of, scissor])).toEqual([
      ['left', [0, 0, 160, 400]],
      ['right', [160, 0, 480, 400]],
      ['both', null],
    ]);
    expect(state().vertexArray).toBeNull();
  });

  it('without a pixel are not drawn', () => {
    const { render } = rendererOn();
    let called = 0;
    const divider = { fraction: 1, direction: 'sideBySide' } as const;
    const part = { divider, side: 'second' } as const;
    expect(render(passOf([item([primitive('a')])], {}, { part, onDrawn: () => called++ }))).toEqual([]);
    expect(called).toBe(0);
  });

  it('draw the fading items in place of their own', () => {
    const { render } = rendererOn();
    const fading = [item([primitive('old')]), item([primitive('new')])];
    expect(namesOf(render(passOf([item([primitive('new')])], {}, { fading })))).toEqual(['old', 'new']);
  });

  it('with a target of their own are drawn into it', () => {
    const { render } = rendererOn();
    const order: string[] = [];
    const target = {
      camera: NO_CAMERA,
      drawInto(draw: () => void) {
        order.push('bound');
        draw();
      },
    };
    expect(namesOf(render(passOf([item([primitive('a')])], { isDepthOnly: true }, { target })))).toEqual(['a']);
    expect(order).toEqual(['bound']);
  });
});

it('is prepared when the programs of all its draws are, and compiles them all at once', () => {
  const { renderer, callsOf } = rendererOn();
  const items = [item([primitive('a'), primitive('b', { variant: Variant.Colors })])];
  const passes = [passOf(items), passOf(items, { isDepthOnly: true })];
  expect(renderer.isPrepared(passes, false)).toBe(false);
  // Plain, with colours, and the depth of both.
  expect(callsOf('linkProgram')).toBe(3);
  expect(renderer.isPrepared(passes, true)).toBe(true);
  expect(renderer.isPrepared(passes, false)).toBe(true);
  expect(callsOf('linkProgram')).toBe(3);
});
