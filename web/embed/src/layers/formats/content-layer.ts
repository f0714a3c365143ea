/** The content of a file as a layer: points, lines and areas, or a mesh or point cloud. */
import type { Layer } from '@deck.gl/core';
import { PathLayer, PointCloudLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import { SimpleMeshLayer } from '@deck.gl/mesh-layers';
import { type Vec3, vec3Of } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { AnyLayer, ContentRow, LayerContent, LayerContext, LayerFacts, LayerSource } from '../layer-definition.ts';
import { fillColor, lineColor, lineWidth, pointColor } from './feature-style.ts';
import { givenName } from './given-name.ts';
import type { FeatureContent, FileContent, FileFeature, MeshContent } from './file-content.ts';
import { readOnlyArray } from '@overlook/engine/library-types';

const ROWS_AT_MOST = 200;
const FACTS_AT_MOST = 100;
/** Metres around a feature that are seen with it. */
const SURROUNDINGS_M = 20;
/** Of points and meshes without colours. */
const INK: [number, number, number] = [196, 181, 253];

interface ContentNames {
  /** Id in the list of layers. */
  readonly id: string;
  readonly fileName: string;
  readonly formatTitle: string;
}

/** Returns a layer for the content of `source`. */
export function contentLayer({ id, fileName, formatTitle }: ContentNames, source: LayerSource<FileContent>): AnyLayer {
  return defineLayer<FileContent>({
    id,
    title: fileName.slice(0, 80),
    icon: 'shapes',
    // The file exists only on this machine, so that links cannot contain the layer.
    sync: 'private',
    source,
    layers: ({ data }) => (data.kind === 'features' ? featureLayers(data) : [spaceLayer(data)]),
    summary: ({ data }) => contentSummary(formatTitle, data),
    content: ({ data }) => ({
      rows: data.kind === 'features' ? rowsOf(data) : [],
      note: [data.crsName, ...data.notes].join(' · '),
      ...extentOf(data),
    }),
    pick: (object) => factsOf(object, fileName),
    export: { geojson: geojsonOf },
  });
}

const extents = new WeakMap<FileContent, Pick<LayerContent, 'extent'>>();

/** Computed once: a report of the layer is made each time the camera stops. */
function extentOf(data: FileContent): Pick<LayerContent, 'extent'> {
  const known = extents.get(data) ?? measuredExtent(data);
  extents.set(data, known);
  return known;
}

function measuredExtent(data: FileContent): Pick<LayerContent, 'extent'> {
  const parts = data.kind === 'features' ? data.features.map(({ positionsEnu }) => positionsEnu) : [data.positionsEnu];
  const [min, max] = [Infinity, -Infinity].map((end) => [end, end, end]) as [number[], number[]];
  for (const positions of parts)
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      if (positions[i]! < min[axis]!) min[axis] = positions[i]!;
      if (positions[i]! > max[axis]!) max[axis] = positions[i]!;
    }
  if (!min.every(Number.isFinite)) return {};
  const centerEnu = vec3Of((axis) => (min[axis]! + max[axis]!) / 2);
  const radiusM = Math.hypot(...vec3Of((axis) => (max[axis]! - min[axis]!) / 2));
  return { extent: { centerEnu, radiusM: data.kind === 'features' ? Math.max(SURROUNDINGS_M, radiusM) : radiusM } };
}

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** For example "GPX, 1 line, 2 points, 1 left out". */
export const contentSummary = (formatTitle: string, data: FileContent): string =>
  `${formatTitle}, ${countText(data)}${data.leftOutCount > 0 ? `, ${data.leftOutCount.toLocaleString('en')} left out` : ''}`;

function countText(data: FileContent): string {
  if (data.kind === 'features') return featureCounts(data);
  if (data.kind === 'points') return counted(data.positionsEnu.length / 3, 'point');
  const { indices, positionsEnu } = data;
  return counted(indices ? indices.length / 3 : positionsEnu.length / 9, 'triangle');
}

function featureCounts(data: FeatureContent): string {
  const kinds = (['point', 'line', 'area'] as const).map((kind) => {
    const count = data.features.filter((feature) => feature.kind === kind).length;
    return count === 0 ? '' : counted(count, kind);
  });
  return kinds.filter(Boolean).join(', ');
}

