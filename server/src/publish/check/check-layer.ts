import {
  IDENTITY,
  type Lla,
  type Mat4,
  type Vec3,
  multiply,
  placementMatrix,
  transformPoint,
} from '@overlook/shared/maths';
import path from 'node:path';
import { parseJson } from '@overlook/shared/tiles3d';
import { offEarthReason } from './earth.ts';
import { ImportRefusedError, inFile } from '../../errors/import-refused.ts';
import { type LayerName, unreadableSource } from '../../storage/layers.ts';
import { type ModelListEntry, readModelList, writeModelList } from './model-list.ts';
import { type ModelPose, type PlaceAt, poseAt, transformAtGround } from './placement.ts';
import { SourceFolder, encodePath, isFolder } from '../../storage/source-folder.ts';
import { type Georeference, placedOnEarth } from './tileset-extent.ts';
import { type TilesetFacts, addFacts, emptyFacts } from './tileset-facts.ts';
import { type WalkOptions, type WalkedTileset, walkTileset } from './tileset-walk.ts';
import { CONTENT_FILE, wrapContent } from './wrapped-content.ts';

/** A layer that may be published: every file was checked, and it has a place on the earth. */
export interface CheckedLayer {
  layer: LayerName;
  folder: SourceFolder;
  /** Files made here, by path; they replace source files of the same path. */
  generated: Map<string, Uint8Array>;
  /** Path of the `tileset.json` or `models.json` that the viewer opens. */
  entry: string;
  facts: TilesetFacts;
  /** Ground below the data. */
  ground: Lla;
  /** Corners of boxes around the drawn geometry. */
  cornersEcef: Vec3[];
  /** Faults that do not prevent drawing, with one sentence for each. */
  warnings: string[];
  /** From the frame that the root tile's transform is of to ECEF; null where there are several tilesets. */
  toEcef: Mat4 | null;
}

export interface CheckOptions extends WalkOptions {
  at?: PlaceAt | undefined;
  replacePosition?: boolean | undefined;
}

/** Checks one layer's source (a file or folder). Throws `ImportRefusedError` with file, place and reason. */
export async function checkLayer(layer: LayerName, source: string, options: CheckOptions): Promise<CheckedLayer> {
  const { folder, entry } = await openSource(layer, source);
  const warnings: string[] = [];
  const walk = { ...options, onWarning: (warning: string) => void addWarning(warnings, warning) };
  const checked = entry.endsWith('models.json')
    ? await checkModelList(folder, entry, walk)
    : await checkTileset(folder, entry, walk);
  return { layer, folder, warnings, ...checked };
}

/** Further warnings would add no information. */
const WARNINGS_LARGEST = 20;

function addWarning(warnings: string[], warning: string): void {
  if (warnings.length < WARNINGS_LARGEST) warnings.push(warning);
  else if (warnings.length === WARNINGS_LARGEST) warnings.push('There are further incomplete parts.');
}

type CheckedSource = Omit<CheckedLayer, 'layer' | 'folder' | 'warnings'>;

async function checkTileset(folder: SourceFolder, entry: string, options: CheckOptions): Promise<CheckedSource> {
  const generated = new Map<string, Uint8Array>();
  const tileset = CONTENT_FILE.test(entry) ? unusedName('tileset.json', [entry]) : entry;
  if (tileset !== entry) {
    const json = await wrapContent(folder, entry);
    generated.set(tileset, json);
    folder.provide(tileset, json);
  }
  const walked = await walkTileset(folder, tileset, options);
  const own = walked.extent.georeference();
  for (const [file, json] of walked.edited) generated.set(file, json);
  for (const note of walked.extent.notes()) options.onWarning?.(note);
  const { facts, transform } = walked;
  if (own && !options.at) return { generated, facts, entry: tileset, ...own, toEcef: transform };
  // A tileset that was made for a content is unknown to its owner.
  const place = tileset === entry ? 'root' : '';
  const at = options.at ?? failUnplaced(entry, place);
  if (own) {
    if (!options.replacePosition) failPlaced(entry, place);
    generated.set(tileset, await movedTileset(folder, tileset, walked, own));
  }
  const list = unusedName('models.json', folder.files.keys());
  generated.set(list, writeModelList([{ url: encodePath(tileset), ...poseAt(at) }]));
  const placed = placedBy(poseAt(at));
  // Moves the layer: first to its own ground, then to the given place.
  const toPlace = own ? multiply(placed, transformAtGround(IDENTITY, own.ground)) : placed;
  const corners = own
    ? own.cornersEcef.map((corner) => transformPoint(toPlace, corner))
    : walked.extent.cornersUnder(placed);
  const { cornersEcef } = placedOnEarth(corners, tileset, 'root');
  const ground = { longitude: at.longitude, latitude: at.latitude, height: at.height };
  return { generated, facts, entry: list, ground, cornersEcef, toEcef: multiply(toPlace, transform) };
}

