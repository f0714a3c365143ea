/** Reads the placemarks of a KML document (OGC 12-007r2) as GeoJSON features with altitude modes and styles. */
import { XmlElement } from '@overlook/shared/xml';
import type { AltitudeMode } from './file-places.ts';
import type { LeftOutPart } from './left-out.ts';
import { kmlStyles } from './kml-styles.ts';

export interface KmlFeatures {
  readonly collection: { readonly type: 'FeatureCollection'; readonly features: readonly object[] };
  readonly leftOut: readonly LeftOutPart[];
}

interface Geometry {
  readonly type: string;
  readonly altitudeMode?: AltitudeMode;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

/** Overlays, models and links are no features. */
const NOT_DRAWN = new Set(['GroundOverlay', 'ScreenOverlay', 'PhotoOverlay', 'NetworkLink']);

export function kmlFeatures(root: XmlElement): KmlFeatures {
  const features: object[] = [];
  const leftOut: LeftOutPart[] = [];
  const styleOf = kmlStyles(root);
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (NOT_DRAWN.has(child.name)) {
        const name = child.textOf('name');
        leftOut.push({ where: name === '' ? child.name : `${child.name} (${name})`, reason: 'It is not supported.' });
      } else if (child.name === 'Placemark') {
        const geometry = geometryOf(child);
        features.push({ type: 'Feature', geometry, properties: { ...propertiesOf(child), ...styleOf(child) } });
      } else if (child.name === 'Document' || child.name === 'Folder') visit(child);
    }
  };
  visit(root.name === 'kml' ? root : new XmlElementOf(root));
  return { collection: { type: 'FeatureCollection', features }, leftOut };
}

/** A document whose root is a Document, Folder or Placemark. */
class XmlElementOf extends XmlElement {
  constructor(child: XmlElement) {
    super('kml', {});
    this.append(child);
  }
}

function propertiesOf(placemark: XmlElement): Record<string, unknown> {
  const named = ['name', 'description', 'address', 'phoneNumber'].flatMap((key) => {
    const text = placemark.textOf(key);
    return text === '' ? [] : [[key, text] as const];
  });
  const data = placemark.all('ExtendedData', 'Data').map((one) => [one.attributes['name'] ?? '', one.textOf('value')]);
  const simple = placemark
    .all('ExtendedData', 'SchemaData', 'SimpleData')
    .map((one) => [one.attributes['name'] ?? '', one.text]);
  const times = ['TimeStamp', 'TimeSpan'].flatMap((key) =>
    (placemark.first(key)?.children ?? []).map((one) => [one.name, one.text]),
  );
  return Object.fromEntries([...data, ...simple, ...times, ...named]);
}

/** The geometry of a placemark or MultiGeometry; null without one. */
function geometryOf(parent: XmlElement): Geometry | null {
  const found = parent.children.flatMap((child) => one(child));
  return found.length > 1 ? { type: 'GeometryCollection', geometries: found } : (found[0] ?? null);
}

function one(element: XmlElement): Geometry[] {
  const altitudeMode = modeOf(element);
  switch (element.name) {
    case 'Point':
      return [{ type: 'Point', altitudeMode, coordinates: positionsOf(element)[0] ?? [] }];
    case 'LineString':
    case 'LinearRing':
      return [{ type: 'LineString', altitudeMode, coordinates: positionsOf(element) }];
    case 'Polygon': {
      const rings = [
        ...element.all('outerBoundaryIs', 'LinearRing').slice(0, 1),
        ...element.all('innerBoundaryIs', 'LinearRing'),
      ];
      return [{ type: 'Polygon', altitudeMode, coordinates: rings.map(positionsOf) }];
    }
    case 'Track':
      return [
        { type: 'LineString', altitudeMode, coordinates: element.all('coord').map((at) => position(at.text, /\s+/)) },
      ];
    case 'MultiGeometry':
    case 'MultiTrack':
      return element.children.flatMap(one);
    case 'Model': {
      const location = element.first('Location');
      const numbers = ['longitude', 'latitude', 'altitude'].map((axis) => Number(location?.textOf(axis) || Number.NaN));
      return [{ type: 'Point', altitudeMode, coordinates: location ? numbers : [] }];
    }
    default:
      return [];
  }
}

/** The modes of the sea floor are those of the ground. */
function modeOf(element: XmlElement): AltitudeMode {
  const text = element.textOf('altitudeMode');
  if (text === 'absolute') return 'absolute';
  return text.startsWith('relativeTo') ? 'relativeToGround' : 'clampToGround';
}

/** Tuples are separated by blanks; some programs write blanks after the commas too. */
const positionsOf = (element: XmlElement): number[][] =>
  element
    .textOf('coordinates')
    .replaceAll(/\s*,\s*/g, ',')
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple) => position(tuple, ','));

const position = (text: string, separator: string | RegExp): number[] =>
  text
    .split(separator)
    .slice(0, 3)
    .map((number) => (number === '' ? Number.NaN : Number(number)));
