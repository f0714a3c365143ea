/**
 * Styles of the features of a layer: original, coloured, ghost or hidden. The table is built once for each set of rules. Shaders
 * and picks read it by feature id, so that a new style for a hundred thousand features changes no geometry.
 */
import { FEATURES_LARGEST } from '@overlook/shared/tiles3d';
import { FeaturePages, type PagedTexels, STYLES_PER_ROW, texelAt } from './feature-pages.ts';

/** Texture unit of the table. */
export const FEATURE_UNIT = 1;

/** Picks ignore features below this opacity: a user who hides pipes wants to measure the objects behind them. */
const PICKABLE_FROM_OPACITY = 0.1;

/** Opacity has seven bits. The lowest bit is set if the colour replaces that of the feature. */
const OPAQUE = 127;

/** Each channel is 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export interface FeatureStyle {
  /** 0 (not drawn) to 1. */
  readonly opacity: number;
  /** Replaces the colour of the feature; null keeps it. */
  readonly color: Rgb | null;
}

/** Runs of feature ids as a flat list: first and last id of each run. */
export type FeatureRuns = ArrayLike<number>;

export interface FeatureRules {
  /** Style of the features that no rule names, and of geometry without an id. */
  readonly rest: FeatureStyle;
  /** Later rules win, field by field. A rule sets only the fields that it changes. */
  readonly rules: readonly ({ readonly features: FeatureRuns } & Partial<FeatureStyle>)[];
  /** Date of the capture whose features these are; absent for those of any. */
  readonly takenOn?: string;
  /** Features with an outline, which is also visible behind other objects; absent for none. */
  readonly outlined?: FeatureRuns;
}

export interface FeatureStyleTable extends PagedTexels {
  /** Ids from here on have the rest style. */
  readonly count: number;
  readonly rest: Uint8Array;
  /** Some features have an opacity between 0 and 1. */
  readonly hasGhosts: boolean;
  readonly outlined: FeatureRuns | null;
}

const PLAIN: FeatureStyle = { opacity: 1, color: null };

const tables = new WeakMap<FeatureRules, FeatureStyleTable | null>();

/**
 * Returns the style table of the rules, cached by object identity; null if all features keep their own colours. Throws RangeError
 * for an invalid run of ids.
 */
export function featureStyleTable(rules: FeatureRules): FeatureStyleTable | null {
  const known = tables.get(rules);
  if (known !== undefined) return known;
  const table = makeTable(rules);
  tables.set(rules, table);
  return table;
}

function makeTable({ rest, rules, outlined }: FeatureRules): FeatureStyleTable | null {
  if (isPlain(rest) && rules.length === 0 && !outlined) return null;
  const count = 1 + rules.reduce((most, { features }) => Math.max(most, lastOf(features)), lastOf(outlined ?? []));
  const restTexel = texelOf(rest);
  const pages = new FeaturePages(count, wordOf(restTexel));
  for (const { features, opacity, color } of rules) {
    const [colorBits, opacityBits] = masksOf(color, opacity);
    pages.write(features, ~(colorBits.mask | opacityBits.mask), colorBits.value | opacityBits.value);
  }
  const table = pages.finish();
  const isAnyGhost = isGhost(restTexel[3]!) || hasGhosts(table, count);
  return { ...table, count, rest: restTexel, hasGhosts: isAnyGhost, outlined: outlined ?? null };
}

/** Returns the opacity of a feature, 0 to 127. `null`: geometry without an id. */
function opacityBits({ texels, count, rest }: FeatureStyleTable, featureId: number | null): number {
  return (featureId !== null && featureId < count ? texels[texelAt(texels, featureId) + 3]! : rest[3]!) >> 1;
}

/** Whether a pick may hit a feature. `null`: geometry without an id. */
export const isPickable = (table: FeatureStyleTable, featureId: number | null): boolean =>
  opacityBits(table, featureId) >= PICKABLE_FROM_OPACITY * OPAQUE;

/** Returns a table that draws only the outlined features, opaque. Hidden features have no outline. */
export function outlineTable(table: FeatureStyleTable): FeatureStyleTable {
  const pages = new FeaturePages(table.count, 0);
  const opaque = wordOf(Uint8Array.of(0, 0, 0, opacityByte(1)));
  const runs = table.outlined ?? [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let id = runs[i]!; id <= runs[i + 1]!; id++) if (opacityBits(table, id) > 0) pages.write([id, id], 0, opaque);
  }
  const { texels, rows } = pages.finish();
  return { texels, rows, count: table.count, rest: new Uint8Array(4), hasGhosts: false, outlined: null };
}

const isPlain = ({ opacity, color }: FeatureStyle): boolean => opacity === PLAIN.opacity && color === PLAIN.color;

const opacityByte = (opacity: number): number => Math.round(Math.min(1, Math.max(0, opacity)) * OPAQUE) << 1;

const texelOf = ({ opacity, color }: FeatureStyle): Uint8Array =>
  Uint8Array.of(...(color ?? [0, 0, 0]), opacityByte(opacity) | (color ? 1 : 0));

/** The bytes of a texel as a number in the byte order of the platform. */
const wordOf = (texel: Uint8Array): number => new Uint32Array(texel.buffer)[0]!;

interface Bits {
  readonly mask: number;
  readonly value: number;
}

const NOTHING: Bits = { mask: 0, value: 0 };

function masksOf(color: Rgb | null | undefined, opacity: number | undefined): [Bits, Bits] {
  return [
    color === undefined
      ? NOTHING
      : {
          mask: wordOf(Uint8Array.of(255, 255, 255, 1)),
          value: wordOf(Uint8Array.of(...(color ?? [0, 0, 0]), color ? 1 : 0)),
        },
    opacity === undefined
      ? NOTHING
      : { mask: wordOf(Uint8Array.of(0, 0, 0, 254)), value: wordOf(Uint8Array.of(0, 0, 0, opacityByte(opacity))) },
  ];
}

/** No layer has a feature with a larger id: readers of tiles refuse it. */
const isFeatureId = (id: number): boolean => Number.isInteger(id) && id >= 0 && id < FEATURES_LARGEST;

function lastOf(features: FeatureRuns): number {
  let most = -1;
  for (let i = 1; i < features.length; i += 2) {
    const [first, last] = [features[i - 1]!, features[i]!];
    if (!isFeatureId(first) || !isFeatureId(last) || last < first) {
      throw new RangeError(`Feature ids ${first} to ${last} are no run of ids from 0 to ${FEATURES_LARGEST - 1}.`);
    }
    most = Math.max(most, last);
  }
  return most;
}

const isGhost = (alpha: number): boolean => alpha >> 1 > 0 && alpha >> 1 < OPAQUE;

function hasGhosts({ texels }: PagedTexels, count: number): boolean {
  const rows = new Set<number>();
  for (let id = 0; id < count; id += STYLES_PER_ROW) rows.add(texelAt(texels, id));
  for (const row of rows) {
    for (let at = row + 3; at < row + 4 * STYLES_PER_ROW; at += 4) if (isGhost(texels[at]!)) return true;
  }
  return false;
}
