/** The geometry of a node of I3S 1.6 and older, by the schema of its layer (Esri i3s-spec 1.6, "defaultGeometrySchema"). */
import { type JsonNode, MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { NodeGeometry, SceneLayer } from './scene.ts';
import { plainGeometry, type PlainLayout, widthOf } from './plain-geometry.ts';

/** As a schema of I3S 1.6 names `uvRegion`. */
const REGION = 'region';
/** `path`: without its ending. Throws ContentError for one that is damaged, missing, or stored in another way. */
export async function geometryOfSchema(
  layer: SceneLayer,
  path: string,
  { hasRegions, hasColors, hasColorAlpha }: VertexUse,
  where: string,
): Promise<NodeGeometry> {
  const bytes = await layer.file(`${path}.bin`);
  if (!bytes) throw new MalformedContentError(where, 'It is not there.');
  const layout = layoutOfSchema(layer.json.get('store').get('defaultGeometrySchema'), hasRegions, where);
  const geometry = plainGeometry(bytes, layout, where);
  const colors = hasColors ? geometry.colors : null;
  if (!hasColorAlpha) for (let i = 3; i < (colors?.length ?? 0); i += 4) colors![i] = 255;
  return { ...geometry, colors };
}

/** What the material of a node of I3S 1.6 says of the values of its vertices. */
export interface VertexUse {
  /** Without, they have none, whatever the schema says. */
  readonly hasRegions: boolean;
  /** Without, those of the buffer mean nothing. */
  readonly hasColors: boolean;
  readonly hasColorAlpha: boolean;
}

const UNSIGNED = ['UInt8', 'UInt16', 'UInt32', 'UInt64'];

function layoutOfSchema(schema: JsonNode, hasRegions: boolean, where: string): PlainLayout {
  const topology = schema.optional('topology')?.value ?? 'PerAttributeArray';
  if (topology !== 'PerAttributeArray')
    throw new UnsupportedContentError(where, `Its topology is ${String(topology)}; PerAttributeArray is read.`);
  let [offset, countAt, countBytes] = [0, -1, 0];
  for (const field of schema.get('header').items()) {
    const type = field.get('type').string();
    const width = widthOf(type);
    if (!width) throw new UnsupportedContentError(where, `Its header has a value of type ${type}.`);
    if (field.get('property').value === 'vertexCount' && UNSIGNED.includes(type))
      [countAt, countBytes] = [offset, width];
    offset += width;
  }
  if (countAt < 0) throw new UnsupportedContentError(where, 'Its header has no count of vertices.');
  const attributes = schema.get('vertexAttributes');
  const lists = schema
    .get('ordering')
    .items()
    .map((item) => item.string())
    .filter((name) => hasRegions || name !== REGION)
    .map((name) => {
      const attribute = attributes.get(name);
      return {
        name: name === REGION ? 'uvRegion' : name,
        type: attribute.get('valueType').string(),
        size: attribute.get('valuesPerElement').integer(1),
      };
    });
  return { countAt, countBytes, offset, lists };
}