async function openSource(layer: LayerName, source: string): Promise<{ folder: SourceFolder; entry: string }> {
  const absolute = path.resolve(source);
  const name = path.basename(absolute);
  const unreadable = unreadableSource(layer, name);
  if (unreadable) throw new ImportRefusedError(name, '', unreadable);
  const isDirectory = await isFolder(absolute).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefusedError(
      source,
      '',
      error.code === 'ENOENT' ? 'does not exist.' : `cannot be read (${error.code}).`,
    );
  });
  if (!isDirectory) {
    if (!/\.json$/i.test(name) && !CONTENT_FILE.test(name))
      throw new ImportRefusedError(
        name,
        '',
        'is neither a tileset’s JSON, a 3D Tiles archive (.3tz), nor a tile (.b3dm, .i3dm, .pnts, .cmpt, .glb, .gltf).',
      );
    return { folder: new SourceFolder(path.dirname(absolute)), entry: name };
  }
  const folder = new SourceFolder(absolute);
  for (const entry of ['models.json', 'tileset.json']) if (await folder.has(entry)) return { folder, entry };
  throw new ImportRefusedError(source, '', 'has neither a tileset.json nor a models.json.');
}

async function checkModelList(folder: SourceFolder, listPath: string, options: CheckOptions): Promise<CheckedSource> {
  const entries = await readModelList(folder, listPath);
  if (options.at && entries.length > 1)
    throw new ImportRefusedError(
      listPath,
      '',
      'lists several models; write their positions into it instead of giving one place for all.',
    );
  const facts = emptyFacts();
  const placed: ModelListEntry[] = [];
  const cornersEcef: Vec3[] = [];
  let toEcef: Mat4 | null = null;
  const generated = new Map<string, Uint8Array>();
  for (const entry of entries) {
    await inFile(listPath, () => folder.look(entry.filePath, entry.place));
    const walked = await walkTileset(folder, entry.filePath, options);
    addFacts(facts, walked.facts);
    const one = place(entry, walked, listPath, options);
    for (const [file, json] of walked.edited) generated.set(file, json);
    for (const note of walked.extent.notes()) options.onWarning?.(note);
    placed.push(one);
    for (const corner of one.cornersEcef) cornersEcef.push(corner);
    if (entries.length === 1) toEcef = one.position ? multiply(placedBy(one), walked.transform) : walked.transform;
  }
  generated.set(listPath, writeModelList(placed));
  const ground = options.at ?? placedOnEarth(cornersEcef, listPath, '').ground;
  return { generated, facts, entry: listPath, ground, cornersEcef, toEcef };
}

/** From a model's own frame to ECEF. */
function placedBy({ position, orientation }: Pick<ModelListEntry, 'position' | 'orientation'> | ModelPose): Mat4 {
  const { x, y, z } = position!;
  const { heading, pitch, roll } = orientation ?? { heading: 0, pitch: 0, roll: 0 };
  return placementMatrix([x, y, z], [heading, pitch, roll]);
}

function place(
  entry: ModelListEntry,
  { extent }: WalkedTileset,
  listPath: string,
  { at, replacePosition }: CheckOptions,
): ModelListEntry & Georeference {
  const own = extent.georeference();
  if (own) {
    if (entry.position)
      throw new ImportRefusedError(
        listPath,
        entry.place,
        'is given a position, but its tileset has one of its own already.',
      );
    if (at) failPlaced(listPath, entry.place);
    return { ...entry, ...own };
  }
  if (!entry.position && !at) failUnplaced(listPath, entry.place);
  if (entry.position && at && !replacePosition) failPlaced(listPath, entry.place);
  const pose = at ? poseAt(at) : { position: entry.position, orientation: entry.orientation };
  const where = at ? entry.place : entry.positionPlace;
  const { x, y, z } = pose.position!;
  const reason = offEarthReason([x, y, z]);
  if (reason) throw new ImportRefusedError(listPath, where, `is nowhere on the Earth: ${reason}.`);
  return { ...entry, ...pose, ...placedOnEarth(extent.cornersUnder(placedBy(pose)), listPath, where) };
}

function failUnplaced(file: string, at = 'root'): never {
  throw new ImportRefusedError(
    file,
    at,
    'has no position on the earth. Give its position with --at longitude,latitude,height[,heading].',
  );
}

function failPlaced(file: string, at = 'root'): never {
  throw new ImportRefusedError(file, at, 'has a position of its own. Omit --at, or add --replace-position to move it.');
}

/** The tileset's JSON with its root in a local frame, so that a `models.json` can place it. */
async function movedTileset(
  folder: SourceFolder,
  tileset: string,
  walked: WalkedTileset,
  { ground }: Georeference,
): Promise<Uint8Array> {
  if (walked.hasRegions)
    throw new ImportRefusedError(
      tileset,
      'root',
      'has regions of the globe as volumes, which cannot be moved to another place.',
    );
  const json = await inFile(tileset, async () => parseJson(await folder.read(tileset, '')).value as { root: object });
  const root = { ...json.root, transform: Array.from(transformAtGround(walked.transform, ground)) };
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
