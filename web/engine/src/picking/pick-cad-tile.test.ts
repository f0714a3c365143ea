import { IDENTITY, type Vec3, normalize } from '@overlook/shared/maths';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_FEATURE, type TileContent } from '../content/content.ts';
import { CAD_CENTRE, CAD_IDS, cadTileGlb } from '../content/testing/cad-tile.ts';
import { contentOf, parseBytes } from '../content/testing/node-platform.ts';
import { type FeatureStyleTable, featureStyleTable } from '../render/feature-style.ts';
import { uploadContent } from '../render/gpu-content.ts';
import { memoryGl } from '../render/testing/memory-gl.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { Tile } from '../tiles/tile.ts';
import { GeometryCache } from './geometry-cache.ts';
import type { PickRay } from './pick-primitive.ts';
import { type ShownPart, drillTiles, pickTiles } from './pick-tiles.ts';

const { floor, glass, low, high } = CAD_IDS;
const ALL: ShownPart = { section: null, styles: null };

let content: TileContent;
let geometry: GeometryCache;
let items: DrawItem<Tile>[];

/** All steps of a tile: parsed, uploaded, and read back for the pick. */
beforeAll(async () => {
  content = contentOf(await parseBytes(await cadTileGlb(), 'cad.glb'));
});
beforeEach(() => show(content));

function show(shown: TileContent): void {
  const gl = memoryGl();
  geometry = new GeometryCache(gl);
  const json = { boundingVolume: { box: [...CAD_CENTRE, 20, 0, 0, 0, 20, 0, 0, 0, 20] }, geometricError: 0 };
  const tile = new Tile(json, null, 'http://here/', { enuFromEcef: IDENTITY });
  tile.gpu = [uploadContent(gl, shown, tile.matrixEnu)];
  items = [{ tile, cutouts: null, finer: null, isCut: true, distance: 0 }];
}

const ray = (from: Vec3, direction: Vec3): PickRay => ({
  originEnu: from,
  directionEnu: normalize(direction),
  near: 0,
  discs: { least: 0.005, most: 0.005, perPx: 0 },
  reachSlope: 0.01,
  gapSlope: 0,
});
const down = (x: number, y: number) => ray([x, y, 40], [0, 0, -1]);
/** Over both instances, glass and floor. */
const overAll = down(101.5, 200.25);
/** Over the second instance alone, where only its turn and size take it. */
const overHigh = down(101.5, 203);

const pick = (by: PickRay, shown: ShownPart = ALL) => pickTiles(items, by, geometry, shown);
const drill = (by: PickRay, shown: ShownPart = ALL, limit = 10) => drillTiles(items, by, geometry, shown, limit);
const idsOf = (picks: { featureId: number | null }[]) => picks.map(({ featureId }) => featureId);
const looking = (opacity: number, ...ids: number[]): ShownPart => {
  const rules = ids.map((id) => ({ features: [id, id], opacity }));
  return {
    section: null,
    styles: featureStyleTable({ rest: { opacity: 1, color: null }, rules }) as FeatureStyleTable,
  };
};
const cutBy = (...planes: number[]): ShownPart => {
  const section: EnuSection = { planes: Float64Array.from(planes), box: null };
  return { section, styles: null };
};
const expectPoint = (point: Vec3 | undefined, expected: Vec3) =>
  expected.forEach((value, axis) => expect(point?.[axis]).toBeCloseTo(value, 5));

it('gives the features of an uploaded primitive, by its vertices or its instances', () => {
  const { primitives } = items[0]!.tile.gpu[0]!;
  const ids = primitives.flatMap(({ features, instanceFeatureIds }) => [
    ...(features ?? []),
    ...(instanceFeatureIds ?? []),
  ]);
  expect(new Set(ids)).toEqual(new Set(Object.values(CAD_IDS)));
});

