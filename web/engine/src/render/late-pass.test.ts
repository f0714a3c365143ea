import { describe, expect, it } from 'vitest';
import { AmbientOcclusion } from './ambient-occlusion.ts';
import type { DrawItem } from './draw-item.ts';
import { Edges } from './edges.ts';
import { featureStyleTable } from './feature-style.ts';
import type { GpuContent, GpuPrimitive } from './gpu-content.ts';
import { LatePasses } from './late-pass.ts';
import { NO_CAMERA } from '../view/camera-frame.ts';
import { Outline } from './outline.ts';
import type { RenderStyle, TilePass } from './tile-pass.ts';
import { WeightedBlend } from './weighted-blend.ts';

// The choice of passes creates nothing in the context.
const GL = {
  deleteFramebuffer: () => undefined,
  deleteTexture: () => undefined,
  getExtension: () => ({}),
} as unknown as WebGL2RenderingContext;
const FEATURES = featureStyleTable({ rest: { opacity: 1, color: null }, rules: [], outlined: [3, 3] });

/** A pass with one feature. */
function passOf(feature: number, style: Partial<RenderStyle>): TilePass {
  const primitives = [{ variant: 0, features: new Set([feature]), instanceFeatureIds: null } as Partial<GpuPrimitive>];
  const items = [{ tile: { gpu: [{ primitives } as GpuContent] } } as unknown as DrawItem];
  return { items, style: { edges: 'off', isOccluded: false, features: null, ...style } as RenderStyle, part: null };
}

/** Requests these passes and waits until their code is loaded. */
const loadedFor = (passes: TilePass[]) =>
  new Promise<LatePasses>((resolve) => {
    const made: LatePasses = new LatePasses(GL, () => made.isLoading || resolve(made));
    expect(made.with(passes)).toEqual(passes);
    expect(made.isLoading).toBe(true);
  });

/** Names the screen-space pass of each pass; null for a pass that draws to the framebuffer. */
const drawnBy = (passes: TilePass[]) => passes.map(({ style }) => style.via?.constructor ?? null);

describe('passes that are loaded on demand', () => {
  it('load nothing without edges and outlines', () => {
    const late = new LatePasses(GL, () => expect.unreachable());
    const passes = [passOf(3, {})];
    expect(late.with(passes)).toBe(passes);
    expect(late.isLoading).toBe(false);
  });

  it('follow their passes once they are loaded, and report that', async () => {
    const passes = [passOf(3, { features: FEATURES }), passOf(1, { features: FEATURES })];
    const late = await loadedFor(passes);
    expect(late.isLoading).toBe(false);
    const drawn = late.with(passes);
    expect(drawnBy(drawn)).toEqual([null, Outline, null]);
    expect([drawn[0], drawn[2]]).toEqual(passes);
  });

  it('do not follow a pass that draws to its own target, such as the shadow map', async () => {
    const picture = passOf(3, { features: FEATURES, edges: 'on' });
    const target = { camera: NO_CAMERA, drawInto: () => undefined };
    const map = { ...picture, target };
    const late = await loadedFor([map, picture]);
    expect(drawnBy(late.with([map, picture]))).toEqual([null, null, Edges, Outline]);
  });

  it('are drawn in the order of the list, whatever uses them, on each side', async () => {
    const features = { ...FEATURES!, hasGhosts: true };
    const passes = [passOf(3, { features, edges: 'on', isOccluded: true }), passOf(3, { features, edges: 'drawing' })];
    const drawn = (await loadedFor(passes)).with(passes);
    expect(drawnBy(drawn)).toEqual([null, AmbientOcclusion, Edges, Outline, Edges, Outline]);
    expect(drawn.map(({ style }) => style.blending?.constructor)).toEqual(drawn.map(() => WeightedBlend));
  });

  it('draw the outline after the edges, and nothing once both are switched off', async () => {
    const passes = [passOf(3, { features: FEATURES, edges: 'on' }), passOf(3, {})];
    const late = await loadedFor(passes);
    expect(drawnBy(late.with(passes))).toEqual([null, Edges, Outline, null]);
    const onPaper = [passOf(3, { features: FEATURES, edges: 'drawing' })];
    const withDrawing = await loadedFor(onPaper);
    expect(drawnBy(withDrawing.with(onPaper))).toEqual([Edges, Outline]);
    const plain = [passOf(3, {})];
    expect(late.with(plain)).toBe(plain);
  });
});
