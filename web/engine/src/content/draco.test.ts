/** The Draco points of the public sample data, through loaders.gl and the compiled decoder. */
import { readFile } from 'node:fs/promises';
import { DracoLoader } from '@loaders.gl/draco';
import dracoScript from 'virtual:overlook/draco-decoder';
import { binaryBody, readTable, readTableTile } from '@overlook/shared/tiles3d';
import { beforeAll, describe, expect, test } from 'vitest';
import { decoderLibrary } from '../../vite/engine-assets.ts';
import { type DracoDecoder, type DracoRequest, decodeDraco, type DecoderStart, startDraco } from './draco.ts';
import { hasSampleData, SAMPLE_DATA } from './testing/node-platform.ts';

const start = async (script: DecoderStart = dracoScript): Promise<DracoDecoder> =>
  startDraco(DracoLoader, script, Uint8Array.from(await readFile(decoderLibrary('draco-decoder', 'wasm'))).buffer);

/** Of the thousand points of the file: Draco's id of each attribute. */
const request = (attributes: Record<string, [uniqueId: number, componentType: number]>): DracoRequest => ({
  kind: 'points',
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([name, [uniqueId, componentType]]) => [name, { uniqueId, componentType }]),
  ),
});
const USUAL = request({ POSITION: [0, 5126], RGB: [1, 5121] });

describe.skipIf(!hasSampleData)(`Draco points of ${SAMPLE_DATA.pathname}`, () => {
  let bytes: Uint8Array;
  let decoder: DracoDecoder;
  beforeAll(async () => {
    const file = await readFile(new URL('tiles/cesium-PointCloudDraco/pointCloudDraco.pnts', SAMPLE_DATA));
    const table = readTable(readTableTile(file, 'pnts').featureTable, 'feature table', 'byte 28');
    const extension = table.json.get('extensions').get('3DTILES_draco_point_compression');
    expect(extension.get('properties').value).toMatchObject({ POSITION: 0, RGB: 1 });
    bytes = binaryBody(table, extension, extension.get('byteLength').integer());
    decoder = await start();
  });
  const decode = (asked: DracoRequest, from = bytes) => decodeDraco(decoder, from, asked, 'a.pnts');

  test('have the requested types', async () => {
    const usual = await decode(USUAL);
    expect(usual).toMatchObject({ vertexCount: 1000, indices: null, attributes: { POSITION: { size: 3 } } });
    expect(usual.attributes['RGB']!.value).toBeInstanceOf(Uint8Array);
    const { RGB } = (await decode(request({ RGB: [1, 5126] }))).attributes;
    expect(RGB!.value).toEqual(Float32Array.from(usual.attributes['RGB']!.value));
  });

  test.each([
    ['an attribute that is not there', request({ POSITION: [77, 5126] }), /POSITION: no such attribute/],
    ['a component type that no array has', request({ RGB: [1, 5130] }), /component type 5130/],
    ['a mesh', { ...USUAL, kind: 'mesh' as const }, /holds a points/],
  ])('%s is refused', async (_, asked, message) => {
    await expect(decode(asked)).rejects.toThrow(message);
  });

  test('that are cut are refused, and the decoder works afterwards', async () => {
    const good = await decode(USUAL);
    for (let length = 0; length < bytes.length; length += 499)
      await expect(decode(USUAL, bytes.subarray(0, length))).rejects.toMatchObject({ name: 'MalformedContentError' });
    expect(await decode(USUAL)).toEqual(good);
  });

  test('are refused where there is no memory for them; a decoder that is started later takes over', async () => {
    const good = await decode(USUAL);
    await start(async (options) => {
      const module = (await dracoScript(options)) as { _malloc(sizeBytes: number): number };
      const limited = (sizeBytes: number) => (sizeBytes === 12000 ? 0 : module._malloc(sizeBytes));
      return new Proxy(module, { get: (_, name) => (name === '_malloc' ? limited : Reflect.get(module, name)) });
    });
    await expect(decode(USUAL)).rejects.toThrow('Draco data: needs 12000 bytes at once');
    await start();
    expect(await decode(USUAL)).toEqual(good);
  });
});
