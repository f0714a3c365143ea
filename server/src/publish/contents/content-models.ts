import { type Mat4, multiply, translation } from '@overlook/shared/maths';
import { featureValues, globalVector, type JsonNode, type UpAxis, upAxisMatrix } from '@overlook/shared/tiles3d';
import { instanceMatrices } from './instance-matrices.ts';
import { type LoadedGltf, loadGltf } from './loaded-gltf.ts';
import type { Glb } from '../formats/glb.ts';
import { type GltfPrimitive, visitMeshes } from '../formats/gltf.ts';
import { type PrimitiveArrays, readArrays } from '../formats/primitive-arrays.ts';
import { type B3dm, type I3dm, parseTileContent, type Pnts, type TileContent } from '../formats/tile-content.ts';
import { dataUriBytes, resolveUri, type SourceFolder } from '../../storage/source-folder.ts';

/** A content that shows a part of a tileset at some level of detail. */
export interface CutContent {
  /** Below the folder, with forward slashes. */
  filePath: string;
  /** From the tile's frame (z up) to ECEF. */
  toEcef: Mat4;
  upAxis: UpAxis;
}

/** Where a model is shown. */
export interface ModelPlace {
  /** From the model's own frame. */
  readonly toEcef: Mat4;
  /** Row of the batch table; null where the model's vertices name theirs. */
  readonly feature: number | null;
}

/** A glTF of a content, before its meshes are decoded. */
export interface ContentHead {
  readonly kind: 'model';
  /** The file that it is in, below the folder. */
  readonly filePath: string;
  /** The model of the file, with every index checked, and its buffers. */
  readonly loaded: LoadedGltf;
  readonly places: readonly ModelPlace[];
  /** The tile around it, whose batch table describes its features; null where the glTF is the content. */
  readonly tile: B3dm | I3dm | null;
}

/** A glTF of a content. */
export interface ContentModel extends ContentHead {
  /** Of the drawn primitives with positions, every compression undone. */
  readonly arrays: ReadonlyMap<GltfPrimitive, PrimitiveArrays>;
  /** Bytes of an image of the file; null where it is missing. */
  image(index: number): Uint8Array | null;
}

interface ContentPoints {
  readonly kind: 'points';
  readonly tile: Pnts;
  readonly toEcef: Mat4;
}

/** What a content draws. */
export type ContentPart = ContentModel | ContentPoints;

/** Reads the contents of a published folder: glTF of every kind that tiles hold, and points. It makes no network requests. */
export class ContentReader {
  constructor(private readonly folder: SourceFolder) {}

  /** One after another, so that no more than one model is in memory. Throws where the content is damaged. */
  async *read(content: CutContent): AsyncGenerator<ContentPart> {
    for await (const part of this.#parts(content)) yield part.kind === 'points' ? part : await this.#decoded(part);
  }

  /** The unchanged models of a content, without points. Throws where the content is damaged. */
  async *heads(content: CutContent): AsyncGenerator<ContentHead> {
    for await (const part of this.#parts(content)) if (part.kind === 'model') yield part;
  }

  async *#parts(from: CutContent): AsyncGenerator<ContentHead | ContentPoints> {
    yield* this.#partsOf(parseTileContent(await this.folder.read(from.filePath, '')), from);
  }

  async *#partsOf(
    content: TileContent,
    { filePath, toEcef, upAxis }: CutContent,
  ): AsyncGenerator<ContentHead | ContentPoints> {
    const at = (matrix: Mat4): ModelPlace[] => [{ toEcef: matrix, feature: null }];
    switch (content.kind) {
      case 'tileset':
        return;
      case 'cmpt':
        for (const tile of content.tiles) yield* this.#partsOf(tile, { filePath, toEcef, upAxis });
        return;
      case 'pnts':
        yield { kind: 'points', tile: content, toEcef };
        return;
      case 'glb':
      case 'gltf': {
        const source = content.kind === 'glb' ? content.glb : content.json;
        yield await this.#head(source, filePath, (own) => at(multiply(toEcef, gltfToTile(own, upAxis))));
        return;
      }
      case 'b3dm': {
        const centre = globalVector(content.featureTable, 'RTC_CENTER', 3) ?? [0, 0, 0];
        const moved = multiply(toEcef, translation(centre as [number, number, number]));
        const places = (json: JsonNode) => at(multiply(moved, gltfToTile(json, upAxis)));
        yield await this.#head(content.glb, filePath, places, content);
        return;
      }
      case 'i3dm': {
        const { source, modelPath } = await this.#instanced(content, filePath);
        const places = (json: JsonNode) => instancesOfTile(content, toEcef, gltfToTile(json, upAxis));
        yield await this.#head(source, modelPath, places, content);
      }
    }
  }

