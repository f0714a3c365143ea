import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { bytesOf, compressionOf, GltfData, usesMeshopt } from '@overlook/shared/gltf';
import type { JsonNode } from '@overlook/shared/tiles3d';
import type { Glb } from '../formats/glb.ts';
import { type Gltf, readGltf } from '../formats/gltf.ts';
import { type SourceFolder, dataUriBytes, resolveUri } from '../../storage/source-folder.ts';

/** A glTF with its bytes. */
export interface LoadedGltf {
  gltf: Gltf;
  data: GltfData;
  /** Positions that Draco packs, flat xyz, as numbers, by their buffer view, as far as they were unpacked. */
  unpacked?: ReadonlyMap<number, Float32Array>;
}

/** The file that a glTF came from, for its relative uris. */
export interface GltfSource {
  folder: SourceFolder;
  filePath: string;
  /** Called for faults that do not prevent drawing: the place, and a sentence about it. */
  warn?: ((place: string, sentence: string) => void) | undefined;
  /** How many more contents that Draco packs are to be unpacked for their positions. */
  unpacking?: { left: number } | undefined;
}

/** Checks a glTF and the files it names, without reading its buffers. Throws `ContentError`. */
async function checkGltfFiles(source: Glb | JsonNode, from: GltfSource): Promise<Gltf> {
  const gltf = 'json' in source ? readGltf(source.json, source.bin?.byteLength ?? null) : readGltf(source, null);
  for (const buffer of gltf.buffers) {
    if (buffer.uri === null) continue;
    const available =
      dataUriBytes(buffer.uri, buffer.place)?.byteLength ?? (await lookSize(buffer.uri, `${buffer.place}.uri`, from));
    if (available < buffer.byteLength) failShort(gltf, buffer, available);
  }
  for (const image of gltf.images)
    if (image.uri !== null && !dataUriBytes(image.uri, image.place)) await lookAtImage(image.uri, image.place, from);
  const schema = gltf.json.optional('extensions')?.optional('EXT_structural_metadata')?.optional('schemaUri');
  if (schema) await lookSize(schema.string(), schema.place, from);
  return gltf;
}

/** As `checkGltfFiles`, with the buffers read. */
export async function loadGltf(source: Glb | JsonNode, from: GltfSource): Promise<LoadedGltf> {
  const gltf = await checkGltfFiles(source, from);
  const bin = 'json' in source ? source.bin : null;
  const buffers = gltf.buffers.map(async ({ uri, place }, index) => {
    if (uri === null) return index === 0 ? bin : null;
    return dataUriBytes(uri, place) ?? from.folder.read(resolveUri(from.filePath, uri, place), place);
  });
  const bytes = bytesOf(await Promise.all(buffers));
  if (usesMeshopt(gltf.lists)) await MeshoptDecoder.ready;
  const data = new GltfData(gltf.lists, { bytes, meshopt: MeshoptDecoder });
  // Damage of a compressed view is a fault of the file, also where this step does not read it.
  for (const [index, view] of gltf.json.list('bufferViews').entries())
    if (compressionOf(view)) data.viewBytes(index, view);
  return { gltf, data };
}

/** A picture that is not there leaves its mesh without one. */
async function lookAtImage(uri: string, imagePlace: string, { folder, filePath, warn }: GltfSource): Promise<void> {
  const place = `${imagePlace}.uri`;
  const imagePath = resolveUri(filePath, uri, place);
  if (await folder.has(imagePath)) await folder.look(imagePath, place);
  else warn?.(place, `names “${imagePath}”, which does not exist. The model is shown without this picture.`);
}

async function lookSize(uri: string, place: string, { folder, filePath }: GltfSource): Promise<number> {
  return (await folder.look(resolveUri(filePath, uri, place), place)).sizeBytes;
}

function failShort(gltf: Gltf, buffer: Gltf['buffers'][number], available: number): never {
  const node = gltf.json.get('buffers').items()[gltf.buffers.indexOf(buffer)]!.get('byteLength');
  return node.fail(`is ${buffer.byteLength}, but “${buffer.uri!.slice(0, 60)}” has ${available} bytes.`);
}
