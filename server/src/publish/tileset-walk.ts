import { type Mat4 } from '@overlook/shared/maths';
import { contentFacts } from './content-facts.ts';
import { type JsonNode, parseJson } from './formats/json-node.ts';
import { parseTileContent } from './formats/tile-content.ts';
import { walkImplicit } from './implicit-walk.ts';
import { ImportRefused, inFile } from './import-refused.ts';
import { forEachInParallel } from './in-parallel.ts';
import { type SourceFolder, resolveUri } from './source-folder.ts';
import { type ContentReference, readGeometricError, readTile } from './tile-json.ts';
import { type TilesetFacts, addFacts, emptyFacts } from './tileset-facts.ts';
import type { Volume } from './volume.ts';

/** External tilesets may name further ones this deep; tiles may stand in tiles this deep. */
const MAX_EXTERNAL_DEPTH = 32;
const MAX_TILE_DEPTH = 1000;
const CONTENTS_AT_ONCE = 4;

export interface WalkOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of contents checked so far. */
  onContent?: ((checked: number) => void) | undefined;
}

/** A tileset that was walked to its last content and found good. */
export interface WalkedTileset {
  facts: TilesetFacts;
  root: { volume: Volume; transform: Mat4 };
  /** Whether any volume is a region, which a transform cannot move. */
  hasRegions: boolean;
}

/**
 * Walks a tileset: all tiles, implicit subtrees and external tilesets; each referenced file is there, each content's
 * header and lengths are right, each volume and geometric error is well formed. The files met are in `folder.files`
 * afterwards. Throws `ImportRefused` with file, place and reason; rejects with the signal's reason when aborted.
 */
export async function walkTileset(
  folder: SourceFolder,
  entry: string,
  options: WalkOptions = {},
): Promise<WalkedTileset> {
  const walk = new TilesetWalk(folder, options);
  const facts = await walk.tileset(entry, []);
  return { facts, root: walk.root!, hasRegions: walk.hasRegions };
}

class TilesetWalk {
  root: WalkedTileset['root'] | undefined;
  hasRegions = false;
  private checked = 0;
  private readonly known = new Map<string, TilesetFacts>();

  constructor(
    private readonly folder: SourceFolder,
    private readonly options: WalkOptions,
  ) {}

  /** `chain` holds the tilesets that led here, to find cycles. One at a time: a known tileset is a finished one. */
  async tileset(filePath: string, chain: readonly string[]): Promise<TilesetFacts> {
    const known = this.known.get(filePath);
    if (known) return known;
    const facts = emptyFacts();
    const externals: { place: string; filePath: string }[] = [];
    await inFile(filePath, async () => {
      const json = parseJson(await this.folder.read(filePath, ''));
      this.checkHead(json);
      await this.lookAtSchema(json, filePath);
      const contents = await this.tiles(json.get('root'), filePath, facts);
      await forEachInParallel(
        contents,
        CONTENTS_AT_ONCE,
        async (content) => {
          const external = await this.content(content, filePath, facts);
          if (external) externals.push({ place: content.place, filePath: external });
        },
        this.options.signal,
      );
    });
    const path = [...chain, filePath];
    for (const external of externals) {
      if (path.includes(external.filePath))
        throw new ImportRefused(
          filePath,
          external.place,
          `leads in a circle: ${[...path, external.filePath].join(' → ')}.`,
        );
      if (path.length >= MAX_EXTERNAL_DEPTH)
        throw new ImportRefused(filePath, external.place, `is nested more than ${MAX_EXTERNAL_DEPTH} tilesets deep.`);
      facts.externalTilesets++;
      addFacts(facts, await this.tileset(external.filePath, path));
    }
    this.known.set(filePath, facts);
    return facts;
  }

  private checkHead(json: JsonNode): void {
    const version = json.get('asset').get('version');
    if (!/^[01]\.\d/.test(version.string())) version.fail(`is ${version.string()}; 1.0 and 1.1 can be shown.`);
    readGeometricError(json.get('geometricError'));
  }

  private async lookAtSchema(json: JsonNode, filePath: string): Promise<void> {
    const uri = json.optional('schemaUri');
    if (uri) await this.folder.look(resolveUri(filePath, uri.string(), uri.place), uri.place);
  }

  /** Reads all tiles below `root`, without recursion so that a deep tree cannot exhaust the stack. */
  private async tiles(root: JsonNode, filePath: string, facts: TilesetFacts): Promise<ContentReference[]> {
    const contents: ContentReference[] = [];
    const pending = [{ node: root, depth: 0 }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const tile = readTile(next.node);
      this.root ??= tile;
      this.hasRegions ||= [tile.volume, ...tile.contents.map((content) => content.volume)].some(
        (v) => v?.kind === 'region',
      );
      if (tile.implicitTiling) {
        const implicit = await walkImplicit(tile, this.folder, filePath, this.options.signal);
        facts.tiles += implicit.tiles;
        facts.subtrees += implicit.subtrees;
        for (const content of implicit.contents) contents.push(content);
        continue;
      }
      facts.tiles++;
      for (const content of tile.contents) contents.push(content);
      if (next.depth >= MAX_TILE_DEPTH && tile.children.length > 0)
        tile.node.fail(`is nested more than ${MAX_TILE_DEPTH} tiles deep.`);
      for (const child of tile.children) pending.push({ node: child, depth: next.depth + 1 });
    }
    return contents;
  }

  /** Checks a content and counts it; an external tileset's path is returned instead. */
  private async content({ uri, place }: ContentReference, from: string, facts: TilesetFacts): Promise<string | null> {
    const filePath = resolveUri(from, uri, place);
    let found = this.known.get(filePath);
    if (!found) {
      const bytes = await this.folder.read(filePath, place);
      found = await inFile(filePath, async () => {
        const content = parseTileContent(bytes);
        return content.kind === 'tileset' ? undefined : contentFacts(content, { folder: this.folder, filePath });
      });
      if (!found) return filePath;
      this.known.set(filePath, found);
    }
    addFacts(facts, found);
    this.options.onContent?.(++this.checked);
    return null;
  }
}
