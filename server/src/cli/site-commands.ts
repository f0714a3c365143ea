import { existsSync } from 'node:fs';
import path from 'node:path';
import { ImportRefusedError } from '../errors/import-refused.ts';
import { sourcesOf } from '../publish/import-request.ts';
import type { ImportRequest, ImportResult } from '../publish/import/import-site.ts';
import { LAYER_NAMES, unreadableSource } from '../storage/layers.ts';
import type { StoredSite } from '../publish/register/stored-sites.ts';
import type { Arguments, OperationCommand } from './command.ts';
import { UsageError } from '../errors/failure.ts';
import { describeImport } from './describe-import.ts';
import { type DetachedImport, importAndFollow } from './follow.ts';
import { widest } from './widest.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

export const siteImport: OperationCommand = {
  words: ['site', 'import'],
  summary: 'publish the layers and photos of a site',
  help: `Usage: overlook site import <slug> [options]

Checks each source to its last tile, copies it and registers it with the site. Nothing is stored when anything is wrong;
photos that cannot be taken are listed, and the others are stored.
It is done by the running server, or here when there is none; an import that a crash interrupts starts again when the server starts.
Ctrl-C cancels it. A site that exists gains the layers; its name, description and position stay unless they are given.

At least one of:
  --textured P       textured mesh
  --shaded P         shaded mesh
  --points P         point cloud: LAS, LAZ, COPC, E57, PTS, PTX or PLY, or a folder of them with all folders in it, which
                     makes one layer; or a tileset
  --cad P            CAD model: IFC (.ifc, .ifczip), glTF (.glb, .gltf), a folder of models, or a folder with a
                     tileset and its object tree, tree.jsonl; may be given several times
  --photos P         a photo, or a folder of photos with all folders in it, perhaps with a table, photos.csv
P of any other layer is a folder with a tileset.json or models.json, a tileset's JSON, a 3D Tiles archive (.3tz), or one tile
(.glb .gltf .b3dm .i3dm .pnts .cmpt). --points and --cad take such an archive too. Photos alone go to a site that exists.

Options:
  --properties P     CSV, JSON or AVEVA attribute text of the objects of --cad, by path, GUID or name;
                     may be given several times
  --name N           name of the site (default: the slug)
  --description D    description
  --at lon,lat,height[,headingDeg]
                     places data that has no position of its own: degrees, metres above the ellipsoid,
                     heading clockwise from north
  --replace-position lets --at move data that has a position
  --ground height    height of the ground of the site, metres above the ellipsoid (default: that of the bulk of the data)
  --captured DATE    when the layers were captured: 2026-03-14, 2026-03 or 2026. They are kept beside captures of other
                     dates (default: the day of the import)
  --draft            shows the layers only to people who manage the site, until one of them publishes them
  --part             --points are a part of the newest capture, scanned anew: the new one has the points of that one where
                     these are not
  --onto DATE        the capture that they are a part of
  --within lon,lat,lon,lat
                     the part that they replace: two corners of a box, or a polygon of more places (default: where
                     they are)
  --replace          lets a layer take the place of its capture of the same date, without --captured of its newest one,
                     and the photos that of all photos
  --photo-table P    CSV with positions and directions of --photos: file, longitude, latitude, altitude, heading, …
  --crs EPSG:n       coordinate system of --points, and of IFC files of --cad in map coordinates, where the files state
                     none, or a wrong one: EPSG:n, EPSG:n+m with that of the heights, or a proj4 string, "+proj=…"
  --altitudes ellipsoidal|orthometric
                     what altitudes are above: in --photos where a file does not say it (default: orthometric, the
                     sea, in photos; ellipsoidal in tables), and in --points and IFC files of --cad (default: as
                     stated, else orthometric)
  --without-pictures leaves out the pictures that E57 files of --points have
  --anywhere         takes photos farther than 5 km from the site
  --detach           print the job's id and leave the work to the server; see overlook job list
  --json             print the result as JSON
  --help             print this text

Examples: overlook site import north-plant --name "North plant" --textured ./tiles --at 138.5,-34.9,30
          overlook site import north-plant --points ./scans --crs EPSG:7854`,
  options: {
    name: text,
    description: text,
    at: text,
    ground: text,
    'replace-position': flag,
    replace: flag,
    captured: text,
    draft: flag,
    part: flag,
    onto: text,
    within: text,
    photos: text,
    'photo-table': text,
    altitudes: text,
    crs: text,
    anywhere: flag,
    'without-pictures': flag,
    detach: flag,
    ...Object.fromEntries(LAYER_NAMES.map((name) => [name, text])),
    cad: texts,
    properties: texts,
  },
  operation: 'site.addImport',
  toInput: importInput,
  perform: (operator, { input, args }, context) =>
    importAndFollow(operator, { input, isDetached: args.options['detach'] === true }, context),
  describe: (result: ImportResult | DetachedImport) => ('job' in result ? result.job.id : describeImport(result)),
};

