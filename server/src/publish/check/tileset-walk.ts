import { IDENTITY, type Mat4, type Vec3, multiply, toMat4, transformDirection, vec3Of } from '@overlook/shared/maths';
import { type UpAxis, readUpAxis, type JsonNode, parseJson, type BoundingVolume } from '@overlook/shared/tiles3d';
import { type Bounds, EMPTY, union } from '../bounds.ts';
import {
  boxAround,
  contentExtent,
  type ContentPlace,
  isFilled,
  isUpright,
  levelled,
  placedCorners,
  placeOfBox,
} from './content-extent.ts';
import { inspectContent } from './content-facts.ts';
import { isGeocentric, offEarthReason } from './earth.ts';
import { parseTileContent } from '../formats/tile-content.ts';
import { walkImplicit } from './implicit-walk.ts';
import { ImportRefusedError, inFile } from '../../errors/import-refused.ts';
import { forEachInParallel } from '../in-parallel.ts';
import { type SourceFolder, resolveUri } from '../../storage/source-folder.ts';
import { withoutMisplaced } from './misplaced-contents.ts';
import { type ContentReference, type TileJson, readGeometricError, readTile } from './tile-json.ts';
import { TilesetExtent } from './tileset-extent.ts';
import { type TilesetFacts, addFacts, contentCount, emptyFacts } from './tileset-facts.ts';
import { volumeCorners } from './volume.ts';

/** External tilesets may name further ones this deep; tiles may be nested this deep. */
const MAX_EXTERNAL_DEPTH = 32;
const MAX_TILE_DEPTH = 1000;
const CONTENTS_AT_ONCE = 4;
/** Contents that Draco packs are unpacked for their exact extent, beginning at the root; further ones count by their declared bounds. */
const UNPACKED_MOST = 256;

export interface WalkOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of contents checked so far. */
  onContent?: ((checked: number) => void) | undefined;
  /** Called with a sentence, with file and place, about a fault that does not prevent drawing. */
  onWarning?: ((warning: string) => void) | undefined;
}

/** A tileset that was walked to its last content and found good. */
export interface WalkedTileset {
  facts: TilesetFacts;
  /** What its contents fill. */
  extent: TilesetExtent;
  /** The root tile's. */
  transform: Mat4;
  /** Whether any volume is a region, which a transform cannot move. */
  hasRegions: boolean;
  /** JSON that replaces that of the source, because a content is left out of it. */
  edited: Map<string, Uint8Array>;
}

/**
 * Walks a tileset: all tiles, implicit subtrees and external tilesets; each referenced file exists, each content's
 * header and lengths are right, each volume and geometric error is well formed, and the positions of the contents are
 * read. The few contents that cannot be where they are get a warning and are left out. The visited files are in
 * `folder.files` afterwards. Throws `ImportRefusedError` with file, place and reason; rejects with the signal's reason when
 * aborted.
 */
export async function walkTileset(
  folder: SourceFolder,
  entry: string,
  options: WalkOptions = {},
): Promise<WalkedTileset> {
  const filesBefore = [...folder.files.keys()];
  const { walked, misplaced } = await walkOnce(folder, entry, options);
  for (const { name, reason } of misplaced)
    options.onWarning?.(
      `${name.file}, ${name.place}: “${name.content}” ${reason} ${name.isImplicit ? 'It is not shown.' : 'It is left out.'}`,
    );
  const edited = await inFile(entry, () => withoutMisplaced(folder, misplaced));
  if (edited.size === 0) return walked;
  // Facts and files are those of the rest.
  for (const [file, bytes] of edited) folder.provide(file, bytes);
  folder.keepOnly(filesBefore);
  const { walked: rest } = await walkOnce(folder, entry, { ...options, onWarning: undefined });
  return { ...rest, edited };
}

async function walkOnce(folder: SourceFolder, entry: string, options: WalkOptions) {
  const walk = new TilesetWalk(folder, options);
  const { facts } = await walk.tileset(entry, [], IDENTITY);
  if (contentCount(facts) === 0)
    throw new ImportRefusedError(entry, 'root', 'has no content: none of its tiles names anything that can be shown.');
  const { extent, hasRegions, rootTransform } = walk;
  const walked: WalkedTileset = { facts, extent, transform: rootTransform!, hasRegions, edited: new Map() };
  return { walked, misplaced: extent.misplaced() };
}

