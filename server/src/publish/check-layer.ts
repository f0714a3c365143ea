import { type Lla, type Mat4, ecefToLla, multiply, placementMatrix } from '@overlook/shared/maths';
import path from 'node:path';
import { parseJson } from './formats/json-node.ts';
import { ImportRefused, inFile } from './import-refused.ts';
import { type LayerName, unreadableSource } from './layers.ts';
import { type ModelListEntry, readModelList, writeModelList } from './model-list.ts';
import {
  type ModelPose,
  type PlaceAt,
  type RootPlacement,
  poseAt,
  rootPlacement,
  transformAtGround,
} from './placement.ts';
import { SourceFolder, encodePath, isFolder } from './source-folder.ts';
import { type TilesetFacts, addFacts, emptyFacts } from './tileset-facts.ts';
import { type WalkOptions, type WalkedTileset, walkTileset } from './tileset-walk.ts';
import { CONTENT_FILE, wrapContent } from './wrapped-content.ts';

/** A layer that may be published: every file was checked, and it has a place on the earth. */
export interface CheckedLayer {
  layer: LayerName;
  folder: SourceFolder;
  /** Files made here, by path; they stand in place of source files of the same path. */
  generated: Map<string, Uint8Array>;
  /** Path of the `tileset.json` or `models.json` that the viewer opens. */
  entry: string;
  facts: TilesetFacts;
  /** Root of the first tileset, before any placing. */
  root: RootPlacement;
  /** Ground below the data. */
  ground: Lla;
  /** From the frame that the root tile's transform is of to ECEF; null where there are several tilesets. */
  toEcef: Mat4 | null;
}

export interface CheckOptions extends WalkOptions {
  at?: PlaceAt | undefined;
  replacePosition?: boolean | undefined;
}

/** Checks one layer's source (a file or folder). Throws `ImportRefused` with file, place and reason. */
export async function checkLayer(layer: LayerName, source: string, options: CheckOptions): Promise<CheckedLayer> {
  const { folder, entry } = await openSource(layer, source);
  const generated = new Map<string, Uint8Array>();
  if (entry.endsWith('models.json')) return checkModelList(layer, folder, entry, options);
  const tileset = CONTENT_FILE.test(entry) ? unusedName('tileset.json', [entry]) : entry;
  if (tileset !== entry) {
    const json = await wrapContent(folder, entry);
    generated.set(tileset, json);
    folder.provide(tileset, json);
  }
  const walked = await walkTileset(folder, tileset, options);
  const root = rootPlacement(walked.root);
  const checked = { layer, folder, generated, facts: walked.facts, root };
  const { transform } = walked.root;
  if (root.isGeoreferenced && !options.at)
    return { ...checked, entry: tileset, ground: root.ground!, toEcef: transform };
  const at = options.at ?? refuseUnplaced(tileset);
  if (root.isGeoreferenced) {
    if (!options.replacePosition) refusePlaced(tileset);
    generated.set(tileset, await movedTileset(folder, tileset, walked, root.ground!));
  }
  const list = unusedName('models.json', folder.files.keys());
  generated.set(list, writeModelList([{ url: encodePath(tileset), ...poseAt(at) }]));
  const ground = { longitude: at.longitude, latitude: at.latitude, height: at.height };
  const moved = root.isGeoreferenced ? transformAtGround(transform, root.ground!) : transform;
  return { ...checked, entry: list, ground, toEcef: multiply(placedBy(poseAt(at)), moved) };
}

async function openSource(layer: LayerName, source: string): Promise<{ folder: SourceFolder; entry: string }> {
  const absolute = path.resolve(source);
  const name = path.basename(absolute);
  const unreadable = unreadableSource(layer, name);
  if (unreadable) throw new ImportRefused(name, '', unreadable);
  const isDirectory = await isFolder(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(
      source,
      '',
      error.code === 'ENOENT' ? 'does not exist.' : `cannot be read (${error.code}).`,
    );
  });
  if (!isDirectory) {
    if (!/\.json$/i.test(name) && !CONTENT_FILE.test(name))
      throw new ImportRefused(
        name,
        '',
        'is neither a tileset’s JSON nor a tile (.b3dm, .i3dm, .pnts, .cmpt, .glb, .gltf).',
      );
    return { folder: new SourceFolder(path.dirname(absolute)), entry: name };
  }
  const folder = new SourceFolder(absolute);
  for (const entry of ['models.json', 'tileset.json']) if (await folder.has(entry)) return { folder, entry };
  throw new ImportRefused(source, '', 'has neither a tileset.json nor a models.json.');
}

