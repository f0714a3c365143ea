/** Colours and widths of KML as properties of simplestyle-spec 1.1, which the drawing reads for GeoJSON too. */
import type { XmlElement } from '@overlook/shared/xml';

type StyleProperties = Readonly<Record<string, string | number>>;

/** Returns the style of a placemark: its own, or the shared one that it names (the normal one of a StyleMap). */
export function kmlStyles(root: XmlElement): (placemark: XmlElement) => StyleProperties {
  const styles = new Map<string, XmlElement>();
  const maps = new Map<string, string>();
  const collect = (element: XmlElement): void => {
    for (const child of element.children) {
      const id = child.attributes['id'];
      if (child.name === 'Style' && id !== undefined) styles.set(id, child);
      else if (child.name === 'StyleMap' && id !== undefined) maps.set(id, normalOf(child));
      else if (child.name === 'Document' || child.name === 'Folder') collect(child);
    }
  };
  collect(root);
  const shared = (url: string): XmlElement | undefined => {
    const id = url.slice(url.indexOf('#') + 1);
    return styles.get(id) ?? styles.get(maps.get(id) ?? '');
  };
  return (placemark) => {
    const inline = placemark.first('Style') ?? placemark.first('StyleMap', 'Pair', 'Style');
    const named = shared(placemark.textOf('styleUrl'));
    return { ...(named && propertiesOf(named)), ...(inline && propertiesOf(inline)) };
  };
}

function normalOf(map: XmlElement): string {
  const pairs = map.all('Pair');
  const normal = pairs.find((pair) => pair.textOf('key') === 'normal') ?? pairs[0];
  const url = normal?.textOf('styleUrl') ?? '';
  return url.slice(url.indexOf('#') + 1);
}

function propertiesOf(style: XmlElement): StyleProperties {
  const found: Record<string, string | number> = {};
  const add = (element: string, color: string, opacity: string | null) => {
    const read = colorOf(style.textOf(element, 'color'));
    if (!read) return;
    found[color] = read.color;
    if (opacity !== null) found[opacity] = read.opacity;
  };
  add('IconStyle', 'marker-color', null);
  add('LineStyle', 'stroke', 'stroke-opacity');
  add('PolyStyle', 'fill', 'fill-opacity');
  const width = Number(style.textOf('LineStyle', 'width') || Number.NaN);
  if (width >= 0) found['stroke-width'] = width;
  if (style.textOf('PolyStyle', 'fill') === '0') found['fill-opacity'] = 0;
  if (style.textOf('PolyStyle', 'outline') === '0') found['stroke-opacity'] = 0;
  return found;
}

/** `aabbggrr` in hexadecimal. */
function colorOf(text: string): { color: string; opacity: number } | null {
  const match = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (!match) return null;
  // The pattern has these four groups.
  const [, alpha, blue, green, red] = match as unknown as [string, string, string, string, string];
  return {
    color: `#${red}${green}${blue}`.toLowerCase(),
    opacity: Math.round((Number.parseInt(alpha, 16) / 255) * 100) / 100,
  };
}
