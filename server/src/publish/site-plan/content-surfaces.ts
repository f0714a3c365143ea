import { type Document, GLB_BUFFER, type NodeIO } from '@gltf-transform/core';
import { type Mat4, multiply, translation } from '@overlook/shared/maths';
import { type UpAxis, parseJson, globalVector } from '@overlook/shared/tiles3d';
import type { Glb } from '../formats/glb.ts';
import { type I3dm, type TileContent, parseTileContent } from '../formats/tile-content.ts';
import { instanceMatrices } from '../check/instance-matrices.ts';
import { type SourceFolder, resolveUri } from '../source-folder.ts';
import { cloudSurface } from './cloud-surface.ts';
import { gltfReader, gltfSurfaces, gltfToTile } from './gltf-surfaces.ts';
import type { Surface } from './surfaces.ts';
import type { CutContent } from './tile-cut.ts';

/** Largest number of instances of an i3dm that are drawn: a forest needs no more. */
const MOST_INSTANCES = 100_000;

/** Reads what the contents of a published folder draw. */
export class SurfaceReader {
  private constructor(
    private readonly folder: SourceFolder,
    private readonly gltf: NodeIO,
  ) {}

  static async open(folder: SourceFolder): Promise<SurfaceReader> {
    return new SurfaceReader(folder, await gltfReader());
  }

  /** One after another, so that no more than one content is in memory. Throws where the content is damaged. */
  async *read({ filePath, toEcef, upAxis }: CutContent): AsyncGenerator<Surface> {
    const content = parseTileContent(await this.folder.read(filePath, ''));
    yield* this.surfaces(content, { filePath, toEcef, upAxis });
  }

  private async *surfaces(content: TileContent, from: CutContent): AsyncGenerator<Surface> {
    const { filePath, toEcef, upAxis } = from;
    switch (content.kind) {
      case 'tileset':
        return;
      case 'cmpt':
        for (const tile of content.tiles) yield* this.surfaces(tile, from);
        return;
      case 'pnts':
        yield cloudSurface(content, toEcef);
        return;
      case 'glb':
        yield* await this.glb(content.glb, toEcef, upAxis);
        return;
      case 'gltf':
        yield* gltfSurfaces(await this.gltfFile(filePath), multiply(toEcef, gltfToTile(content.json, upAxis)));
        return;
      case 'b3dm': {
        const centre = globalVector(content.featureTable, 'RTC_CENTER', 3) ?? [0, 0, 0];
        yield* await this.glb(content.glb, multiply(toEcef, translation(centre as [number, number, number])), upAxis);
        return;
      }
      case 'i3dm': {
        const { document, toTile } = await this.instancedModel(content, filePath, upAxis);
        for (const matrix of instanceMatrices(content).slice(0, MOST_INSTANCES))
          yield* gltfSurfaces(document, multiply(toEcef, multiply(matrix, toTile)));
      }
    }
  }

  private async glb(glb: Glb, toEcef: Mat4, upAxis: UpAxis): Promise<Generator<Surface>> {
    return gltfSurfaces(await this.glbDocument(glb), multiply(toEcef, gltfToTile(glb.json, upAxis)));
  }

  private async glbDocument({ json, bin }: Glb): Promise<Document> {
    return this.gltf.readJSON({
      json: json.value as Parameters<NodeIO['readJSON']>[0]['json'],
      // A copy, because views into it have to begin at multiples of four.
      resources: bin ? { [GLB_BUFFER]: Uint8Array.from(bin) } : {},
    });
  }

  private gltfFile(filePath: string): Promise<Document> {
    return this.gltf.read(this.folder.absolute(filePath));
  }

  private async instancedModel({ model, featureTable }: I3dm, filePath: string, upAxis: UpAxis) {
    if ('glb' in model)
      return { document: await this.glbDocument(model.glb), toTile: gltfToTile(model.glb.json, upAxis) };
    const modelPath = resolveUri(filePath, model.uri, featureTable.json.place);
    const document = await this.gltfFile(modelPath);
    const content = parseTileContent(await this.folder.read(modelPath, ''));
    const json = content.kind === 'glb' ? content.glb.json : parseJson(await this.folder.read(modelPath, ''));
    return { document, toTile: gltfToTile(json, upAxis) };
  }
}
