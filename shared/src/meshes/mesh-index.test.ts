import { describe, expect, it } from 'vitest';
import { enuFrame, ecefFromLla } from '../maths/geodesy.ts';
import type { ExportBox } from '../schemas/export.ts';
import { estimateTriangles, partsInBox } from './estimate-triangles.ts';
import { decodeMeshIndex, encodeMeshIndex, MeshIndexBuilder } from './mesh-index.ts';

const GROUND = { longitude: 138.49, latitude: -35.08, height: 30 };
const { ecefFromEnu } = enuFrame(GROUND);
const [centerX, centerY, centerZ] = ecefFromLla(GROUND);
const boxOf = (sizeX: number, sizeY: number, sizeZ: number, degrees = 0): ExportBox => ({
  centerX,
  centerY,
  centerZ,
  sizeX,
  sizeY,
  sizeZ,
  degrees,
});
const counts = { triangles: 1000, meshBytes: 40_000, textureBytes: 5000 };

/** A field of 40 m by 40 m, level at the middle of the boxes, and a cube of 4 m to the east of it. */
const index = (() => {
  const builder = new MeshIndexBuilder();
  builder.add({ min: [-20, -20, 0], max: [20, 20, 0], toEcef: ecefFromEnu, ...counts });
  builder.add({
    min: [30, -2, -2],
    max: [34, 2, 2],
    toEcef: ecefFromEnu,
    triangles: 12,
    meshBytes: 900,
    textureBytes: 0,
  });
  return builder.finish();
})();

describe('an index of meshes', () => {
  it('is the same after writing and reading', () => {
    expect(decodeMeshIndex(encodeMeshIndex(index))).toEqual(index);
    const bytes = encodeMeshIndex(index);
    expect(() => decodeMeshIndex(bytes.subarray(0, 90))).toThrow('The mesh index is cut off or goes on.');
    expect(() => decodeMeshIndex(new Uint8Array(50))).toThrow('This is no mesh index.');
  });

  it('counts the share of a level field that lies in a box', () => {
    expect(estimateTriangles(index, boxOf(10, 10, 2)).triangles).toBeGreaterThan(60);
    expect(estimateTriangles(index, boxOf(10, 10, 2)).triangles).toBeLessThan(66);
    const half = estimateTriangles(index, boxOf(20, 60, 8));
    expect(half.triangles).toBeGreaterThan(495);
    expect(half.triangles).toBeLessThan(505);
    // Pictures are written whole.
    expect(half.sizeBytes).toBeGreaterThan(20_000 + 5000);
  });

  it('counts parts inside wholly, and parts outside not at all', () => {
    expect(estimateTriangles(index, boxOf(200, 200, 200, 33)).triangles).toBe(1012);
    const above = ecefFromLla({ ...GROUND, height: 60 });
    const away = { ...boxOf(5, 5, 5), centerX: above[0], centerY: above[1], centerZ: above[2] };
    expect(estimateTriangles(index, away)).toEqual({ triangles: 0, sizeBytes: 0 });
  });

  it('lists the parts that reach into a box, rotated or not', () => {
    expect([...partsInBox(index, boxOf(10, 10, 1))]).toEqual([0]);
    expect([...partsInBox(index, boxOf(64, 1, 1))]).toEqual([0, 1]);
    expect([...partsInBox(index, boxOf(64, 1, 1, 90))]).toEqual([0]);
  });
});
