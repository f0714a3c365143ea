/**
 * A tile's content on the GPU. Each primitive has one vertex buffer with all attributes, one index buffer and one vertex array.
 * Picks read positions back from the buffer, so that no copy stays in memory.
 */
import { type Float64Mat4, isMirrored, type Mat4, maximumScale, multiply, toMat4 } from '@overlook/shared/maths';
import { NO_FEATURE, type Primitive, type TileContent } from '../content/content.ts';
import type { Attribute } from '../content/points/scan-values.ts';
import { type GpuFinish, finishVariant, gpuFinish } from './gpu-finish.ts';
import { type GpuTexture, uploadTexture } from './gpu-texture.ts';
import { instanceRows } from './instances.ts';
import type { PointSample } from '../content/points/point-sample.ts';
import type { ScanValues } from '../content/points/scan-values.ts';
import { internedAxes, internedColor } from './interned.ts';
import { Location, Variant } from './tile-shader.ts';

export interface AttributeRange {
  offset: number;
  size: number;
  type: number;
  normalized: boolean;
}

export interface GpuPrimitive {
  variant: number;
  vertexArray: WebGLVertexArrayObject;
  vertexBuffer: WebGLBuffer;
  indexBuffer: WebGLBuffer | null;
  instanceBuffer: WebGLBuffer | null;
  mode: number;
  /** Number of indices, or of vertices if there are no indices. */
  count: number;
  vertexCount: number;
  /** GL type of the indices; 0 if there are none. */
  indexType: number;
  instanceCount: number;
  /** Local frame to site ENU, double precision. */
  matrixEnu: Float64Mat4;
  /** Rotation and scale of `matrixEnu`; equal values share one object. */
  axes: Float64Array;
  texture: GpuTexture | null;
  finish: GpuFinish | null;
  /** Display values (gamma encoded), 0…1; equal values share one object. */
  baseColor: Float32Array;
  blend: boolean;
  alphaCutoff: number;
  culled: boolean;
  /** Its triangles are clockwise in site ENU: an odd number of reflections places them. */
  isMirrored: boolean;
  /** Lines of another primitive follow its faces. */
  isOutlined: boolean;
  positions: AttributeRange;
  /** Normals of a lit mesh in its vertex buffer; null if it has none. */
  normals: AttributeRange | null;
  featureIds: AttributeRange | null;
  /** Ids of the features of its vertices; null if the vertices have no ids. */
  features: ReadonlySet<number> | null;
  instances: Float32Array | null;
  instanceFeatureIds: Uint32Array | null;
  /** Scan values of points and their place in the vertex buffer; null if there are none. */
  scan: (Omit<ScanValues, 'packed'> & { range: AttributeRange }) | null;
  /** A subset of the points; null for surfaces and lines. */
  sample: PointSample | null;
  /** Spacing of points, metres; 0 for surfaces and lines, and if unknown. */
  spacing: number;
}

export interface GpuContent {
  primitives: GpuPrimitive[];
  textures: GpuTexture[];
  bytes: number;
  triangles: number;
  points: number;
  /** Smallest spacing of its point clouds, metres; 0 without point clouds. */
  spacing: number;
  copyright: string | null;
  /** Some primitives are blended. */
  hasBlended: boolean;
  /** Feature ids are unique in the layer; if false, they are unique in this content only. */
  hasLayerIds: boolean;
}

const GL_TYPE = new Map<Function, number>([
  [Int8Array, 0x1400],
  [Uint8Array, 0x1401],
  [Int16Array, 0x1402],
  [Uint16Array, 0x1403],
  [Uint32Array, 0x1405],
  [Float32Array, 0x1406],
]);

/** Uploads a parsed content. The caller releases it with {@link destroyContent}. */
export function uploadContent(gl: WebGL2RenderingContext, content: TileContent, tileMatrixEnu: Mat4): GpuContent {
  const textures = content.textures.map((source) => uploadTexture(gl, source));
  const layerIds = layerIdsOf(content);
  const result: GpuContent = {
    primitives: [],
    textures,
    bytes: textures.reduce((sum, texture) => sum + texture.bytes, 0),
    triangles: 0,
    points: 0,
    spacing: 0,
    copyright: content.copyright,
    hasBlended: false,
    hasLayerIds: layerIds !== null,
  };
  for (const primitive of content.primitives) {
    const gpu = uploadPrimitive(gl, primitive, tileMatrixEnu, textures, layerIds, result);
    result.primitives.push(gpu);
    result.hasBlended ||= gpu.blend;
    if (primitive.kind === 'points') {
      result.points += gpu.count;
      result.spacing = Math.min(result.spacing || Infinity, gpu.spacing);
    } else if (gpu.mode === gl.TRIANGLES) result.triangles += (gpu.count / 3) * Math.max(1, gpu.instanceCount);
  }
  gl.bindVertexArray(null);
  return result;
}