/** A tileset or content that was read. */
interface KnownFile {
  facts: TilesetFacts;
  /** Around its drawn contents, in its own frame. */
  box: Bounds;
  /** Where it was measured last: implicit tiles share their transform. */
  last?: { file: TilesetFile; toTileset: Mat4 };
}

/** A content with the tile that names it. */
interface TileContentReference {
  reference: ContentReference;
  /** From the tile's frame to that of the tileset's file, and of the whole tileset. */
  toFile: Mat4;
  toTileset: Mat4;
  /** Of the content, or else of the tile. */
  volume: BoundingVolume;
  /** Whether a subtree says that the tile has it. */
  isImplicit: boolean;
}

interface TilesetFile {
  filePath: string;
  upAxis: UpAxis;
  facts: TilesetFacts;
  /** From its frame to that of the whole tileset. */
  toTileset: Mat4;
  box: Bounds;
}

class TilesetWalk {
  readonly extent = new TilesetExtent();
  rootTransform: Mat4 | undefined;
  hasRegions = false;
  private checked = 0;
  private readonly unpacking = { left: UNPACKED_MOST };
  private readonly known = new Map<string, KnownFile>();

  constructor(
    private readonly folder: SourceFolder,
    private readonly options: WalkOptions,
  ) {}

  /** `chain` holds the tilesets that led here, to find cycles. One at a time: a known tileset is a finished one. */
  async tileset(filePath: string, chain: readonly string[], toTileset: Mat4): Promise<KnownFile> {
    const file: TilesetFile = { filePath, upAxis: 'Y', facts: emptyFacts(), toTileset, box: EMPTY };
    const externals: { content: TileContentReference; filePath: string }[] = [];
    await inFile(filePath, async () => {
      const json = parseJson(await this.folder.read(filePath, ''));
      this.checkHead(json);
      await this.lookAtSchema(json, filePath);
      file.upAxis = readUpAxis(json.get('asset').optional('gltfUpAxis')?.value);
      await forEachInParallel(
        this.contents(json.get('root'), file),
        CONTENTS_AT_ONCE,
        async (content) => {
          const external = await this.content(content, file);
          if (external) externals.push({ content, filePath: external });
        },
        this.options.signal,
      );
    });
    const path = [...chain, filePath];
    for (const external of externals) {
      const { place } = external.content.reference;
      if (path.includes(external.filePath))
        throw new ImportRefusedError(
          filePath,
          place,
          `leads in a circle: ${[...path, external.filePath].join(' → ')}.`,
        );
      if (path.length >= MAX_EXTERNAL_DEPTH)
        throw new ImportRefusedError(filePath, place, `is nested more than ${MAX_EXTERNAL_DEPTH} tilesets deep.`);
      file.facts.externalTilesets++;
      const known = this.known.get(external.filePath);
      const found = known ?? (await this.tileset(external.filePath, path, external.content.toTileset));
      addFacts(file.facts, found.facts);
      this.include(found.box, external, file, known ? placeOfBox(found.box, external.content.toTileset) : null);
    }
    const finished = { facts: file.facts, box: file.box };
    this.known.set(filePath, finished);
    return finished;
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

  /** All contents below `root`, without recursion so that a deep tree cannot exhaust the stack. */
  private async *contents(root: JsonNode, file: TilesetFile): AsyncGenerator<TileContentReference> {
    const { facts, filePath } = file;
    const pending = [{ node: root, depth: 0, above: IDENTITY }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const tile = readTile(next.node);
      this.rootTransform ??= tile.transform;
      this.hasRegions ||= [tile.volume, ...tile.contents.map((content) => content.volume)].some(
        (volume) => volume?.kind === 'region',
      );
      const toFile = tile.transform === IDENTITY ? next.above : multiply(next.above, tile.transform);
      const inTile = { toFile, toTileset: file.toTileset === IDENTITY ? toFile : multiply(file.toTileset, toFile) };
      if (tile.implicitTiling) {
        for await (const reference of walkImplicit(tile, { folder: this.folder, filePath, facts }, this.options.signal))
          yield { reference, ...inTile, volume: tile.volume, isImplicit: true };
        continue;
      }
      facts.tiles++;
      for (const reference of tile.contents)
        yield { reference, ...inTile, volume: reference.volume ?? tile.volume, isImplicit: false };
      if (next.depth >= MAX_TILE_DEPTH && tile.children.length > 0) failTooDeep(tile);
      for (const child of tile.children) pending.push({ node: child, depth: next.depth + 1, above: toFile });
    }
  }

  /** Checks a content, counts it and measures it; an external tileset's path is returned instead. */
  private async content(content: TileContentReference, file: TilesetFile): Promise<string | null> {
    const { reference, toTileset, volume } = content;
    const filePath = resolveUri(file.filePath, reference.uri, reference.place);
    let found = this.known.get(filePath);
    let at: ContentPlace | null = null;
    if (!found) {
      const bytes = await this.folder.read(filePath, reference.place);
      const warn = (place: string, sentence: string) => this.options.onWarning?.(`${filePath}, ${place}: ${sentence}`);
      const inspected = await inFile(filePath, async () => {
        const parsed = parseTileContent(bytes);
        return parsed.kind === 'tileset'
          ? null
          : inspectContent(parsed, { folder: this.folder, filePath, warn, unpacking: this.unpacking }, file.upAxis);
      });
      if (!inspected) return filePath;
      const extent = contentExtent(inspected.positions, toTileset);
      at = extent?.place ?? null;
      found = { facts: inspected.facts, box: extent?.box ?? EMPTY };
      this.known.set(filePath, found);
    }
    addFacts(file.facts, found.facts);
    this.options.onContent?.(++this.checked);
    const isAgain = found.last?.file === file && found.last.toTileset === toTileset;
    if (isAgain && isFilled(found.box)) return null;
    found.last = { file, toTileset };
    const isMeasured = isFilled(found.box);
    // A content that cannot be measured is assumed to fill its volume.
    at ??= isMeasured ? placeOfBox(found.box, toTileset) : placeOfVolume(volume, toTileset);
    this.include(found.box, { content, filePath }, file, at);
    return null;
  }

  /** Makes the extents larger by a content or an external tileset; null for a place that is included already. */
  private include(
    box: Bounds,
    { content, filePath }: { content: TileContentReference; filePath: string },
    file: TilesetFile,
    at: ContentPlace | null,
  ): void {
    const { reference, toFile } = content;
    if (isFilled(box)) file.box = union(file.box, boxAround(placedCorners(box, toFile)));
    if (at && at.corners.length > 0 && isFilled(boxAround(at.corners)))
      this.extent.add(
        at,
        { file: file.filePath, place: reference.place, content: filePath, isImplicit: content.isImplicit },
        content.volume.kind === 'region',
      );
  }
}

/**
 * The corners of a volume, at the height of its middle where it leans on the earth, or its middle alone where it extends far out of
 * it, because volumes may be larger than necessary.
 */
function placeOfVolume(volume: BoundingVolume, toTileset: Mat4): ContentPlace {
  const corners = volumeCorners(volume, toTileset);
  const middle = vec3Of((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
  const found = !isGeocentric(middle)
    ? corners
    : corners.some((corner) => offEarthReason(corner) !== null)
      ? [middle]
      : standsUpright(volume, toTileset, middle)
        ? corners
        : levelled(corners, middle);
  return { corners: found, sample: found };
}

function standsUpright(volume: BoundingVolume, toTileset: Mat4, middleEcef: Vec3): boolean {
  if (volume.kind !== 'box') return volume.kind === 'region';
  const axes = volume.axes.flatMap((axis) => [...transformDirection(toTileset, axis), 0]);
  return isUpright(toMat4([...axes, 0, 0, 0, 1]), middleEcef);
}

function failTooDeep(tile: TileJson): never {
  return tile.node.fail(`is nested more than ${MAX_TILE_DEPTH} tiles deep.`);
}