function importInput({ options, positionals, workingDir }: Arguments): ImportRequest {
  const slug = onlySlug(positionals);
  const given = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  // Paths are made absolute, because the running server has another working directory.
  const resolved = (name: string): string | string[] | undefined => {
    const typed = [options[name] ?? []].flat().map(String);
    if (typed.includes('')) throw new UsageError(`--${name} takes a path.`);
    const all = typed.map((source) => path.resolve(workingDir, source));
    return all.length > 1 ? all : all[0];
  };
  const layers = Object.fromEntries(
    LAYER_NAMES.flatMap((layer) => (options[layer] === undefined ? [] : [[layer, resolved(layer)]])),
  ) as ImportRequest['layers'];
  const photos = photoInput(options, resolved);
  const clouds = cloudInput(options);
  if (Object.keys(layers).length === 0 && !photos.photos)
    throw new UsageError(`Give at least one of ${LAYER_NAMES.map((layer) => `--${layer}`).join(', ')}, --photos.`);
  const properties = resolved('properties');
  if (properties !== undefined && !layers.cad)
    throw new UsageError('--properties needs --cad, whose objects they are of.');
  const [name, description, at] = [given('name'), given('description'), given('at')];
  const place = at === undefined ? {} : { at: parseAt(at) };
  const ground = given('ground') === undefined ? {} : { groundHeight: parseGround(given('ground')!) };
  assertSourcesExist(layers, [...sourcesOf(properties), ...sourcesOf(photos.photos), ...sourcesOf(photos.photoTable)]);
  return {
    slug,
    layers,
    ...photos,
    ...clouds,
    ...(properties === undefined ? {} : { properties }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...place,
    ...ground,
    ...(options['replace-position'] ? { replacePosition: true } : {}),
    ...(options['replace'] ? { replace: true } : {}),
    ...(given('captured') === undefined ? {} : { captured: given('captured')! }),
    ...(options['draft'] ? { draft: true } : {}),
  };
}

/** The options about coordinates of point clouds and CAD models, and about altitudes of photos too. Throws `UsageError`. */
function cloudInput({
  crs,
  altitudes,
  points,
  cad,
  photos,
  'without-pictures': withoutPictures,
  ...others
}: Arguments['options']): Pick<ImportRequest, 'crs' | 'altitudes' | 'withoutPictures' | 'part' | 'onto' | 'within'> {
  if (withoutPictures && points === undefined) throw new UsageError('--without-pictures needs --points.');
  if (crs !== undefined && points === undefined && cad === undefined)
    throw new UsageError('--crs needs --points or --cad.');
  if (altitudes !== undefined && altitudes !== 'ellipsoidal' && altitudes !== 'orthometric')
    throw new UsageError('--altitudes takes ellipsoidal or orthometric.');
  if (altitudes !== undefined && points === undefined && cad === undefined && photos === undefined)
    throw new UsageError('--altitudes needs --photos, --points or --cad.');
  return {
    ...(crs === undefined ? {} : { crs: String(crs) }),
    ...(altitudes === undefined ? {} : { altitudes }),
    ...(withoutPictures ? { withoutPictures: true } : {}),
    ...partInput({ ...others, points }),
  };
}

/** The options about a part of a cloud. Throws `UsageError`. */
function partInput({
  points,
  part,
  onto,
  within,
}: Arguments['options']): Pick<ImportRequest, 'part' | 'onto' | 'within'> {
  if (part && points === undefined) throw new UsageError('--part needs --points.');
  if (!part && (onto !== undefined || within !== undefined)) throw new UsageError('--onto and --within need --part.');
  return {
    ...(part ? { part: true } : {}),
    ...(onto === undefined ? {} : { onto: String(onto) }),
    ...(within === undefined ? {} : { within: parsePlaces(String(within)) }),
  };
}

/** Throws `UsageError`. */
function parsePlaces(within: string): [number, number][] {
  const numbers = within.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (numbers.length < 4 || numbers.length % 2 === 1 || !numbers.every(Number.isFinite))
    throw new UsageError('--within takes longitude,latitude of two corners, or of more places: numbers in degrees.');
  const places = Array.from({ length: numbers.length / 2 }, (_, i): [number, number] => [
    numbers[2 * i]!,
    numbers[2 * i + 1]!,
  ]);
  if (places.some(([longitude, latitude]) => Math.abs(longitude) > 180 || Math.abs(latitude) > 90))
    throw new UsageError('--within takes each longitude first (−180 to 180), then its latitude (−90 to 90).');
  return places;
}

/** The options about photos. Throws `UsageError`. */
function photoInput(
  { anywhere }: Arguments['options'],
  resolved: (name: string) => string | string[] | undefined,
): Pick<ImportRequest, 'photos' | 'photoTable' | 'anywhere'> {
  const [photos, photoTable] = [resolved('photos'), resolved('photo-table')] as (string | undefined)[];
  if (photos === undefined && (photoTable ?? anywhere) !== undefined)
    throw new UsageError('--photo-table and --anywhere need --photos.');
  return {
    ...(photos === undefined ? {} : { photos }),
    ...(photoTable === undefined ? {} : { photoTable }),
    ...(anywhere ? { anywhere: true } : {}),
  };
}

/** A mistyped path is reported here, before anything waits for a server. Throws `ImportRefusedError`. */
function assertSourcesExist(layers: ImportRequest['layers'], others: readonly string[]): void {
  const ofLayers = LAYER_NAMES.flatMap((layer) =>
    // A source that cannot be a layer is reported as such, in any position.
    sourcesOf(layers[layer]).filter((source) => unreadableSource(layer, path.basename(source)) === null),
  );
  for (const source of [...ofLayers, ...others])
    if (!existsSync(source)) throw new ImportRefusedError(source, '', 'does not exist.');
}

function parseGround(text: string): number {
  const height = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(height)) throw new UsageError('--ground takes a height in metres above the ellipsoid.');
  return height;
}