/** Returns the `id` column of a batch or property table: ids that are unique across tiles, as CAD exports write them. */
function layerIdsOf(content: TileContent): Int32Array | null {
  const ids = content.properties?.['id'];
  return ids?.every(Number.isInteger) ? Int32Array.from(ids as number[]) : null;
}

/** Feature ids as integers for shaders and picks: ids of the layer where the content has them. */
function featureIdsOf({ featureIds }: Primitive, layerIds: Int32Array | null): Attribute | null {
  return featureIds && { value: inLayer(featureIds.value, layerIds), size: 1, normalized: false };
}

/** Returns the distinct ids. Equal ids mostly follow each other. */
function differentOf(ids: ArrayLike<number>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let i = 0; i < ids.length; i++) if (ids[i] !== ids[i - 1]) found.add(ids[i]!);
  return found;
}

/**
 * Converts ids of the content to ids of the layer. An id without a table entry becomes {@link NO_FEATURE}: its own value would be
 * the id of another object.
 */
function inLayer(ids: ArrayLike<number>, layerIds: Int32Array | null): Uint32Array {
  const out = new Uint32Array(ids.length);
  for (let i = 0; i < ids.length; i++) out[i] = layerIds ? (layerIds[ids[i]!] ?? NO_FEATURE) : ids[i]!;
  return out;
}

function uploadPrimitive(
  gl: WebGL2RenderingContext,
  primitive: Primitive,
  tileMatrixEnu: Mat4,
  textures: GpuTexture[],
  layerIds: Int32Array | null,
  total: { bytes: number },
): GpuPrimitive {
  const mesh = primitive.kind === 'mesh' ? primitive : null;
  const scan = primitive.kind === 'points' ? primitive.scan : null;
  const texture = mesh?.uvs && mesh.material.texture !== null ? (textures[mesh.material.texture] ?? null) : null;
  const lit = mesh !== null && !mesh.material.unlit && mesh.mode === 4;
  const finish = lit && mesh.material.finish ? gpuFinish(mesh.material.finish, textures) : null;
  const hasMaps = finish !== null && finish.maps.some(Boolean);
  const featureIds = featureIdsOf(primitive, layerIds);
  const attributes: [number, Attribute | null][] = [
    [Location.position, primitive.positions],
    [Location.uv, texture || hasMaps ? mesh!.uvs : null],
    [Location.secondUv, hasMaps ? mesh!.secondUvs : null],
    [Location.color, primitive.colors],
    [Location.normal, lit || !mesh ? primitive.normals : null],
    [Location.featureId, featureIds],
    [Location.scan, scan && { value: scan.packed, size: 1, normalized: false }],
  ];
  const vertexArray = gl.createVertexArray();
  gl.bindVertexArray(vertexArray);
  const { buffer, ranges, bytes } = vertexBuffer(gl, attributes);
  total.bytes += bytes;

  let indexBuffer: WebGLBuffer | null = null;
  let indexType = 0;
  if (mesh?.indices) {
    indexBuffer = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indexBuffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.indices, gl.STATIC_DRAW);
    indexType = mesh.indices instanceof Uint32Array ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
    total.bytes += mesh.indices.byteLength;
  }
  const matrixEnu = multiply(tileMatrixEnu, primitive.matrix);
  const instances = mesh?.instances ? instanceRows(mesh.instances, matrixEnu) : null;
  const instanceFeatureIds = mesh?.instanceFeatureIds ? inLayer(mesh.instanceFeatureIds, layerIds) : null;
  const instanceBuffer = instances ? uploadInstances(gl, instances, instanceFeatureIds) : null;
  total.bytes += (instances?.byteLength ?? 0) + (instanceFeatureIds?.byteLength ?? 0);

  const vertexCount = primitive.positions.value.length / 3;
  const [r, g, b, a] = mesh?.material.baseColor ?? [1, 1, 1, 1];
  return {
    variant: variantOf(primitive, texture !== null, lit, finish),
    vertexArray,
    vertexBuffer: buffer,
    indexBuffer,
    instanceBuffer,
    mode: mesh ? mesh.mode : gl.POINTS,
    count: mesh?.indices ? mesh.indices.length : vertexCount,
    vertexCount,
    indexType,
    instanceCount: instances ? instances.length / 12 : 0,
    matrixEnu,
    axes: internedAxes(matrixEnu),
    texture,
    finish,
    baseColor: internedColor([r ** (1 / 2.2), g ** (1 / 2.2), b ** (1 / 2.2), a]),
    blend: mesh?.material.alphaMode === 'BLEND',
    alphaCutoff: mesh?.material.alphaCutoff ?? 0.5,
    culled: mesh !== null && !mesh.material.doubleSided && mesh.mode === 4,
    isMirrored: isPlacedMirrored(primitive, tileMatrixEnu),
    isOutlined: Boolean(mesh?.isOutlined),
    ...placesOf(ranges, mesh !== null),
    features: featureIds && differentOf(featureIds.value),
    instances,
    instanceFeatureIds,
    scan: scan && scanInBuffer(scan, ranges.get(Location.scan)!),
    sample: primitive.kind === 'points' ? primitive.sample : null,
    spacing: primitive.kind === 'points' ? primitive.spacing * maximumScale(tileMatrixEnu) : 0,
  };
}

