import { transformPoint, type Vec3, toMat4 } from '@overlook/shared/maths';
import { describe, expect, test } from 'vitest';
import { writeGlb } from '@overlook/shared/tiles3d/testing';
import type { MeshPrimitive, TileContent } from '../content.ts';
import { ContentHttpError } from '../content-errors.ts';
import { parseContent } from '../parse-content.ts';
import { type Accessors, concat, glbWith, gltfWith, text, TRIANGLE } from '../testing/make-files.ts';
import { contentOf, contextFor, fakeBitmap, nodePlatform, parseBytes } from '../testing/node-platform.ts';
import type { GltfJson, GltfPrimitive } from './gltf-schema.ts';

const load = async (bytes: Uint8Array) => contentOf(await parseBytes(bytes, 'model.glb'));
const POSITION: Accessors = { position: { data: TRIANGLE, type: 'VEC3' } };

/** One mesh of one primitive over `accessors`; `more` adds to the primitive, `document` to the glTF. */
const loadPrimitive = (
  accessors: Accessors,
  more: (index: Record<string, number>) => Partial<GltfPrimitive>,
  document: Partial<GltfJson> = {},
): Promise<TileContent> =>
  load(
    glbWith({ ...POSITION, ...accessors }, (index) => {
      const { attributes, ...rest } = more(index);
      const primitive = { ...rest, attributes: { POSITION: index['position']!, ...attributes } };
      return { meshes: [{ primitives: [primitive] }], ...document };
    }),
  );
const meshOf = (content: TileContent) => content.primitives[0] as MeshPrimitive;
const cornerOf = (content: TileContent, i: number) =>
  transformPoint(meshOf(content).matrix, [...meshOf(content).positions.value.subarray(i * 3, i * 3 + 3)] as Vec3);

describe('placing', () => {
  test.each([
    ['X', [-3, 0, 2]],
    ['Y', [2, -3, 0]],
    ['Z', [2, 0, 3]],
  ] as const)('gltfUpAxis %s', async (upAxis, expected) => {
    const bytes = glbWith({ position: { data: Float32Array.of(2, 0, 3), type: 'VEC3' } }, ({ position }) => ({
      meshes: [{ primitives: [{ mode: 0, attributes: { POSITION: position! } }] }],
    }));
    const content = contentOf(await parseContent(bytes, { ...contextFor('file:///a.glb'), upAxis }));
    cornerOf(content, 0).forEach((value, axis) => expect(value).toBeCloseTo(expected[axis]!, 12));
  });

  test('nodes multiply in double precision, CESIUM_RTC comes last and is z-up', async () => {
    const content = await loadPrimitive({}, () => ({}), {
      extensions: { CESIUM_RTC: { center: [6378137.123456789, 0, 0] } },
      nodes: [
        { children: [1], translation: [1, 2, 3] },
        { mesh: 0, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 2, 2] },
      ],
      scenes: [{ nodes: [0] }],
    });
    const corner = cornerOf(content, 1);
    [6378138.123456789, -3, 6].forEach((value, axis) => expect(corner[axis]).toBeCloseTo(value, 8));
  });

  test('primitives that share accessors share their bounds, ids and arrays, with ids of any type', async () => {
    const bytes = glbWith(
      { ...POSITION, ids: { data: Float32Array.of(4, 5, 6), type: 'SCALAR' } },
      ({ position, ids }) => {
        const primitive = { attributes: { POSITION: position!, _BATCHID: ids! } };
        return { meshes: [{ primitives: [primitive, { ...primitive }] }] };
      },
    );
    const [one, other] = (await load(bytes)).primitives as [MeshPrimitive, MeshPrimitive];
    expect([...one.featureIds!.value]).toEqual([4, 5, 6]);
    expect(other.featureIds!.value).toBe(one.featureIds!.value);
    expect(other.positions.value).toBe(one.positions.value);
    expect(other.min).toBe(one.min);
  });

  test('a mesh in two nodes shares its arrays', async () => {
    const { primitives } = await loadPrimitive({}, () => ({}), {
      nodes: [{ mesh: 0 }, { mesh: 0, translation: [9, 0, 0] }],
    });
    expect(primitives).toHaveLength(2);
    expect(primitives[0]!.positions.value).toBe(primitives[1]!.positions.value);
    expect(primitives[1]!.matrix[12]).toBe(9);
  });

  test('EXT_mesh_gpu_instancing with EXT_instance_features', async () => {
    const accessors: Accessors = {
      ...POSITION,
      translation: { data: Float32Array.of(1, 0, 0, 0, 5, 0), type: 'VEC3' },
      rotation: { data: Int8Array.of(0, 0, 0, 127, 0, 0, 127, 0), type: 'VEC4', normalized: true },
      id: { data: Uint8Array.of(7, 3), type: 'SCALAR' },
    };
    const content = await load(
      glbWith(accessors, ({ position, translation, rotation, id }) => ({
        meshes: [{ primitives: [{ attributes: { POSITION: position! } }] }],
        nodes: [
          {
            mesh: 0,
            extensions: {
              EXT_mesh_gpu_instancing: {
                attributes: { TRANSLATION: translation, ROTATION: rotation, _FEATURE_ID_0: id },
              },
              EXT_instance_features: { featureIds: [{ featureCount: 2, attribute: 0 }] },
            },
          },
        ],
      })),
    );
    const { instances, instanceFeatureIds } = meshOf(content);
    expect(transformPoint(toMat4(instances!), [2, 0, 0])).toEqual([3, 0, 0]);
    expect(transformPoint(toMat4(instances!, 16), [2, 0, 0]).map(Math.round)).toEqual([-2, 5, 0]);
    expect([...instanceFeatureIds!]).toEqual([7, 3]);
    expect(content.featureCount).toBe(8);
  });
});

