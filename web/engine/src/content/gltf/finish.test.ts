import { expect, test } from 'vitest';
import type { MeshPrimitive, TileContent } from '../content.ts';
import { type Accessors, glbWith, TRIANGLE } from '../testing/make-files.ts';
import { contentOf, fakeBitmap, nodePlatform, parseBytes } from '../testing/node-platform.ts';
import type { GltfMaterial } from './gltf-schema.ts';

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
const UVS: Accessors = {
  position: { data: TRIANGLE, type: 'VEC3' },
  uv: { data: new Float32Array(6), type: 'VEC2' },
  second: { data: Float32Array.of(0, 0, 1, 0, 0, 1), type: 'VEC2' },
};

/** A triangle with two sets of coordinates (fewer where it says so), five pictures, and the material. */
async function read(material: GltfMaterial, { mode = 4, sets = 2 } = {}): Promise<TileContent> {
  const bytes = glbWith(UVS, ({ position, uv, second }) => ({
    images: [0, 1, 2, 3, 4].map(() => ({ uri: PICTURE })),
    textures: [0, 1, 2, 3, 4].map((source) => ({ source })),
    materials: [material],
    meshes: [
      {
        primitives: [
          {
            mode,
            material: 0,
            attributes: {
              POSITION: position!,
              ...(sets > 0 && { TEXCOORD_0: uv! }),
              ...(sets > 1 && { TEXCOORD_1: second! }),
            },
          },
        ],
      },
    ],
  }));
  return contentOf(await parseBytes(bytes, 'model.glb', { ...nodePlatform, decodeImage: async () => fakeBitmap() }));
}
const finishOf = async (material: GltfMaterial) => meshOf(await read(material)).material.finish;
const meshOf = ({ primitives }: TileContent) => primitives[0] as MeshPrimitive;

const ALL: GltfMaterial = {
  pbrMetallicRoughness: { metallicFactor: 0.5, baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 1 } },
  normalTexture: { index: 2, scale: 2 },
  occlusionTexture: { index: 3, texCoord: 1, strength: 0.25 },
  emissiveTexture: { index: 4 },
  emissiveFactor: [1, 0.5, 0],
  extensions: { KHR_materials_emissive_strength: { emissiveStrength: 3 } },
};

test('a material has its factors and maps, each with its coordinates and its kind of values', async () => {
  const content = await read(ALL);
  const { material, uvs, secondUvs } = meshOf(content);
  const { maps, ...factors } = material.finish!;
  expect(factors).toEqual({
    metallic: 0.5,
    roughness: 1,
    emissive: [3, 1.5, 0],
    normalScale: 2,
    occlusionStrength: 0.25,
  });
  const isData = (place: number) => {
    const source = content.textures[place]!;
    return source.kind === 'bitmap' && source.isData;
  };
  const kinds = Object.entries(maps).map(([name, map]) => [name, isData(map!.texture), map!.isSecondUv]);
  expect(kinds).toEqual([
    ['metallicRoughness', true, false],
    ['normal', true, false],
    ['occlusion', true, true],
    ['emissive', false, false],
  ]);
  expect(isData(material.texture!)).toBe(false);
  expect(content.textures).toHaveLength(5);
  expect([...uvs!.value]).toEqual([0, 0, 0, 0, 0, 0]);
  expect([...secondUvs!.value]).toEqual([0, 0, 1, 0, 0, 1]);
});

test.each<[string, GltfMaterial]>([
  ['nothing said', {}],
  ['rough paint', { pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 } }],
  ['black light', { emissiveFactor: [0, 0, 0], emissiveTexture: { index: 4 } }],
  ['no light', { ...ALL, extensions: { KHR_materials_unlit: {} } }],
])('%s is lit by its colour alone', async (_name, material) => {
  expect(await finishOf(material)).toBeNull();
});

test('metal and smooth paint have a finish without maps; absent values are the defaults of glTF', async () => {
  expect(await finishOf({ pbrMetallicRoughness: { roughnessFactor: 0.3 } })).toMatchObject({
    metallic: 1,
    roughness: 0.3,
  });
  expect(await finishOf({ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.3 } })).toMatchObject({
    metallic: 0,
    roughness: 0.3,
  });
});

test('pictures that will not be drawn are not loaded', async () => {
  const unlit = { ...ALL, extensions: { KHR_materials_unlit: {} } };
  expect((await read(unlit)).textures).toHaveLength(1);
  expect((await read({ ...ALL, emissiveFactor: [0, 0, 0] })).textures).toHaveLength(4);
  expect((await read(ALL, { mode: 1 })).textures).toHaveLength(1);
  expect((await read(ALL, { sets: 1 })).textures).toHaveLength(4);
  expect((await read(ALL, { sets: 0 })).textures).toHaveLength(0);
});
