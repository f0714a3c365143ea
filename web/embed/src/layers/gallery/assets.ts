/** Assets of a plant from GeoJSON: points with a tag, labels for the main assets, and a table of all assets. */
import { IconLayer, ScatterplotLayer } from '@deck.gl/layers';
import type { Vec3 } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { LayerExport, LayerPlace } from '../layer-definition.ts';
import { type Fields, isFields, listOf, placeEnu, textOf } from './foreign-values.ts';
import { type GalleryOptions, textOption } from './gallery-options.ts';
import { pillPainter } from '../pills/pills.ts';
import { texturePicture } from '@overlook/engine/library-types';

interface Asset {
  readonly tag: string;
  readonly isMain: boolean;
  readonly position: Vec3;
  readonly properties: Fields;
}

const ASSETS_AT_MOST = 20_000;
const ROWS_AT_MOST = 500;
const LABELS_AT_MOST = 500;

const FILES: LayerExport<Asset[]> = {
  geojson: ({ data, frame }) => ({
    type: 'FeatureCollection',
    features: data.map(({ position, properties }) => {
      const { longitude, latitude, height } = frame.llaFromEnu(position);
      const geometry = { type: 'Point', coordinates: [longitude, latitude, height] };
      return { type: 'Feature', geometry, properties };
    }),
  }),
  csv: ({ data }) => {
    const columns = [...new Set(data.flatMap(({ properties }) => Object.keys(properties)))];
    return { columns, rows: data.map(({ properties }) => columns.map((name) => textOf(properties[name]))) };
  },
};

const placesOf = (data: readonly Asset[]) =>
  new ScatterplotLayer<Asset>({
    id: 'places',
    data,
    pickable: true,
    getPosition: ({ position }) => position,
    radiusUnits: 'pixels',
    getRadius: 4,
    getFillColor: [255, 255, 255],
    stroked: true,
    lineWidthUnits: 'pixels',
    getLineWidth: 1.5,
    getLineColor: [13, 17, 21],
    billboard: true,
  });

const labelsOf = (data: readonly Asset[], pictures: ReturnType<ReturnType<typeof pillPainter>>) =>
  new IconLayer<Asset>({
    id: 'labels',
    data,
    pickable: true,
    iconAtlas: texturePicture(pictures.iconAtlas),
    iconMapping: pictures.iconMapping,
    getIcon: ({ tag }) => tag,
    getPosition: ({ position }) => position,
    getSize: ({ tag }) => pictures.heightOf(tag),
    getPixelOffset: [0, -20],
    parameters: { depthCompare: 'always' },
  });

/** `options`: `url` of the GeoJSON, `tag` is the property with the name, `main` is the property that is true for main assets. */
export function assetsLayer(given: GalleryOptions) {
  const [tagName, mainName] = [textOption(given, 'tag', 'tag'), textOption(given, 'main', 'main')];
  const paint = pillPainter();
  const read = (raw: unknown, place: LayerPlace): Asset[] =>
    listOf(raw, 'features', ASSETS_AT_MOST).flatMap((feature) => {
      if (!isFields(feature) || !isFields(feature['geometry'])) return [];
      const { geometry, properties: found } = feature as { geometry: Fields; properties: unknown };
      const position = geometry['type'] === 'Point' ? placeEnu(place, geometry['coordinates']) : null;
      const properties = isFields(found) ? found : {};
      const tag = textOf(properties[tagName]);
      return position && tag ? [{ tag, isMain: properties[mainName] === true, position, properties }] : [];
    });
  return defineLayer<Asset[], unknown>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'tag',
    source: { kind: 'json', url: textOption(given, 'url', 'data/assets.geojson') },
    prepare: read,
    settings: [
      {
        key: 'labels',
        label: 'Labels',
        type: 'choice',
        default: 'main',
        options: [
          { value: 'main', label: 'Main things' },
          { value: 'all', label: 'All' },
          { value: 'none', label: 'None' },
        ],
      },
    ],
    layers: ({ data, settings }) => {
      const named = data.filter(
        ({ isMain }) => settings['labels'] === 'all' || (settings['labels'] === 'main' && isMain),
      );
      const labelled = named.slice(0, LABELS_AT_MOST);
      const pictures = paint(labelled.map(({ tag }) => ({ key: tag, text: tag, isLabel: true })));
      return [placesOf(data), labelsOf(labelled, pictures)];
    },
    summary: ({ data, countInView }) => {
      const seen = countInView(data.map(({ position }) => position));
      return `${data.length} tags${seen === null ? '' : `, ${seen} in view`}`;
    },
    content: ({ data }) => ({
      rows: data.slice(0, ROWS_AT_MOST).map(({ tag, position, properties }) => ({
        id: tag,
        label: tag,
        note: textOf(properties['kind'] ?? properties['name']),
        positionEnu: position,
      })),
      ...(data.length > ROWS_AT_MOST && { note: `The first ${ROWS_AT_MOST} of ${data.length}` }),
    }),
    pick: (object) => {
      const { tag, properties } = object as Asset;
      return { title: tag, rows: Object.entries(properties).map(([name, value]) => [name, textOf(value)]) };
    },
    export: FILES,
  });
}
