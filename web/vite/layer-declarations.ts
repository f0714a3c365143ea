import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
// Not by the name of the package, which Node would load without a build.
import { LAYER_ICONS } from '../../shared/src/config/layers.ts';
import { PERMISSION_TOKENS } from '../../shared/src/permissions/tokens.ts';

const LAYERS = new URL('../embed/src/layers/', import.meta.url);

const unionOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

const HEAD = `/**
 * Declarations of \`/layers/v1/overlook-layers.js\`: the contract between the viewer and authors of added layers
 * (docs/layers/README.md). Positions are metres east, north and up of the site's origin, unless a name says otherwise.
 */
import type { Layer, LayersList } from '@deck.gl/core';
import type { GeographicPoint } from './viewer-api.ts';

type Vec3 = [x: number, y: number, z: number];

/** Converts between geographic or ECEF positions and the metres of the layers. */
export interface SiteFrame {
  enuFromLla(longitude: number, latitude: number, height: number): Vec3;
  enuFromEcef(pointEcef: Vec3): Vec3;
  ecefFromEnu(pointEnu: Vec3): Vec3;
  llaFromEnu(pointEnu: Vec3): GeographicPoint;
}

export type LayerIcon = ${unionOf(LAYER_ICONS)};

/** The permissions of the product. */
export type PermissionToken =
  | ${PERMISSION_TOKENS.map(({ token }) => `'${token}'`).join('\n  | ')};

/** An invalid layer definition. The message names the layer and the field. */
export declare class LayerDefinitionError extends TypeError {
  override readonly name: 'LayerDefinitionError';
}

/** Checks the definition of a layer and returns it frozen. Throws a {@link LayerDefinitionError} that names the invalid field. */
export declare function defineLayer<Data, Raw = Data>(
  definition: LayerDefinition<Data, Raw>,
): Readonly<LayerDefinition<Data, Raw>>;
`;

const sourceOf = (file: string): Promise<string> => readFile(fileURLToPath(new URL(file, LAYERS)), 'utf8');

/** The interfaces of a source, with their comments. Throws Error where one is missing. */
function interfacesOf(source: string, names: readonly string[]): string[] {
  return names.map((name) => {
    const found = new RegExp(`(?:/\\*\\*[^/]*\\*/\\n)?(?:export )?interface ${name}\\b[^]*?\\n\\}`).exec(source);
    if (!found) throw new Error(`There is no interface ${name}.`);
    return found[0];
  });
}

/** The contract of layers, with its imports written out. */
export async function layerContract(): Promise<string> {
  const source = await sourceOf('layer-definition.ts');
  const body = source.slice(source.indexOf('/** Values of a layer'), source.indexOf('/** A definition with unknown'));
  return `${HEAD}\n${body.trimEnd()}\n`;
}

/** The contract, and what the module serves besides: the classes of the viewer's deck.gl, and the pills of its gallery. */
export async function layerDeclarations(): Promise<string> {
  const names = ['overlook-layers.ts', 'pills/paint-pill.ts', 'pills/pills.ts', 'pills/share-room.ts'] as const;
  const [module, pill, pills, room] = (await Promise.all(names.map(sourceOf))) as [string, string, string, string];
  const classes = [...module.matchAll(/^export \{[^}]*\} from '@deck\.gl\/\w+';$/gm)].map(([text]) => text);
  return [
    await layerContract(),
    ...interfacesOf(pill, ['Pill']),
    ...interfacesOf(pills, ['IconPlace', 'PillPictures']),
    ...interfacesOf(room, ['Room', 'Placed', 'SharedRoom']),
    PILLS,
    ...classes,
  ].join('\n');
}

const PILLS = `/** Returns a function that caches the images while the pills do not change. */
export declare function pillPainter(): (pills: readonly Pill[]) => PillPictures;
/** Returns the width of a pill with its outline, CSS pixels. */
export declare function pillWidth(pill: Pill): number;
/** Height of the body of a pill above its stem, with its outline, CSS pixels. */
export declare const PILL_HEIGHT: number;
/** Places the items in the order of their priority. An item without a rectangle (null) is placed unchanged. */
export declare function shareRoom<Item>(
  items: readonly Item[],
  roomOf: (item: Item) => Room | null,
): SharedRoom<Item>;
`;
