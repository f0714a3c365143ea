import { describe, expect, it } from 'vitest';
import { HISTOGRAM_BARS } from '@overlook/shared/config';
import { IDENTITY } from '@overlook/shared/maths';
import type { PointsPrimitive } from '../content/content.ts';
import { samplePoints } from '../content/points/point-sample.ts';
import { packScanValues } from '../content/points/scan-values.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { uploadContent } from '../render/gpu-content.ts';
import { type PointColors, POINTS_AS_SCANNED, pointVariant } from '../render/point-colors.ts';
import { Variant } from '../render/tile-shader.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import type { StageCloud } from '../tiles/cloud-store.ts';
import { ScenePoints } from './scene-points.ts';

const ORIGIN_HEIGHT = 30;

/** A column of points from one height of the site to another, the classes and intensities in turn. */
function cloud(from: number, to: number, count: number, classes: number[] | null, intensities = [100, 300]): DrawItem {
  const value = Float32Array.from({ length: 3 * count }, (_, i) =>
    i % 3 === 2 ? from + ((to - from) * Math.floor(i / 3)) / (count - 1) : 0,
  );
  const positions = { value, size: 3 as const, normalized: false };
  const column = (values: number[]) => ({
    value: Uint16Array.from({ length: count }, (_, i) => values[i % values.length]!),
    size: 1 as const,
    normalized: false,
  });
  const scan = classes && packScanValues({ classification: column(classes), intensity: column(intensities) }, count);
  const primitive = {
    kind: 'points',
    positions,
    matrix: IDENTITY,
    colors: null,
    normals: null,
    featureIds: null,
    scan,
    sample: samplePoints(positions, scan),
    spacing: 0,
  } as unknown as PointsPrimitive;
  const content = { primitives: [primitive], textures: [], properties: null, copyright: null };
  const gpu = [uploadContent(memoryGl(), content as never, IDENTITY)];
  return { tile: { gpu }, cutouts: null, finer: null, isCut: false, distance: 1 };
}

/** Points of a scene whose tiles and colours can be replaced. */
function aScene(items: DrawItem[], colors: PointColors = POINTS_AS_SCANNED) {
  const shown = { items, colors, localClouds: [] as readonly StageCloud[], reads: 0 };
  const origin = { longitude: 0, latitude: 0, height: ORIGIN_HEIGHT };
  const state = () => ({ pointColors: shown.colors, localClouds: shown.localClouds });
  const drawn = () => {
    shown.reads++;
    return shown.items;
  };
  const points = new ScenePoints({ origin }, state, drawn);
  return { shown, points };
}

const BY_HEIGHT = { ...POINTS_AS_SCANNED, mode: 'height' } as const;

describe('properties of the drawn points', () => {
  it('counts are exact, over all tiles that have the value', () => {
    const { points } = aScene([cloud(0, 10, 3000, [2, 2, 6]), cloud(0, 5, 100, [6]), cloud(0, 1, 50, null)]);
    expect(points.statistics()).toMatchObject({
      points: 3150,
      has: { intensity: true, classification: true, returnNumber: false },
      classes: [
        [2, 2000],
        [6, 1100],
      ],
      returns: [],
    });
  });

  it('heights above the ellipsoid are weighted by the number of points of each tile', () => {
    const { points } = aScene([cloud(0, 10, 30_000, null), cloud(10, 20, 10_000, null)]);
    const { height, intensity } = points.statistics()!;
    expect(height!.least).toBeCloseTo(ORIGIN_HEIGHT, 0);
    expect(height!.most).toBeCloseTo(ORIGIN_HEIGHT + 20, 0);
    expect(height!.points).toHaveLength(HISTOGRAM_BARS);
    const below = height!.points.slice(0, HISTOGRAM_BARS / 2).reduce((sum, count) => sum + count, 0);
    expect(below).toBeGreaterThan(29_000);
    expect(below).toBeLessThan(31_000);
    expect(intensity).toBeNull();
  });

  it('are null without points', () => {
    expect(aScene([]).points.statistics()).toBeNull();
  });
});

