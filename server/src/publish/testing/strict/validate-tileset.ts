import { IDENTITY, type Mat4, multiply } from '@overlook/shared/maths';
import { readUpAxis, type UpAxis, type JsonNode, parseJson } from '@overlook/shared/tiles3d';
import path from 'node:path';
import { parseTileContent } from '../../formats/tile-content.ts';
import { SourceFolder, isFolder, resolveUri } from '../../../storage/source-folder.ts';
import { checkContent } from './check-content.ts';
import { type Enclosure, checkContained, checkVolumeWithin, enclosure } from './check-containment.ts';
import { collectExtensions, declaredExtensions } from './extensions.ts';
import { FileFindings, type Finding } from './findings.ts';
import { type TileJson, readGeometricError, readTile } from '../../check/tile-json.ts';

export type { Finding } from './findings.ts';

/** The inherited values of a tile: from its parent, or through an external tileset from the tile that names it. */
interface Above {
  transform: Mat4;
  enclosures: Enclosure[];
  geometricError: number;
  isRoot: boolean;
}
interface Document {
  filePath: string;
  version: string;
  upAxis: UpAxis;
  findings: FileFindings;
  /** Extensions that this tileset declares; those of contents are declared here too. */
  used: Set<string>;
  chain: string[];
}

/**
 * Makes the checks of a strict 3D Tiles validator on a tileset of our own making: alignment and padding, exact accessor
 * bounds, indices and feature ids in range, batch table lengths, declared extensions, `refine` at the root, geometric
 * errors that fall towards the leaves, and every vertex (in doubles, through node and tile transforms) inside the
 * volumes of its content, its tile and all tiles above, within 1 mm times the tile's scale. Draco and meshopt bodies
 * are not decoded, which is reported as `info`; likewise implicit tiles.
 *
 * `tilesetPath` is a tileset's JSON or a folder with a `tileset.json`. Resolves to the findings, empty for a valid one.
 */
export async function validateTileset(tilesetPath: string): Promise<Finding[]> {
  const file = (await isFolder(tilesetPath)) ? path.join(tilesetPath, 'tileset.json') : tilesetPath;
  const validation = new StrictValidation(new SourceFolder(path.dirname(path.resolve(file))));
  const above = { transform: IDENTITY, enclosures: [], geometricError: Infinity, isRoot: true };
  await validation.document(path.basename(file), above, []);
  return validation.findings;
}

class StrictValidation {
  readonly findings: Finding[] = [];
  constructor(private readonly folder: SourceFolder) {}

  async document(filePath: string, above: Above, chain: string[]): Promise<void> {
    const findings = new FileFindings(this.findings, filePath);
    await findings.guard(async () => {
      const json = parseJson(await this.folder.read(filePath, filePath));
      const asset = json.get('asset');
      const version = asset.get('version').string();
      if (version !== '1.0' && version !== '1.1') findings.error('asset.version', `is ${version}, not 1.0 or 1.1.`);
      const upAxis = readUpAxis(asset.optional('gltfUpAxis')?.value);
      const used = declaredExtensions(json, 'extensionsUsed');
      const document: Document = { filePath, version, upAxis, findings, used, chain: [...chain, filePath] };
      checkDeclarations(json, document);
      const geometricError = readGeometricError(json.get('geometricError'));
      if (above.isRoot && !json.get('root').optional('refine')) findings.error('root.refine', 'is missing.');
      const limit = Math.min(geometricError, above.geometricError);
      await this.tile(json.get('root'), document, { ...above, geometricError: limit, isRoot: true });
    });
  }

  private async tile(node: JsonNode, document: Document, above: Above): Promise<void> {
    await document.findings.guard(async () => {
      const tile = readTile(node);
      checkGeometricError(tile, above, document.findings);
      const transform = multiply(above.transform, tile.transform);
      const own = enclosure(tile.volume, transform, document.filePath, `${node.place}.boundingVolume`);
      checkVolumeWithin(own, above.enclosures.at(-1), document.findings);
      const enclosures = [...above.enclosures, own];
      const below: Above = { transform, enclosures, geometricError: tile.geometricError, isRoot: false };
      if (tile.implicitTiling)
        document.findings.info(tile.implicitTiling.place, 'Implicit tiles are not checked here.');
      else for (const content of tile.contents) await this.content(content, document, below);
      for (const child of tile.children) await this.tile(child, document, below);
    });
  }

  private async content(content: TileJson['contents'][number], document: Document, tile: Above): Promise<void> {
    const target = await document.findings.guard(async () => {
      const filePath = resolveUri(document.filePath, content.uri, content.place);
      return { filePath, bytes: await this.folder.read(filePath, content.place) };
    });
    if (!target) return;
    const findings = new FileFindings(this.findings, target.filePath);
    const parsed = await findings.guard(() => parseTileContent(target.bytes));
    if (!parsed) return;
    if (parsed.kind === 'tileset') {
      if (document.chain.includes(target.filePath))
        findings.error(content.place, 'This external tileset leads back to itself.');
      else await this.document(target.filePath, tile, document.chain);
      return;
    }
    const isGltf = parsed.kind === 'glb' || parsed.kind === 'gltf';
    if (isGltf && document.version === '1.0' && !document.used.has('3DTILES_content_gltf'))
      document.findings.error(content.place, 'The extension 3DTILES_content_gltf is not in extensionsUsed.');
    const enclosures = content.volume
      ? [
          ...tile.enclosures,
          enclosure(
            content.volume,
            tile.transform,
            document.filePath,
            content.place.replace(/\.ur[il]$/, '.boundingVolume'),
          ),
        ]
      : tile.enclosures;
    const source = { folder: this.folder, filePath: target.filePath };
    const { positions, extensions } = await checkContent(parsed, source, document.upAxis, findings);
    for (const [name, place] of extensions)
      if (!document.used.has(name))
        findings.error(place, `The extension ${name} is not in the tileset's extensionsUsed.`);
    for (const found of positions) {
      for (const { place, reason } of found.unread)
        findings.info(place, `${reason} They are not checked against the volumes.`);
      for (const batch of found.batches) checkContained(batch, tile.transform, enclosures, findings);
    }
  }
}

function checkDeclarations(json: JsonNode, { findings, used }: Document): void {
  for (const [name, place] of collectExtensions(json))
    if (!used.has(name)) findings.error(place, `The extension ${name} is not in extensionsUsed.`);
  for (const name of declaredExtensions(json, 'extensionsRequired'))
    if (!used.has(name)) findings.error('extensionsRequired', `${name} is not in extensionsUsed.`);
}

function checkGeometricError(tile: TileJson, above: Above, findings: FileFindings): void {
  const { geometricError } = tile;
  const place = `${tile.node.place}.geometricError`;
  const limit = above.geometricError;
  if (geometricError > limit) findings.error(place, `is ${geometricError}, more than the ${limit} above it.`);
  else if (geometricError === limit && !above.isRoot && limit > 0)
    findings.warning(place, `is ${geometricError}, the same as its parent's, so that refining gains nothing.`);
}