describe('geometry', () => {
  test('strips, fans and loops become lists', async () => {
    const square: Accessors = { position: { data: new Float32Array(12), type: 'VEC3' } };
    const shape = async (mode: number) => {
      const mesh = meshOf(await loadPrimitive(square, () => ({ mode })));
      return [mesh.mode, mesh.indices && [...mesh.indices]];
    };
    expect(await shape(1)).toEqual([1, null]);
    expect(await shape(2)).toEqual([1, [0, 1, 1, 2, 2, 3, 3, 0]]);
    expect(await shape(3)).toEqual([1, [0, 1, 1, 2, 2, 3]]);
    expect(await shape(4)).toEqual([4, null]);
    expect(await shape(5)).toEqual([4, [0, 1, 2, 1, 3, 2]]);
    expect(await shape(6)).toEqual([4, [0, 1, 2, 0, 2, 3]]);
  });

  test('points take their indices and the base colour in; 8-bit indices are widened', async () => {
    const indices: Accessors = { indices: { data: Uint8Array.of(2, 0), type: 'SCALAR' } };
    const document = { materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0.5, 0, 1] } }] };
    const content = await loadPrimitive(
      indices,
      (index) => ({ mode: 0, material: 0, indices: index['indices']! }),
      document,
    );
    expect(content.primitives[0]).toMatchObject({ kind: 'points', max: [0, 3, 0] });
    expect([...content.primitives[0]!.positions.value]).toEqual([0, 3, 0, 0, 0, 0]);
    expect([...content.primitives[0]!.colors!.value]).toEqual([255, 128, 0, 255, 255, 128, 0, 255]);
    const mesh = meshOf(await loadPrimitive(indices, (index) => ({ indices: index['indices']! })));
    expect(mesh.indices).toEqual(Uint16Array.of(2, 0));
  });

  test('sparse values over nothing, padded strides, quantised positions', async () => {
    const binary = concat(Uint16Array.of(1, 0), Float32Array.of(7, 8, 9), Int16Array.of(1, 2, 3, 99, -4, 5, 6, 99));
    const content = await load(
      writeGlb(
        {
          asset: { version: '2.0' },
          buffers: [{ byteLength: binary.byteLength }],
          bufferViews: [
            { buffer: 0, byteLength: 4 },
            { buffer: 0, byteOffset: 4, byteLength: 12 },
            { buffer: 0, byteOffset: 16, byteLength: 16, byteStride: 8 },
          ],
          accessors: [
            {
              componentType: 5126,
              count: 2,
              type: 'VEC3',
              sparse: { count: 1, indices: { bufferView: 0, componentType: 5123 }, values: { bufferView: 1 } },
            },
            { bufferView: 2, componentType: 5122, count: 2, type: 'VEC3' },
          ],
          meshes: [
            {
              primitives: [
                { mode: 0, attributes: { POSITION: 0 } },
                { mode: 0, attributes: { POSITION: 1 } },
              ],
            },
          ],
          nodes: [{ mesh: 0 }],
        },
        binary,
      ),
    );
    expect([...content.primitives[0]!.positions.value]).toEqual([0, 0, 0, 7, 8, 9]);
    expect(content.primitives[1]!).toMatchObject({ min: [-4, 2, 3], max: [1, 5, 6] });
    expect([...content.primitives[1]!.positions.value]).toEqual([1, 2, 3, -4, 5, 6]);
  });
});