describe('the range of a ramp', () => {
  it('is determined from the drawn points without outliers, and grows but never shrinks', () => {
    const { shown, points } = aScene([cloud(0, 10, 5000, null), cloud(5000, 5000.1, 2, null)], BY_HEIGHT);
    const [least, most] = points.statistics()!.range!;
    expect(least).toBeCloseTo(ORIGIN_HEIGHT + 0.1, 0);
    expect(most).toBeCloseTo(ORIGIN_HEIGHT + 9.9, 0);
    // In the frame of the site, as in the shader.
    expect(points.style()!.ramp[0]).toBeCloseTo(least - ORIGIN_HEIGHT, 6);
    shown.items = [cloud(4, 6, 5000, null)];
    expect(points.settle()).toBe(false);
    shown.items = [cloud(0, 40, 5000, null)];
    expect(points.settle()).toBe(true);
    expect(points.statistics()!.range![1]).toBeGreaterThan(ORIGIN_HEIGHT + 39);
    expect(points.settle()).toBe(false);
  });

  it('is searched once if the points have no such values, and again at rest', () => {
    const { shown, points } = aScene([cloud(0, 10, 50, null)], { ...POINTS_AS_SCANNED, mode: 'intensity' });
    for (let frame = 0; frame < 3; frame++) expect(points.style()!.ramp[0]).toBe(0);
    expect(shown.reads).toBe(1);
    shown.items = [cloud(0, 10, 50, [2])];
    expect(points.settle()).toBe(true);
    expect(points.statistics()!.range).toEqual([100, 300]);
  });

  it('does not include points of a removed file', () => {
    const { shown, points } = aScene([cloud(0, 10, 5000, null)], BY_HEIGHT);
    shown.localClouds = [{ pieces: [] }];
    shown.items = [cloud(0, 10, 5000, null), cloud(0, 400, 5000, null)];
    expect(points.statistics()!.range![1]).toBeGreaterThan(ORIGIN_HEIGHT + 300);
    shown.localClouds = [];
    shown.items = [cloud(0, 10, 5000, null)];
    expect(points.statistics()!.range![1]).toBeLessThan(ORIGIN_HEIGHT + 11);
  });

  it('is the chosen one', () => {
    const { points } = aScene([cloud(0, 10, 50, null)], { ...BY_HEIGHT, range: [40, 50] });
    expect(points.statistics()!.range).toEqual([40, 50]);
    expect(points.style()!.ramp[0]).toBe(10);
    expect(points.settle()).toBe(false);
  });
});

describe('points without colours', () => {
  const bareModeOf = (...items: DrawItem[]) => aScene(items).points.statistics()!.bareMode;
  const colored = (item: DrawItem): DrawItem => {
    item.tile.gpu[0]!.primitives[0]!.variant |= Variant.Colors;
    return item;
  };

  it('are coloured by the first of intensity, class and height that differs between them', () => {
    expect(bareModeOf(cloud(0, 10, 50, [2]))).toBe('intensity');
    expect(bareModeOf(cloud(0, 10, 50, [2, 6], [9]))).toBe('classification');
    expect(bareModeOf(cloud(0, 10, 50, [0, 1], [9]))).toBe('height');
    expect(bareModeOf(cloud(0, 10, 50, null))).toBe('height');
    expect(bareModeOf(colored(cloud(0, 10, 50, [2])))).toBeNull();
  });

  it('are, beside others that keep their colours, over the range of their own values', () => {
    const { points } = aScene([colored(cloud(0, 90, 50, null)), cloud(0, 10, 5000, null)]);
    const style = points.style()!;
    expect(style).toMatchObject({ coloredBy: 'height', isForBare: true });
    expect(points.statistics()!.range![1]).toBeLessThan(ORIGIN_HEIGHT + 11);
    const [first, second] = [colored(cloud(0, 9, 50, null)), cloud(0, 9, 50, null)].map(
      ({ tile }) => tile.gpu[0]!.primitives[0]!,
    );
    expect([pointVariant(first!, style), pointVariant(second!, style)]).toEqual([0, Variant.HeightColors]);
  });

  it('follow a chosen mode, and change only to what tells more', () => {
    const { shown, points } = aScene([cloud(0, 10, 50, null)]);
    expect(points.style()!.coloredBy).toBe('height');
    shown.items = [cloud(0, 10, 50, [2])];
    expect(points.settle()).toBe(true);
    expect(points.style()!.coloredBy).toBe('intensity');
    shown.items = [cloud(0, 10, 50, null)];
    expect(points.settle()).toBe(false);
    shown.colors = BY_HEIGHT;
    expect(points.style()).toMatchObject({ coloredBy: 'height', isForBare: false });
    expect(points.statistics()!.bareMode).toBeNull();
  });
});

it('hidden classes are one set until the choice changes', () => {
  const { shown, points } = aScene([], { ...POINTS_AS_SCANNED, hiddenClasses: [7, 18] });
  expect(points.hiddenClasses()).toEqual(new Set([7, 18]));
  expect(points.hiddenClasses()).toBe(points.hiddenClasses());
  shown.colors = POINTS_AS_SCANNED;
  expect(points.hiddenClasses()).toBeNull();
});
