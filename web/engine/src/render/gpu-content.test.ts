import { type Mat4, toMat4 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { load } from '../content/testing/loaded-content.ts';
import { glbWith, TRIANGLE } from '../content/testing/make-files.ts';
import { uploadContent } from './gpu-content.ts';
import { recordingGl } from './testing/recording-gl.ts';

const scaled = (x: number, y: number, z: number): Mat4 => toMat4([x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 5, 6, 7, 1]);

interface Chain {
  tile?: Mat4;
  parent?: number[];
  node?: number[];
  instance?: number[];
}

async function isMirroredBy({ tile = scaled(1, 1, 1), parent, node, instance }: Chain): Promise<boolean> {
  const scale = { data: Float32Array.from(instance ?? [1, 1, 1]), type: 'VEC3' as const };
  const bytes = glbWith({ position: { data: TRIANGLE, type: 'VEC3' }, scale }, (index) => ({
    meshes: [{ primitives: [{ attributes: { POSITION: index['position']! } }] }],
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], ...(parent && { matrix: Array.from(scaled(...(parent as [number, number, number]))) }) },
      {
        mesh: 0,
        ...(node && { scale: node }),
        ...(instance && { extensions: { EXT_mesh_gpu_instancing: { attributes: { SCALE: index['scale']! } } } }),
      },
    ],
  }));
  const { primitives } = uploadContent(recordingGl().gl, await load(bytes), tile);
  expect(primitives).toHaveLength(1);
  return primitives[0]!.isMirrored;
}

describe('a primitive is mirrored', () => {
  it.each<[string, Chain]>([
    ['the tile', { tile: scaled(-1, 1, 1) }],
    ['a parent', { parent: [1, -2, 1] }],
    ['its node', { node: [1, 1, -1] }],
    ['its instances', { instance: [-1, 1, 1] }],
    ['three of them', { tile: scaled(-1, 1, 1), node: [-1, 1, 1], instance: [1, -1, 1] }],
  ])('by %s', async (_, chain) => {
    expect(await isMirroredBy(chain)).toBe(true);
  });

  it.each<[string, Chain]>([
    ['nothing', {}],
    ['two axes', { node: [-1, -1, 1] }],
    ['two of them', { tile: scaled(-1, 1, 1), parent: [1, 1, -1] }],
  ])('not by %s', async (_, chain) => {
    expect(await isMirroredBy(chain)).toBe(false);
  });
});