function featureLayers({ features, areaTriangles }: FeatureContent): Layer[] {
  const of = (kind: FileFeature['kind']) => features.filter((feature) => feature.kind === kind);
  const [areas, lines, points] = [of('area'), of('line'), of('point')];
  const edges = areas.flatMap((area) => ringsOf(area).map((positionsEnu) => ({ ...area, positionsEnu })));
  const fill = new SolidPolygonLayer<FileFeature>({
    id: 'areas',
    // The triangles come with the file: deck.gl would make them here, where they would hold the page.
    data: Object.assign(areas, { attributes: { indices: { value: areaTriangles, size: 1 } } }),
    _normalize: false,
    pickable: true,
    positionFormat: 'XYZ',
    getPolygon: ({ positionsEnu, holes }) => readOnlyArray({ positions: positionsEnu, holeIndices: [...holes] }),
    getFillColor: ({ properties }) => fillColor(properties),
  });
  return [
    // An empty buffer cannot be drawn.
    ...(areaTriangles.length > 0 ? [fill] : []),
    new PathLayer<FileFeature>({
      id: 'lines',
      data: [...edges, ...lines],
      pickable: true,
      positionFormat: 'XYZ',
      getPath: ({ positionsEnu }) => readOnlyArray(positionsEnu),
      getColor: ({ properties }) => lineColor(properties),
      widthUnits: 'pixels',
      getWidth: ({ properties }) => lineWidth(properties),
      // A flat ribbon would vanish where the eye is level with it.
      billboard: true,
      capRounded: true,
      jointRounded: true,
    }),
    new ScatterplotLayer<FileFeature>({
      id: 'points',
      data: points,
      pickable: true,
      getPosition: ({ positionsEnu }) => firstOf(positionsEnu),
      radiusUnits: 'pixels',
      getRadius: 5,
      getFillColor: ({ properties }) => pointColor(properties),
      stroked: true,
      lineWidthUnits: 'pixels',
      getLineWidth: 1.5,
      getLineColor: [13, 17, 21],
      billboard: true,
    }),
  ];
}

function spaceLayer(data: MeshContent): Layer {
  const { kind, positionsEnu, normals, colors, indices } = data;
  if (kind === 'points') {
    return new PointCloudLayer({
      id: 'points',
      data: {
        length: positionsEnu.length / 3,
        attributes: {
          getPosition: { value: positionsEnu, size: 3 },
          ...(colors && { getColor: { value: colors, size: 3 } }),
          ...(normals && { getNormal: { value: normals, size: 3 } }),
        },
      },
      pointSize: 3,
      getColor: INK,
      material: false,
    });
  }
  // deck.gl adds missing attributes.
  const mesh = {
    attributes: {
      positions: { value: positionsEnu, size: 3 },
      ...(normals && { normals: { value: normals, size: 3 } }),
      ...(colors && { colors: { value: Float32Array.from(colors, (channel) => channel / 255), size: 3 } }),
    },
    ...(indices && { indices: { value: indices, size: 1 } }),
  };
  return new SimpleMeshLayer({
    id: 'mesh',
    data: [0],
    mesh,
    getPosition: [0, 0, 0],
    getColor: colors ? [255, 255, 255] : INK,
    parameters: { cullMode: 'none' },
  });
}

const firstOf = ([x = 0, y = 0, z = 0]: Float64Array): Vec3 => [x, y, z];

function ringsOf({ positionsEnu, holes }: FileFeature): Float64Array[] {
  const starts = [0, ...holes];
  return starts.map((start, i) => positionsEnu.slice(start, starts[i + 1]));
}

const nameOf = ({ properties, kind }: FileFeature, index: number): string =>
  givenName(properties) ?? `${kind} ${index + 1}`;

const rowsOf = ({ features }: FeatureContent): ContentRow[] =>
  features.slice(0, ROWS_AT_MOST).map((feature, i) => ({
    id: String(i),
    label: nameOf(feature, i),
    positionEnu: firstOf(feature.positionsEnu),
  }));

function factsOf(object: unknown, fileName: string): LayerFacts | null {
  if (typeof object !== 'object' || object === null || !('properties' in object)) return null;
  const feature = object as FileFeature;
  const rows = Object.entries(feature.properties).slice(0, FACTS_AT_MOST);
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return {
    title: nameOf(feature, 0),
    rows: [['File', fileName], ...rows.map(([name, value]) => [name, textOf(value)] as const)],
  };
}

function geojsonOf({ data, frame }: LayerContext<FileContent>): object {
  const features = data.kind === 'features' ? data.features : [];
  const ringAt = (positions: Float64Array) =>
    Array.from({ length: positions.length / 3 }, (_, i) => {
      const { longitude, latitude, height } = frame.llaFromEnu(firstOf(positions.subarray(3 * i)));
      return [longitude, latitude, height];
    });
  const geometryOf = (feature: FileFeature) => {
    const rings = ringsOf(feature).map(ringAt);
    if (feature.kind === 'area') return { type: 'Polygon', coordinates: rings };
    if (feature.kind === 'line') return { type: 'LineString', coordinates: rings[0] };
    return { type: 'Point', coordinates: rings[0]![0] };
  };
  return {
    type: 'FeatureCollection',
    features: features.map((feature) => ({
      type: 'Feature',
      geometry: geometryOf(feature),
      properties: feature.properties,
    })),
  };
}
