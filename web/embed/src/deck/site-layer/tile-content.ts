/**
 * Prepares a tile that loaders.gl has parsed for drawing at its site: placed in the site's ENU frame in doubles, with the colours
 * and feature ids that deck.gl's scenegraph does not read.
 */
import { type EnuFrame, type Mat4, multiply, toMat4 } from '@overlook/shared/maths';

/** The fields of loaders.gl's content (4.5) that this module reads or sets; the type of loaders.gl omits most of them. */
export interface LoadedTile {
  type: string;
  content: LoadedContent | null;
  tileDrawn?: boolean;
}

interface LoadedContent {
  cartesianModelMatrix: Mat4;
  modelMatrix: ArrayLike<number>;
  cartographicOrigin: number[];
  /** Attributes of a point cloud. */
  attributes?: { positions?: PointPositions };
  gltf?: { meshes?: { primitives: LoadedPrimitive[] }[] };
  batchTableJson?: Record<string, unknown>;
}

type PointPositions = Float32Array | Uint16Array | { value: Float32Array | Uint16Array };

interface LoadedPrimitive {
  attributes: Record<string, LoadedAttribute>;
  material?: { pbrMetallicRoughness?: { baseColorFactor?: readonly number[] } };
}

interface LoadedAttribute {
  value: ArrayLike<number> & { readonly BYTES_PER_ELEMENT: number };
  components?: number;
  size?: number;
  normalized?: boolean;
}

export function prepareTile(tile: LoadedTile, frame: EnuFrame): void {
  const { content } = tile;
  if (!content) return;
  const { longitude, latitude, height } = frame.origin;
  content.modelMatrix = Array.from(multiply(frame.enuFromEcef, toMat4(content.cartesianModelMatrix)));
  content.cartographicOrigin = [longitude, latitude, height];
  if (content.attributes?.positions) content.attributes.positions = asFloats(content.attributes.positions);
  const layerIds = layerIdsOf(content.batchTableJson);
  for (const mesh of content.gltf?.meshes ?? []) {
    for (const primitive of mesh.primitives) preparePrimitive(primitive, layerIds);
  }
  // deck.gl 9.4 marks only meshes as drawn: the tiles that a point cloud replaces would be kept forever.
  if (tile.type === 'pointcloud') tile.tileDrawn = true;
}

/** Converts quantised positions to floats for deck.gl's point layer; the model matrix scales them to their box. */
function asFloats(positions: PointPositions): PointPositions {
  const value = ArrayBuffer.isView(positions) ? positions : positions.value;
  return value instanceof Float32Array ? positions : Float32Array.from(value);
}

/** Returns the `id` column: feature ids that are unique across tiles. */
function layerIdsOf(table: Record<string, unknown> | undefined): readonly number[] | null {
  const ids = table?.['id'];
  return Array.isArray(ids) && ids.every(Number.isInteger) ? (ids as number[]) : null;
}

function preparePrimitive(primitive: LoadedPrimitive, layerIds: readonly number[] | null): void {
  const { attributes, material } = primitive;
  const { POSITION, COLOR_0, _BATCHID, _FEATURE_ID_0 } = attributes;
  if (!POSITION || attributes['siteColors']) return;
  const count = POSITION.value.length / 3;
  const factor = material?.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1, 1];
  attributes['siteColors'] = attribute(colorsOf(COLOR_0, factor, count), 4);
  attributes['featureIds'] = attribute(featureIdsOf(_BATCHID ?? _FEATURE_ID_0, layerIds, count), 1);
}

const attribute = (value: Float32Array | Uint8Array, size: number): LoadedAttribute => ({
  value,
  size,
  components: size,
  normalized: value instanceof Uint8Array,
});

/** Colours of glTF are linear, display values are gamma encoded. */
const toDisplay = (linear: number): number => Math.round(255 * Math.min(1, Math.max(0, linear)) ** (1 / 2.2));

/** Returns RGBA display values, four bytes per vertex. */
function colorsOf(colors: LoadedAttribute | undefined, factor: readonly number[], count: number): Uint8Array {
  const out = new Uint8Array(4 * count);
  const size = colors ? colors.value.length / count : 0;
  const bytes = colors?.value.BYTES_PER_ELEMENT ?? 4;
  const most = bytes < 4 ? 2 ** (8 * bytes) - 1 : 1;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 4; k++) {
      const linear = (k < size ? colors!.value[size * i + k]! / most : 1) * factor[k]!;
      out[4 * i + k] = k < 3 ? toDisplay(linear) : Math.round(255 * linear);
    }
  }
  return out;
}

/**
 * Returns the feature ids, −1 for none. An id without a table entry becomes −1: its own value would be the id of another object.
 */
function featureIdsOf(ids: LoadedAttribute | undefined, layerIds: readonly number[] | null, count: number) {
  const out = new Float32Array(count).fill(-1);
  if (ids) for (let i = 0; i < count; i++) out[i] = layerIds ? (layerIds[ids.value[i]!] ?? -1) : ids.value[i]!;
  return out;
}
