import { FEATURES_LARGEST, MalformedContentError } from '@overlook/shared/tiles3d';
import { NO_FEATURE, type Primitive, type TileContent, type Finish } from '../content.ts';
import type { Attribute } from '../points/scan-values.ts';

/** One content out of several: textures and features keep their order, ids and indices move behind those before them. Throws MalformedContentError. */
export function mergeContents(contents: TileContent[], name: string): TileContent {
  const merged: TileContent = {
    primitives: [],
    textures: [],
    properties: null,
    featureCount: 0,
    copyright: [...new Set(contents.flatMap((content) => content.copyright ?? []))].join('; ') || null,
    warnings: [...new Set(contents.flatMap((content) => content.warnings))],
  };
  const featureTotal = contents.reduce((sum, content) => sum + content.featureCount, 0);
  const hasColumns = contents.some(({ properties }) => properties !== null);
  if (hasColumns && featureTotal > FEATURES_LARGEST)
    throw new MalformedContentError(name, `has ${featureTotal} features, more than ${FEATURES_LARGEST}.`);
  for (const content of contents) {
    const { featureCount, textures } = merged;
    for (const primitive of content.primitives)
      merged.primitives.push(renumber(primitive, featureCount, textures.length));
    for (const [column, values] of Object.entries(content.properties ?? {})) {
      merged.properties ??= {};
      const target = (merged.properties[column] ??= Array.from({ length: featureTotal }, () => null));
      for (let i = 0; i < content.featureCount; i++) target[featureCount + i] = values[i] ?? null;
    }
    for (const texture of content.textures) merged.textures.push(texture);
    merged.featureCount += content.featureCount;
  }
  return merged;
}

function renumber(primitive: Primitive, firstFeature: number, firstTexture: number): Primitive {
  const featureIds = primitive.featureIds && shifted(primitive.featureIds, firstFeature);
  if (primitive.kind === 'points') return { ...primitive, featureIds };
  const { instanceFeatureIds: ids, material } = primitive;
  return {
    ...primitive,
    featureIds,
    instanceFeatureIds: ids && (shiftIds(ids, firstFeature) as Uint32Array),
    material: {
      ...material,
      texture: material.texture === null ? null : material.texture + firstTexture,
      finish: material.finish && { ...material.finish, maps: renumberMaps(material.finish.maps, firstTexture) },
    },
  };
}

const renumberMaps = (maps: Finish['maps'], by: number): Finish['maps'] =>
  Object.fromEntries(
    Object.entries(maps).map(([name, map]) => [name, map && { ...map, texture: map.texture + by }]),
  ) as Finish['maps'];

const shifted = (ids: Attribute, by: number): Attribute => ({ ...ids, value: shiftIds(ids.value, by) });

function shiftIds(ids: Attribute['value'], by: number): Attribute['value'] {
  if (by === 0) return ids;
  const out = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i++) out[i] = ids[i] === NO_FEATURE ? NO_FEATURE : ids[i]! + by;
  return out;
}