function parseAt(at: string): NonNullable<ImportRequest['at']> {
  const numbers = at.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [longitude, latitude, height, headingDeg] = numbers;
  if (numbers.length < 3 || numbers.length > 4 || !numbers.every(Number.isFinite))
    throw new UsageError('--at takes longitude,latitude,height and perhaps ,heading: numbers in degrees and metres.');
  if (Math.abs(longitude!) > 180 || Math.abs(latitude!) > 90)
    throw new UsageError('--at takes the longitude first (−180 to 180), then the latitude (−90 to 90).');
  const place = { longitude: longitude!, latitude: latitude!, height: height! };
  return headingDeg === undefined ? place : { ...place, headingDeg };
}

/** The single slug of a command. Throws `UsageError`. */
export function onlySlug(positionals: string[]): string {
  if (positionals.length !== 1) throw new UsageError('Give one slug: the name of the site in addresses.');
  const [slug] = positionals as [string];
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 64)
    throw new UsageError(`“${slug}” is no slug: use lower-case letters, digits and single hyphens, at most 64.`);
  return slug;
}

export const siteList: OperationCommand = {
  words: ['site', 'list'],
  summary: 'list the sites, their layers and photos',
  help: `Usage: overlook site list [--json]

Lists the sites: slug, layers, name.`,
  options: {},
  operation: 'site.list',
  toInput: ({ positionals }) => assertNoMoreArguments(positionals),
  describe: ({ sites }: { sites: StoredSite[] }) => {
    if (sites.length === 0) return 'There are no sites.';
    const width = widest(sites.map(({ slug }) => slug));
    return sites
      .map(
        ({ slug, name, layers, photos, isArchived }) =>
          `${slug.padEnd(width)}  ${[...layers.map(({ layer }) => layer), ...(photos > 0 ? ['photos'] : [])].join(' ') || '–'}  ${name}${isArchived ? ' (archived)' : ''}`,
      )
      .join('\n');
  },
};

export const siteDelete: OperationCommand = {
  words: ['site', 'delete'],
  summary: 'delete a site with all its data',
  help: `Usage: overlook site delete <slug> [--yes] [--json]

Deletes the site, its models and files, its photos, places and MOCs. This cannot be undone.
  --yes   do not ask, as is done on a terminal otherwise`,
  options: { yes: flag },
  operation: 'site.delete',
  toInput: ({ positionals }) => ({ slug: onlySlug(positionals) }),
  describe: ({ site }: { site: { slug: string; name: string } }) => `Deleted “${site.name}” (${site.slug}).`,
  confirm: ({ positionals }) => `Delete the site “${onlySlug(positionals)}” with all its data?`,
};

/** No input, and no further arguments. */
export function assertNoMoreArguments(positionals: readonly string[]): Record<string, never> {
  if (positionals.length > 0) throw new UsageError(`“${positionals[0]}” is not expected here.`);
  return {};
}