  async #instanced(
    { model, featureTable }: I3dm,
    filePath: string,
  ): Promise<{ source: Glb | JsonNode; modelPath: string }> {
    if ('glb' in model) return { source: model.glb, modelPath: filePath };
    const { place } = featureTable.json;
    const modelPath = resolveUri(filePath, model.uri, place);
    const content = parseTileContent(await this.folder.read(modelPath, place));
    if (content.kind === 'glb') return { source: content.glb, modelPath };
    return { source: content.kind === 'gltf' ? content.json : featureTable.json.fail('names no glTF.'), modelPath };
  }

  async #head(
    source: Glb | JsonNode,
    filePath: string,
    places: (json: JsonNode) => ModelPlace[],
    tile: B3dm | I3dm | null = null,
  ): Promise<ContentHead> {
    const loaded = await loadGltf(source, { folder: this.folder, filePath });
    return { kind: 'model', filePath, loaded, places: places(loaded.gltf.json), tile };
  }

  async #decoded(head: ContentHead): Promise<ContentModel> {
    const { gltf, data } = head.loaded;
    const drawn = new Set<GltfPrimitive>();
    visitMeshes(gltf, (primitives) => {
      for (const one of primitives) if ('POSITION' in one.attributes) drawn.add(one);
    });
    const arrays = new Map<GltfPrimitive, PrimitiveArrays>();
    for (const primitive of drawn) arrays.set(primitive, await readArrays(primitive.json, data));
    const images = await this.#images(head);
    return { ...head, arrays, image: (index) => images[index] ?? null };
  }

  /** The bytes of each image; a mesh whose image is missing is used without it. */
  #images({ loaded: { gltf, data }, filePath }: ContentHead): Promise<(Uint8Array | null)[]> {
    const read = async ({ uri, place }: (typeof gltf.images)[number], image: JsonNode) => {
      if (uri === null) return data.namedView(image.get('bufferView'));
      const own = dataUriBytes(uri, place);
      const resolved = own ? '' : resolveUri(filePath, uri, place);
      return own ?? ((await this.folder.has(resolved)) ? this.folder.read(resolved, place) : null);
    };
    return Promise.all(gltf.json.list('images').map((image, index) => read(gltf.images[index]!, image)));
  }
}

/** From the glTF's axes to its tile's (z up), with the centre of CESIUM_RTC, which is not a glTF 2.0 extension. */
function gltfToTile(json: JsonNode, upAxis: UpAxis): Mat4 {
  const centre = json.optional('extensions')?.optional('CESIUM_RTC')?.get('center').numbers(3) ?? [0, 0, 0];
  return multiply(translation(centre as [number, number, number]), upAxisMatrix(upAxis));
}

function instancesOfTile(tile: I3dm, toEcef: Mat4, toTile: Mat4): ModelPlace[] {
  const ids = featureValues(tile.featureTable, 'BATCH_ID', tile.instances);
  return instanceMatrices(tile).map((matrix, i) => ({
    toEcef: multiply(toEcef, multiply(matrix, toTile)),
    feature: ids ? ids[i]! : i,
  }));
}
