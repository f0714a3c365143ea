import { isMirrored, toMat4 } from '@overlook/shared/maths';
import { expect, test } from 'vitest';
import type { MeshPrimitive } from './content.ts';
import { load } from './testing/loaded-content.ts';
import { concat, glbWith, makeComposite, makeTile, TRIANGLE, triangleGlb, u32 } from './testing/make-files.ts';

/** Instances of the three corners, which scales of one sign each place along x. */
function instancedGlb(scales: readonly number[], nodeScale: number[] = [1, 1, 1]): Uint8Array {
  const translations = Float32Array.from(scales.flatMap((_, i) => [10 * i, 0, 0]));
  return glbWith(
    {
      position: { data: TRIANGLE, type: 'VEC3' },
      translation: { data: translations, type: 'VEC3' },
      scale: { data: Float32Array.from(scales.flatMap((x) => [x, 1, 1])), type: 'VEC3' },
    },
    ({ position, translation, scale }) => ({
      meshes: [{ primitives: [{ attributes: { POSITION: position! } }] }],
      nodes: [
        {
          mesh: 0,
          scale: nodeScale,
          extensions: {
            EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: translation!, SCALE: scale! } },
            EXT_instance_features: { featureIds: [{ featureCount: scales.length }] },
          },
        },
      ],
    }),
  );
}

/** Of each primitive the features of its instances, and whether each of these is mirrored within its node. */
async function groupsOf(bytes: Uint8Array) {
  const { primitives } = await load(bytes);
  return (primitives as MeshPrimitive[]).map(({ instances, instanceFeatureIds }) => ({
    features: [...instanceFeatureIds!],
    mirrored: Array.from({ length: instances!.length / 16 }, (_, i) => isMirrored(toMat4(instances!, 16 * i))),
  }));
}

test('instances of one orientation stay together', async () => {
  expect(await groupsOf(instancedGlb([1, 2]))).toEqual([{ features: [0, 1], mirrored: [false, false] }]);
  expect(await groupsOf(instancedGlb([-1, -2], [-1, 1, 1]))).toEqual([{ features: [0, 1], mirrored: [true, true] }]);
});

test('mirrored instances are a primitive of their own, with their features', async () => {
  const expected = [
    { features: [0, 2], mirrored: [false, false] },
    { features: [1, 3], mirrored: [true, true] },
  ];
  expect(await groupsOf(instancedGlb([1, -1, 2, -3]))).toEqual(expected);
});

test('mirrored instances of an i3dm, alone and in a composite, are one too', async () => {
  const tile = makeTile(
    'i3dm',
    {
      feature: { INSTANCES_LENGTH: 3, POSITION: { byteOffset: 0 }, SCALE_NON_UNIFORM: { byteOffset: 36 } },
      featureBinary: concat(new Float32Array(9), Float32Array.of(1, 1, 1, 1, -1, 1, 2, 2, 2)),
    },
    triangleGlb(),
    u32(1),
  );
  const expected = [
    { features: [0, 2], mirrored: [false, false] },
    { features: [1], mirrored: [true] },
  ];
  expect(await groupsOf(tile)).toEqual(expected);
  expect(await groupsOf(makeComposite(tile))).toEqual(expected);
});