/** Where picks find the attributes that they read back. */
const placesOf = (ranges: ReadonlyMap<number, AttributeRange>, isMesh: boolean) => ({
  positions: ranges.get(Location.position)!,
  normals: (isMesh && ranges.get(Location.normal)) || null,
  featureIds: ranges.get(Location.featureId) ?? null,
});

/** Its instances are of one orientation (content/split-mirrored.ts). */
function isPlacedMirrored(primitive: Primitive, tileMatrixEnu: Mat4): boolean {
  const matrix = multiply(tileMatrixEnu, primitive.matrix);
  const instances = primitive.kind === 'mesh' ? primitive.instances : null;
  return isMirrored(instances ? multiply(matrix, toMat4(instances)) : matrix);
}

const scanInBuffer = ({ packed: _uploaded, ...scan }: ScanValues, range: AttributeRange): GpuPrimitive['scan'] => ({
  ...scan,
  range,
});

function variantOf(primitive: Primitive, textured: boolean, lit: boolean, finish: GpuFinish | null): number {
  let variant = 0;
  if (textured) variant |= Variant.Texture;
  if (primitive.colors) {
    variant |= Variant.Colors;
    if (primitive.colorSpace !== 'srgb') variant |= Variant.LinearColors;
  }
  if (primitive.kind === 'points') return variant | Variant.Points | (primitive.normals ? Variant.Normals : 0);
  if (lit) variant |= primitive.normals ? Variant.Normals : Variant.FlatNormals;
  if (finish) variant |= finishVariant(finish);
  if (primitive.instances) variant |= Variant.Instances;
  if (primitive.material.alphaMode === 'MASK') variant |= Variant.Mask;
  return variant;
}

function vertexBuffer(gl: WebGL2RenderingContext, attributes: [number, Attribute | null][]) {
  const ranges = new Map<number, AttributeRange>();
  let bytes = 0;
  for (const [location, attribute] of attributes) {
    if (!attribute) continue;
    const type = GL_TYPE.get(attribute.value.constructor)!;
    ranges.set(location, { offset: bytes, size: attribute.size, type, normalized: attribute.normalized });
    bytes += Math.ceil(attribute.value.byteLength / 4) * 4;
  }
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.STATIC_DRAW);
  for (const [location, attribute] of attributes) {
    const range = ranges.get(location);
    if (!attribute || !range) continue;
    gl.bufferSubData(gl.ARRAY_BUFFER, range.offset, attribute.value);
    gl.enableVertexAttribArray(location);
    if (location === Location.featureId || location === Location.scan) {
      gl.vertexAttribIPointer(location, 1, range.type, 0, range.offset);
      continue;
    }
    gl.vertexAttribPointer(location, range.size, range.type, range.normalized, 0, range.offset);
  }
  return { buffer, ranges, bytes };
}

/** Uploads the matrix rows of all instances, followed by their feature ids. */
function uploadInstances(gl: WebGL2RenderingContext, rows: Float32Array, featureIds: Uint32Array | null): WebGLBuffer {
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, rows.byteLength + (featureIds?.byteLength ?? 0), gl.STATIC_DRAW);
  gl.bufferSubData(gl.ARRAY_BUFFER, 0, rows);
  if (featureIds) {
    gl.bufferSubData(gl.ARRAY_BUFFER, rows.byteLength, featureIds);
    gl.enableVertexAttribArray(Location.featureId);
    gl.vertexAttribIPointer(Location.featureId, 1, gl.UNSIGNED_INT, 0, rows.byteLength);
    gl.vertexAttribDivisor(Location.featureId, 1);
  }
  for (let row = 0; row < 3; row++) {
    const location = Location.instance + row;
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, 4, gl.FLOAT, false, 48, 16 * row);
    gl.vertexAttribDivisor(location, 1);
  }
  return buffer;
}

export function destroyContent(gl: WebGL2RenderingContext, content: GpuContent): void {
  for (const primitive of content.primitives) {
    gl.deleteVertexArray(primitive.vertexArray);
    gl.deleteBuffer(primitive.vertexBuffer);
    gl.deleteBuffer(primitive.indexBuffer);
    gl.deleteBuffer(primitive.instanceBuffer);
  }
  for (const texture of content.textures) gl.deleteTexture(texture.handle);
}
