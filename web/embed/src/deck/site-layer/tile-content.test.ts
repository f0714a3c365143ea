import { enuFrame, IDENTITY, multiply } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { type LoadedTile, prepareTile } from './tile-content.ts';

const frame = enuFrame({ longitude: 138.49, latitude: -35.08, height: 30 });

function loaded(batchTableJson?: Record<string, unknown>, type = 'scenegraph'): LoadedTile {
  const attributes = {
    POSITION: { value: new Float32Array(9) },
    COLOR_0: { value: Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 0, 0) },
    _BATCHID: { value: Uint16Array.of(0, 1, 2) },
  };
  const material = { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.5] } };
  const gltf = { meshes: [{ primitives: [{ attributes, material }] }] };
  const matrices = { cartesianModelMatrix: frame.ecefFromEnu, modelMatrix: IDENTITY };
  return { type, content: { ...matrices, cartographicOrigin: [], gltf, ...(batchTableJson && { batchTableJson }) } };
}

const attributeOf = ({ content }: LoadedTile, name: string) =>
  Array.from(content!.gltf!.meshes![0]!.primitives[0]!.attributes[name]!.value);

describe('a tile that loaders.gl has parsed', () => {
  it('is placed in the frame of the site', () => {
    const tile = loaded();
    prepareTile(tile, frame);
    expect(tile.content!.modelMatrix).toEqual(Array.from(multiply(frame.enuFromEcef, frame.ecefFromEnu)));
    expect(tile.content!.cartographicOrigin).toEqual([138.49, -35.08, 30]);
  });

  it('has the feature ids of its batch table, and none for entries without an id', () => {
    const [named, numbered] = [loaded({ id: [70, 90] }), loaded({ name: ['a', 'b', 'c'] })];
    for (const tile of [named, numbered]) prepareTile(tile, frame);
    expect(attributeOf(named, 'featureIds')).toEqual([70, 90, -1]);
    expect(attributeOf(numbered, 'featureIds')).toEqual([0, 1, 2]);
  });

  it('has vertex colours multiplied by the material colour', () => {
    const tile = loaded();
    prepareTile(tile, frame);
    expect(attributeOf(tile, 'siteColors').slice(0, 4)).toEqual([255, 0, 0, 128]);
  });

  it('gets float positions for quantised points and is marked as drawn', () => {
    const tile = loaded(undefined, 'pointcloud');
    Object.assign(tile.content!, { attributes: { positions: Uint16Array.of(1, 2, 3) } });
    prepareTile(tile, frame);
    expect((tile.content as { attributes?: { positions?: unknown } }).attributes?.positions).toEqual(
      Float32Array.of(1, 2, 3),
    );
    expect(tile.tileDrawn).toBe(true);
  });
});
