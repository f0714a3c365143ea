import type { UpAxis, JsonNode } from '@overlook/shared/tiles3d';
import {
  type ContentPositions,
  b3dmPositions,
  gltfPositions,
  i3dmPositions,
  pntsPositions,
} from '../../contents/content-positions.ts';
import { type GltfSource, loadGltf } from '../../contents/loaded-gltf.ts';
import type { Glb } from '../../formats/glb.ts';
import { type I3dm, type TileContent, parseTileContent } from '../../formats/tile-content.ts';
import { resolveUri } from '../../../storage/source-folder.ts';
import { checkAlignment } from './check-alignment.ts';
import { checkGltf } from './check-gltf.ts';
import { checkTables } from './check-tables.ts';
import { collectExtensions } from './extensions.ts';
import type { FileFindings } from './findings.ts';

/** The facts about a content that the check of its tileset needs. */
export interface CheckedContent {
  positions: ContentPositions[];
  /** Extensions of feature and batch tables, which the tileset has to declare, with their places. */
  extensions: Map<string, string>;
}

/** Makes all checks of a content that need no tileset, and collects its positions. */
export async function checkContent(
  content: TileContent,
  source: GltfSource,
  upAxis: UpAxis,
  findings: FileFindings,
): Promise<CheckedContent> {
  checkAlignment(content, findings);
  const checked: CheckedContent = { positions: [], extensions: new Map() };
  await gather(content, { source, upAxis, findings, checked });
  return checked;
}

interface Gathering {
  source: GltfSource;
  upAxis: UpAxis;
  findings: FileFindings;
  checked: CheckedContent;
}

async function gather(content: TileContent, into: Gathering): Promise<void> {
  const { source, upAxis, findings, checked } = into;
  if (content.kind === 'tileset') return;
  if (content.kind === 'cmpt') {
    for (const tile of content.tiles) await gather(tile, into);
    return;
  }
  if (content.kind === 'glb' || content.kind === 'gltf') {
    const model = await loadChecked(content.kind === 'glb' ? content.glb : content.json, source, null, findings);
    if (model) checked.positions.push(gltfPositions(model, upAxis));
    return;
  }
  checkTables(content, findings);
  for (const table of [content.featureTable, content.batchTable])
    for (const [name, place] of collectExtensions(table.json)) checked.extensions.set(name, place);
  if (content.kind === 'pnts') {
    checked.positions.push(pntsPositions(content, null));
    return;
  }
  const model = await loadChecked(
    ...(content.kind === 'b3dm' ? ([content.glb, source] as const) : await instancedModel(content, source)),
    content.kind === 'b3dm' ? content.batchLength : null,
    findings,
  );
  if (!model) return;
  checked.positions.push(
    content.kind === 'b3dm' ? b3dmPositions(content, model, upAxis) : i3dmPositions(content, model, upAxis),
  );
}

async function instancedModel(tile: I3dm, source: GltfSource): Promise<readonly [Glb | JsonNode, GltfSource]> {
  if ('glb' in tile.model) return [tile.model.glb, source];
  const place = `byte ${tile.baseOffset}`;
  const filePath = resolveUri(source.filePath, tile.model.uri, place);
  const model = parseTileContent(await source.folder.read(filePath, place));
  const from = { folder: source.folder, filePath };
  if (model.kind === 'glb') return [model.glb, from];
  if (model.kind === 'gltf') return [model.json, from];
  return tile.featureTable.json.fail(`names “${tile.model.uri}”, which is no glTF.`);
}

async function loadChecked(
  model: Glb | JsonNode,
  source: GltfSource,
  batchLength: number | null,
  findings: FileFindings,
) {
  return findings.guard(async () => {
    const loaded = await loadGltf(model, source);
    checkGltf(loaded, batchLength, findings);
    return loaded;
  });
}