describe('a pick on a converted tile', () => {
  it('hits an instance with its rotation and size, and gives its id in the layer', () => {
    expect(idsOf([pick(overHigh)!])).toEqual([high]);
    expectPoint(pick(overHigh)?.pointEnu, [101.5, 203, 12]);
    const slanted = pick(ray([95, 203, 18], [1, 0, -1]));
    expect(slanted?.featureId).toBe(high);
    expectPoint(slanted?.pointEnu, [101, 203, 12]);
    expect(slanted?.distance).toBeCloseTo(6 * Math.SQRT2, 5);
    // Beside it, where it would be if it were not turned.
    expect(pick(down(103, 200.5))?.featureId).toBe(glass);
  });

  it('lands on merged objects, opaque and seen through', () => {
    expect(pick(down(97, 198))).toMatchObject({ featureId: glass });
    expectPoint(pick(down(97, 198))?.pointEnu, [97, 198, 10]);
    expect(pick(ray([97, 198, -9], [0, 0, 1]))).toMatchObject({ featureId: floor });
    expect(pick(down(94.99, 198))).toBeNull();
  });

  it('passes through hidden features, and ghosts of less than a tenth, instances or not', () => {
    expect(idsOf([pick(overAll, looking(0, high))!])).toEqual([glass]);
    expect(idsOf([pick(overAll, looking(0.09, high, glass))!])).toEqual([low]);
    expect(idsOf([pick(overAll, looking(0.05, high, glass, low))!])).toEqual([floor]);
    expect(idsOf([pick(overAll, looking(0.11, high, glass))!])).toEqual([high]);
    expect(pick(overAll, looking(0, ...Object.values(CAD_IDS)))).toBeNull();
  });

  it('does not hit the part of an instance that a section cuts away', () => {
    const below = cutBy(0, 0, -1, 11);
    expect(idsOf([pick(overAll, below)!])).toEqual([glass]);
    expectPoint(pick(overAll, cutBy(0, 0, -1, 9))?.pointEnu, [101.5, 200.25, 7]);
    // East of 101 only: one half of the second instance is there, the other is not.
    const east = cutBy(1, 0, 0, -101);
    expect(pick(overHigh, east)?.featureId).toBe(high);
    expect(pick(down(100.5, 203), east)).toBeNull();
    const intoTheVolume = pick(ray([99.5, 203, 13], [1, 0, -1]), east);
    expect(intoTheVolume?.featureId).toBe(glass);
    expectPoint(intoTheVolume?.pointEnu, [102.5, 203, 10]);
  });
});

describe('a number without an entry in the table', () => {
  // The layer may well have an object 4, which this is not.
  beforeEach(() =>
    show({
      ...content,
      primitives: content.primitives.map((primitive) => ({
        ...primitive,
        featureIds: primitive.featureIds && { ...primitive.featureIds, value: new Uint16Array(8).fill(4) },
        ...(primitive.kind === 'mesh' && primitive.instances && { instanceFeatureIds: Uint32Array.of(NO_FEATURE, 4) }),
      })),
    }),
  );

  it('is no id, for vertices and for instances', () => {
    expect(idsOf(drill(overAll))).toEqual([null, null, null, null]);
  });

  it('is drawn like the rest', () => {
    expect(drill(overAll, looking(0, 4))).toHaveLength(4);
    expect(
      drill(overAll, { section: null, styles: featureStyleTable({ rest: { opacity: 0, color: null }, rules: [] }) }),
    ).toEqual([]);
  });
});

describe('a drill through a converted tile', () => {
  it('gives instances and merged objects in the order of the ray', () => {
    expect(idsOf(drill(overAll))).toEqual([high, glass, low, floor]);
    expect(drill(overAll).map(({ distance }) => Math.round(distance * 1e4) / 1e4)).toEqual([28, 30, 33, 36]);
    expect(idsOf(drill(ray([101.5, 200.25, -9], [0, 0, 1])))).toEqual([floor, low, glass, high]);
    expect(idsOf(drill(overAll, ALL, 2))).toEqual([high, glass]);
  });

  it('omits hidden and cut features', () => {
    expect(idsOf(drill(overAll, looking(0, glass, low)))).toEqual([high, floor]);
    expect(idsOf(drill(overAll, cutBy(0, 0, -1, 11, 0, 0, 1, -5)))).toEqual([glass, low]);
  });
});
