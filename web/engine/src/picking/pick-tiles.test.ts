import { SPLATS } from '@overlook/shared/config';
import { IDENTITY, type Vec3, normalize, translation, toMat4 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { featureStyleTable } from '../render/feature-style.ts';
import type { GpuContent, GpuPrimitive } from '../render/gpu-content.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { OrientedBox } from '../geometry/oriented-box.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { Tile } from '../tiles/tile.ts';
import { type PickGeometry, runBounds } from './pick-geometry.ts';
import { SCAN_BITS } from '../content/points/scan-values.ts';
import type { PickRay } from './pick-primitive.ts';
import { type ShownPart, drillTiles, pickTiles } from './pick-tiles.ts';

/** Picks only test whether there is one. */
const TEXTURE = {} as NonNullable<GpuPrimitive['texture']>;
const POINTS = 0;
const TRIANGLES = 4;

/** Replaces the geometry that is read back from the GPU. */
class Scene {
  readonly items: DrawItem<Tile>[] = [];
  private readonly geometries = new Map<GpuPrimitive, PickGeometry>();

  get = (primitive: GpuPrimitive): PickGeometry => this.geometries.get(primitive)!;

  /** A tile of squares of 10 m across x = 0, y = 0, each at its height and facing up; `features` by square. */
  squares(
    heights: number[],
    options: { features?: number[]; hasLayerIds?: boolean; culled?: boolean; texture?: GpuPrimitive['texture'] } = {},
  ): DrawItem<Tile> {
    const positions = heights.flatMap((z) => [-5, -5, z, 5, -5, z, 5, 5, z, -5, -5, z, 5, 5, z, -5, 5, z]);
    const features = options.features?.flatMap((feature) => Array<number>(6).fill(feature)) ?? null;
    const item = this.add(TRIANGLES, positions, features, options.hasLayerIds ?? false, options.culled ?? false, 0);
    item.tile.gpu[0]!.primitives[0]!.texture = options.texture ?? null;
    return item;
  }

  points(positions: Vec3[], geometricError: number, scan: Uint32Array | null = null, spacing = 0): DrawItem<Tile> {
    return this.add(POINTS, positions.flat(), null, false, false, geometricError, scan, spacing);
  }

  private add(
    mode: number,
    flat: number[],
    featureIds: number[] | null,
    hasLayerIds: boolean,
    culled: boolean,
    geometricError: number,
    scan: Uint32Array | null = null,
    spacing = 0,
  ): DrawItem<Tile> {
    const positions = Float32Array.from(flat);
    const primitive = {
      mode,
      matrixEnu: toMat4(IDENTITY),
      culled,
      instances: null,
      spacing,
    } as GpuPrimitive;
    this.geometries.set(primitive, {
      positions,
      indices: null,
      featureIds,
      normals: null,
      scan,
      runs: runBounds(positions, null, mode === POINTS ? 1 : 3),
    });
    const json = { boundingVolume: { box: [0, 0, 0, 50, 0, 0, 0, 50, 0, 0, 0, 50] }, geometricError };
    const tile = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
    tile.gpu = [{ primitives: [primitive], hasLayerIds } as GpuContent];
    const item = { tile, cutouts: null, finer: null, isCut: true, distance: 0 };
    this.items.push(item);
    return item;
  }
}

const ray = (from: Vec3, to: Vec3, near = 0): PickRay => ({
  originEnu: from,
  directionEnu: normalize([to[0] - from[0], to[1] - from[1], to[2] - from[2]]),
  near,
  discs: { least: 0.005, most: 0.005, perPx: 0 },
  reachSlope: 0.01,
  gapSlope: 0,
});
const down = ray([1, 2, 40], [1, 2, 0]);
/** Shows what lies below a height. */
const ALL: ShownPart = { section: null, styles: null };
const below = (z: number): ShownPart => ({
  section: { planes: Float64Array.from([0, 0, -1, z]), box: null },
  styles: null,
});
/** The spacing of points whose discs are this wide, metres. */
const apartFor = (diameter: number): number => diameter / SPLATS.diameterInSpacings;
const heights = (picks: { pointEnu: Vec3 }[]) => picks.map(({ pointEnu }) => Math.round(pointEnu[2] * 1e3) / 1e3);

describe('pickTiles with a section', () => {
  it('ignores cut parts, and hits the shown part behind them', () => {
    const scene = new Scene();
    scene.squares([10, 4, 1]);
    expect(pickTiles(scene.items, down, scene)!.pointEnu[2]).toBeCloseTo(10, 9);
    expect(pickTiles(scene.items, down, scene, below(6))!.pointEnu[2]).toBeCloseTo(4, 9);
    expect(pickTiles(scene.items, down, scene, below(3))!.distance).toBeCloseTo(39, 9);
    expect(pickTiles(scene.items, down, scene, below(0))).toBeNull();
  });

  it('takes the nearest of several tiles that is shown', () => {
    const scene = new Scene();
    scene.squares([10]);
    scene.squares([8, 2]);
    scene.squares([5]);
    expect(heights([pickTiles(scene.items, down, scene, below(9))!])).toEqual([8]);
    expect(heights([pickTiles(scene.items, down, scene, below(6))!])).toEqual([5]);
  });

  it('hits the back of a face, which a section shows, and not otherwise', () => {
    const scene = new Scene();
    scene.squares([10, 4], { culled: true });
    const up = ray([1, 2, -40], [1, 2, 0]);
    expect(pickTiles(scene.items, up, scene)).toBeNull();
    expect(heights([pickTiles(scene.items, up, scene, below(6))!])).toEqual([4]);
  });

  describe('that opens a solid', () => {
    const above = (z: number): ShownPart => ({
      section: { planes: Float64Array.from([0, 0, 1, -z]), box: null },
      styles: null,
    });
    const up = ray([1, 2, -40], [1, 2, 0]);

    it('lands on the cut face, with the object whose inside is seen', () => {
      const scene = new Scene();
      // Tops of two solids that reach below the plane: of the nearer one the inside is seen.
      scene.squares([10, 4], { features: [7, 8], hasLayerIds: true, culled: true });
      const hit = pickTiles(scene.items, up, scene, above(1.5))!;
      expect(hit).toMatchObject({ featureId: 8, distance: 41.5 });
      expect(hit.pointEnu[2]).toBeCloseTo(1.5, 9);
      const drilled = drillTiles(scene.items, up, scene, above(1.5), 10);
      expect(heights(drilled)).toEqual([1.5, 10]);
    });

    it('hits a surface in front of the inside at its own place', () => {
      const scene = new Scene();
      scene.squares([10], { culled: true });
      scene.squares([4]);
      expect(heights([pickTiles(scene.items, up, scene, above(1.5))!])).toEqual([4]);
    });

    it('is on the surface where that shows both sides, is textured, or is looked at from within the volume', () => {
      const pickedOf = (options: Parameters<Scene['squares']>[1], by = up) => {
        const scene = new Scene();
        scene.squares([4], options);
        return heights([pickTiles(scene.items, by, scene, above(1.5))!]);
      };
      expect(pickedOf({ culled: true })).toEqual([1.5]);
      expect(pickedOf({ culled: false })).toEqual([4]);
      expect(pickedOf({ culled: true, texture: TEXTURE })).toEqual([4]);
      expect(pickedOf({ culled: true }, ray([1, 2, 2], [1, 2, 3]))).toEqual([4]);
    });
  });

  it('drops cut points, by their own position', () => {
    const scene = new Scene();
    // The first is cut although the ray itself passes it inside the volume.
    scene.points(
      [
        [1.02, 2, 10],
        [1, 2, 3],
      ],
      0.1,
    );
    const west: EnuSection = { planes: Float64Array.from([-1, 0, 0, 1.01]), box: null };
    expect(heights([pickTiles(scene.items, down, scene)!])).toEqual([10]);
    expect(heights([pickTiles(scene.items, down, scene, { section: west, styles: null })!])).toEqual([3]);
  });

  it('continues behind a cutout within the same primitive', () => {
    const scene = new Scene();
    const item = scene.squares([10, 4]);
    item.cutouts = {
      finished: [new OrientedBox([0, 0, 10], [9, 0, 0, 0, 9, 0, 0, 0, 1])],
      missing: [],
      isPushedBack: false,
    };
    expect(heights([pickTiles(scene.items, down, scene)!])).toEqual([4]);
  });

  it('finds instances through a cut', () => {
    const scene = new Scene();
    const item = scene.squares([0]);
    const primitive = item.tile.gpu[0]!.primitives[0]!;
    const rows = [10, 4].flatMap((z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, z]);
    Object.assign(primitive, { instances: Float32Array.from(rows), instanceCount: 2, instanceFeatureIds: [7, 8] });
    primitive.matrixEnu.set(toMat4(translation([0, 0, 1])));
    expect(pickTiles(scene.items, down, scene)).toMatchObject({ featureId: 7 });
    const found = pickTiles(scene.items, down, scene, below(6))!;
    expect(found.featureId).toBe(8);
    expect(found.pointEnu[2]).toBeCloseTo(5, 6);
  });
});

describe('pickTiles in a cloud', () => {
  it('ignores points of hidden classes, and hits the one behind them, and only where the cloud has classes', () => {
    const scene = new Scene();
    const [ground, noise] = [2, 7].map((code) => code << SCAN_BITS.classification.shift);
    const places: Vec3[] = [9, 8, 3].map((z) => [1, 2, z]);
    scene.points(places, 0.1, Uint32Array.of(noise!, noise!, ground!));
    const hiding = (...classes: number[]) => ({ section: null, styles: null, hiddenClasses: new Set(classes) });
    expect(heights([pickTiles(scene.items, down, scene)!])).toEqual([9]);
    expect(heights([pickTiles(scene.items, down, scene, hiding(7))!])).toEqual([3]);
    expect(heights([pickTiles(scene.items, down, scene, hiding(2))!])).toEqual([9]);
    expect(pickTiles(scene.items, down, scene, hiding(2, 7))).toBeNull();
    expect(drillTiles(scene.items, down, scene, hiding(7), 10)).toHaveLength(1);
    scene.points([[1, 2, 6]], 0.1);
    expect(heights([pickTiles(scene.items, down, scene, hiding(0, 2, 7))!])).toEqual([6]);
  });

  it('hits the visible disc: as wide as the spacing requires, and curved', () => {
    const discs = { least: 0.001, most: 1, perPx: 0 };
    const wide = { ...down, discs, reachSlope: 0.001 };
    const scene = new Scene();
    scene.points([[1.3, 2, 10]], 0.1, null, apartFor(0.8));
    expect(heights([pickTiles(scene.items, wide, scene)!])).toEqual([10]);
    scene.items[0]!.finer = { spacing: apartFor(0.2), apartPx: 4 };
    expect(pickTiles(scene.items, wide, scene)).toBeNull();
    const bulging = new Scene();
    // The rim of the first lies lower than the middle of the second, which another tile holds.
    bulging.points([[1.38, 2, 10]], 0.1, null, apartFor(0.8));
    bulging.points([[1, 2, 9.9]], 0.1, null, apartFor(0.16));
    expect(heights([pickTiles(bulging.items, wide, bulging)!])).toEqual([9.9]);
  });

  it('gives the nearest point where a gap between large discs is closed', () => {
    const discs = { least: 0.001, most: 1, perPx: 0 };
    const scene = new Scene();
    // The disc of the point ends 0.4 m from it, the gap is another 0.1 m wide.
    scene.points([[1.45, 2, 10]], 0.1, null, apartFor(0.8));
    expect(pickTiles(scene.items, { ...down, discs, reachSlope: 0.001 }, scene)).toBeNull();
    const closing = { ...down, discs, reachSlope: 0.001, gapSlope: 0.1 / 30 };
    expect(heights([pickTiles(scene.items, closing, scene)!])).toEqual([10]);
  });

  it('measures how far a point lies beside the ray in metres, at any scale of its axes', () => {
    const scene = new Scene();
    // A flat tile with quantised positions: a hundred metres across, one metre high.
    const item = scene.points(
      [
        [2, 0, 0],
        [0, 0, 0.5],
      ],
      1,
    );
    item.tile.gpu[0]!.primitives[0]!.matrixEnu.set([100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 1]);
    const slanted: PickRay = {
      originEnu: [-10, 0, 0.45],
      directionEnu: [1, 0, 0],
      near: 0,
      discs: { least: 0.01, most: 0.01, perPx: 0 },
      reachSlope: 0.02,
      gapSlope: 0,
    };
    expect(pickTiles(scene.items, slanted, scene)?.pointEnu).toEqual([0, 0, 0.5]);
  });
});

describe('picks of features', () => {
  it('pass through hidden or nearly invisible features, and not through a visible ghost', () => {
    const scene = new Scene();
    scene.squares([10, 4, 1], { features: [70, 71, 72], hasLayerIds: true });
    const pickedWith = (opacity: number) => {
      const styles = featureStyleTable({ rest: { opacity: 1, color: null }, rules: [{ features: [70, 71], opacity }] });
      return pickTiles(scene.items, down, scene, { section: null, styles })!.featureId;
    };
    expect([0, 0.02, 0.5, 1].map(pickedWith)).toEqual([72, 72, 70, 70]);
  });
});

describe('drillTiles', () => {
  it('gives surfaces nearest first, across tiles, up to the limit', () => {
    const scene = new Scene();
    scene.squares([10, 1]);
    scene.squares([4, 12]);
    expect(heights(drillTiles(scene.items, down, scene, ALL, 10))).toEqual([12, 10, 4, 1]);
    expect(heights(drillTiles(scene.items, down, scene, ALL, 2))).toEqual([12, 10]);
  });

  it('omits cut parts, and parts before the near plane', () => {
    const scene = new Scene();
    scene.squares([12, 10, 4, 1]);
    expect(heights(drillTiles(scene.items, down, scene, below(11), 10))).toEqual([10, 4, 1]);
    expect(heights(drillTiles(scene.items, { ...down, near: 31 }, scene, ALL, 10))).toEqual([4, 1]);
  });

  it('counts a feature once, although the ray leaves it again', () => {
    const scene = new Scene();
    scene.squares([10, 9, 4, 3], { features: [0, 1, 0, 2] });
    expect(drillTiles(scene.items, down, scene, ALL, 10).map(({ featureId }) => featureId)).toEqual([0, 1, 2]);
  });

  it('recognises a feature across tiles by its id in the layer, and distinguishes equal numbers of different tiles', () => {
    const across = new Scene();
    across.squares([10, 4], { features: [70, 71], hasLayerIds: true });
    across.squares([8], { features: [71], hasLayerIds: true });
    expect(drillTiles(across.items, down, across, ALL, 10).map(({ featureId }) => featureId)).toEqual([70, 71]);
    const apart = new Scene();
    apart.squares([10], { features: [0] });
    apart.squares([8], { features: [0] });
    expect(heights(drillTiles(apart.items, down, apart, ALL, 10))).toEqual([10, 8]);
  });

  it('treats two faces a few millimetres apart as one', () => {
    const scene = new Scene();
    scene.squares([10, 9.995, 4]);
    expect(heights(drillTiles(scene.items, down, scene, ALL, 10))).toEqual([10, 4]);
  });

  it('treats the points of one surface as one', () => {
    const scene = new Scene();
    // The discs are 0.15 m wide at 30 m.
    const roof = [10, 9.9, 9.7, 9.5].map((z): Vec3 => [1, 2, z]);
    scene.points([...roof, [1, 2, 3], [1, 2, 2.9]], 64);
    expect(heights(drillTiles(scene.items, down, scene, ALL, 10))).toEqual([10, 3]);
  });

  it('falls back to one point beside the ray', () => {
    const scene = new Scene();
    scene.points(
      [
        [1.25, 2, 10],
        [1.3, 2, 3],
      ],
      0.1,
    );
    expect(drillTiles(scene.items, down, scene, ALL, 10)).toHaveLength(1);
  });
});