describe('materials', () => {
  const uv: Accessors = { uv: { data: Uint16Array.of(0, 0, 65535, 0, 0, 65535), type: 'VEC2', normalized: true } };
  const withUv = (index: Record<string, number>) => ({ material: 0, attributes: { TEXCOORD_1: index['uv']! } });
  const images = { images: [{ uri: 'data:image/png;base64,iVBORw0K' }], textures: [{ source: 0, sampler: 0 }] };
  const sampled = { ...images, samplers: [{ wrapS: 33071, minFilter: 9729 }] };

  test('texture transform and uv set are baked in, samplers have defaults', async () => {
    const KHR_texture_transform = { offset: [0.5, 0.25], scale: [2, 4], rotation: Math.PI / 2, texCoord: 1 };
    const document = {
      ...sampled,
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions: { KHR_texture_transform } } } }],
    };
    const content = await loadPrimitive(uv, withUv, document);
    const expected = [0.5, 0.25, 0.5, -1.75, 4.5, 0.25];
    meshOf(content).uvs!.value.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 6));
    expect(content.textures[0]).toMatchObject({
      kind: 'bitmap',
      sampler: { wrapS: 33071, wrapT: 10497, minFilter: 9729, magFilter: 9729 },
    });
  });

  test('without transform the uvs stay 16 bits; without texture they are left out', async () => {
    const baseColorTexture = { index: 0, texCoord: 1 };
    const textured = await loadPrimitive(uv, withUv, {
      ...images,
      materials: [{ pbrMetallicRoughness: { baseColorTexture } }],
    });
    expect(meshOf(textured).uvs!.value).toBeInstanceOf(Uint16Array);
    expect(meshOf(await loadPrimitive(uv, withUv, { ...images, materials: [{}] })).uvs).toBeNull();
  });

  test('specular-glossiness diffuse, unlit, mask', async () => {
    const extensions = {
      KHR_materials_pbrSpecularGlossiness: { diffuseFactor: [0, 1, 0, 0.5] },
      KHR_materials_unlit: {},
    };
    const materials = [{ extensions, alphaMode: 'MASK', doubleSided: true }];
    expect(meshOf(await loadPrimitive({}, () => ({ material: 0 }), { materials })).material).toEqual({
      baseColor: [0, 1, 0, 0.5],
      texture: null,
      alphaMode: 'MASK',
      alphaCutoff: 0.5,
      doubleSided: true,
      unlit: true,
      finish: null,
    });
  });

  test('a picture is decoded once for all materials; one that fails is a warning', async () => {
    const textures = [{ source: 0 }, { source: 0 }, { source: 1 }];
    const broken = { ...images, images: [...images.images, { uri: 'gone.png' }], textures };
    let decoded = 0;
    const platform = { ...nodePlatform, decodeImage: async () => (decoded++, fakeBitmap()) };
    const accessors: Accessors = { ...POSITION, uv: { data: new Float32Array(6), type: 'VEC2' } };
    const bytes = glbWith(accessors, ({ position, uv: uvs }) => ({
      ...broken,
      materials: [0, 1, 2].map((index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
      meshes: [
        {
          primitives: [0, 1, 2].map((material) => ({
            material,
            attributes: { POSITION: position!, TEXCOORD_0: uvs! },
          })),
        },
      ],
    }));
    const content = contentOf(await parseBytes(bytes, 'model.glb', platform));
    expect(decoded).toBe(1);
    expect(content.primitives.map((primitive) => (primitive as MeshPrimitive).material.texture)).toEqual([0, 0, null]);
    expect(content.warnings).toEqual([expect.stringMatching(/Image 1 could not be decoded.*404/)]);
  });
});

describe('files beside', () => {
  const { json, binary } = gltfWith(POSITION, ({ position }) => ({
    meshes: [{ primitives: [{ attributes: { POSITION: position! } }] }],
  }));
  const withUri = (uri: string) => text(JSON.stringify({ ...json, buffers: [{ uri, byteLength: binary.byteLength }] }));
  const parse = (uri: string, fetchBytes: (url: string) => Promise<Uint8Array> = async () => binary) =>
    parseContent(withUri(uri), {
      ...contextFor('https://site.test/a/b.gltf'),
      platform: { ...nodePlatform, fetchBytes },
    });

  test('uris are relative to the file, or inline', async () => {
    const asked: string[] = [];
    await parse('../c d.bin', async (url) => (asked.push(url), binary));
    expect(asked).toEqual(['https://site.test/c%20d.bin']);
    const inline = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...binary))}`;
    expect(await parse(inline)).toMatchObject({ type: 'content', content: { primitives: [{ max: [2, 3, 0] }] } });
  });

  test('no other server is contacted, because it must not get the session', async () => {
    await expect(parse('https://elsewhere.test/c.bin')).rejects.toThrow(/another server, elsewhere\.test/);
    await expect(parse('//elsewhere.test/c.bin')).rejects.toMatchObject({ name: 'UnsupportedContentError' });
  });

  test('a missing buffer rejects with its status', async () => {
    const gone = parse('c.bin', (url) => Promise.reject(new ContentHttpError(url, 503)));
    await expect(gone).rejects.toMatchObject({ name: 'ContentHttpError', status: 503, retryable: true });
  });
});

test.each([
  [{ asset: { version: '2.0' }, extensionsRequired: ['KHR_xyz', 'KHR_texture_transform'] }, /KHR_xyz, which is not/],
  [{ asset: { version: '1.0' } }, /glTF 1\.0/],
])('unsupported parts are named', async (json, message) => {
  await expect(load(writeGlb(json))).rejects.toThrow(message);
  await expect(load(writeGlb(json))).rejects.toMatchObject({ name: 'UnsupportedContentError' });
});