async function checkModelList(
  layer: LayerName,
  folder: SourceFolder,
  listPath: string,
  options: CheckOptions,
): Promise<CheckedLayer> {
  const entries = await readModelList(folder, listPath);
  const facts = emptyFacts();
  const roots: { entry: ModelListEntry; root: RootPlacement; transform: Mat4 }[] = [];
  for (const entry of entries) {
    await inFile(listPath, () => folder.look(entry.filePath, entry.place));
    const walked = await walkTileset(folder, entry.filePath, options);
    addFacts(facts, walked.facts);
    roots.push({ entry, root: rootPlacement(walked.root), transform: walked.root.transform });
  }
  const placed = roots.map(({ entry, root }) => place(entry, root, listPath, options));
  if (options.at && placed.length > 1)
    throw new ImportRefused(
      listPath,
      '',
      'lists several models; write their positions into it instead of giving one place for all.',
    );
  const generated = new Map([[listPath, writeModelList(placed)]]);
  const [{ root, transform }, first] = [roots[0]!, placed[0]!];
  const inPlace = first.position ? multiply(placedBy(first), transform) : transform;
  const toEcef = placed.length === 1 ? inPlace : null;
  return { layer, folder, generated, entry: listPath, facts, root, ground: first.ground, toEcef };
}

/** From a model's own frame to ECEF. */
function placedBy({ position, orientation }: Pick<ModelListEntry, 'position' | 'orientation'> | ModelPose): Mat4 {
  const { x, y, z } = position!;
  const { heading, pitch, roll } = orientation ?? { heading: 0, pitch: 0, roll: 0 };
  return placementMatrix([x, y, z], [heading, pitch, roll]);
}

function place(entry: ModelListEntry, root: RootPlacement, listPath: string, { at, replacePosition }: CheckOptions) {
  if (root.isGeoreferenced) {
    if (entry.position)
      throw new ImportRefused(
        listPath,
        entry.place,
        'is given a position, but its tileset has one of its own already.',
      );
    if (at) refusePlaced(listPath, entry.place);
    return { ...entry, ground: root.ground! };
  }
  if (!entry.position && !at) refuseUnplaced(listPath, entry.place);
  if (entry.position && at && !replacePosition) refusePlaced(listPath, entry.place);
  const pose = at ? poseAt(at) : { position: entry.position, orientation: entry.orientation };
  const { x, y, z } = pose.position!;
  return { ...entry, ...pose, ground: at ?? ecefToLla([x, y, z]) };
}

function refuseUnplaced(file: string, at = 'root'): never {
  throw new ImportRefused(
    file,
    at,
    'has no position on the earth. Say where it stands with --at longitude,latitude,height[,heading].',
  );
}

function refusePlaced(file: string, at = 'root'): never {
  throw new ImportRefused(
    file,
    at,
    'has a position of its own. Leave --at away, or add --replace-position to move it.',
  );
}

/** The tileset's JSON with its root in a local frame, so that a `models.json` can place it anew. */
async function movedTileset(
  folder: SourceFolder,
  tileset: string,
  walked: WalkedTileset,
  ground: Lla,
): Promise<Uint8Array> {
  if (walked.hasRegions)
    throw new ImportRefused(
      tileset,
      'root',
      'has regions of the globe as volumes, which cannot be moved to another place.',
    );
  const json = await inFile(tileset, async () => parseJson(await folder.read(tileset, '')).value as { root: object });
  const root = { ...json.root, transform: transformAtGround(walked.root.transform, ground) };
  return Buffer.from(`${JSON.stringify({ ...json, root })}\n`);
}

/** `name`, or with a number before it where the source uses that name itself. */
function unusedName(name: string, used: Iterable<string>): string {
  const taken = new Set(used);
  for (let i = 0; ; i++) {
    const candidate = i === 0 ? name : `${i}-${name}`;
    if (!taken.has(candidate)) return candidate;
  }
}
