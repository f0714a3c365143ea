import type { DrawnObject, TitleBlock } from './drawing.ts';
import { PENS } from './pens.ts';
import type { DrawnLine } from './stitch-lines.ts';

interface DxfInput {
  readonly objects: readonly DrawnObject[];
  readonly title: TitleBlock;
  /** Coordinates of the drawing → those of the file, metres. */
  readonly toFile: (x: number, y: number) => readonly [number, number];
  /** The units and the system in words, for a comment. */
  readonly frame: string;
}

/** R12 allows these in names of layers, and so many. */
const LAYER_LONGEST = 31;
const layerName = ({ name, pen }: DrawnObject): string => {
  const suffix = PENS[pen].dxfSuffix;
  return `${plainName(name).slice(0, LAYER_LONGEST - suffix.length)}${suffix}`;
};
const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9$_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '') || 'OBJECT';
const ascii = (text: string): string => text.normalize('NFD').replaceAll(/[^\x20-\x7E]/g, '');

type Pair = readonly [code: number, value: string | number];
const coordinates = ([x, y]: readonly [number, number]): Pair[] => [
  [10, x.toFixed(4)],
  [20, y.toFixed(4)],
  [30, '0.0'],
];
const section = (name: string, content: readonly Pair[]): Pair[] => [
  [0, 'SECTION'],
  [2, name],
  ...content,
  [0, 'ENDSEC'],
];
const table = (name: string, count: number, content: readonly Pair[]): Pair[] => [
  [0, 'TABLE'],
  [2, name],
  [70, count],
  ...content,
  [0, 'ENDTAB'],
];
const LINE_TYPE: readonly Pair[] = [
  [0, 'LTYPE'],
  [2, 'CONTINUOUS'],
  [70, 64],
  [3, 'Solid line'],
  [72, 65],
  [73, 0],
  [40, '0.0'],
];

/**
 * Lines as DXF R12 (AC1009), which all programs read: a polyline each, on a layer with the name of its object. It states no units, so comments do:
 * metres.
 */
export function writeDxf({ objects, title, toFile, frame }: DxfInput): string {
  const layers = new Map(objects.map((object) => [layerName(object), PENS[object.pen].dxfColor]));
  const [low, high] = extents(objects, toFile);
  const texts = [`${title.title}. Units: metres. ${frame}`, ...title.facts];
  const out: string[] = [];
  const put = (pairs: readonly Pair[]): void => {
    for (const [code, value] of pairs) out.push(String(code).padStart(3), String(value));
  };
  put(texts.map((text): Pair => [999, ascii(text)]));
  put(
    section('HEADER', [
      [9, '$ACADVER'],
      [1, 'AC1009'],
      [9, '$EXTMIN'],
      ...coordinates(low),
      [9, '$EXTMAX'],
      ...coordinates(high),
    ]),
  );
  put(
    section('TABLES', [
      ...table('LTYPE', 1, LINE_TYPE),
      ...table('LAYER', layers.size, [...layers].flatMap(layerPairs)),
    ]),
  );
  put([
    [0, 'SECTION'],
    [2, 'ENTITIES'],
  ]);
  // One line after another: together they may be long.
  for (const object of objects) for (const line of object.lines) put(polyline(layerName(object), line, toFile));
  put([
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ]);
  return `${out.join('\r\n')}\r\n`;
}

const layerPairs = ([name, color]: readonly [string, number]): Pair[] => [
  [0, 'LAYER'],
  [2, name],
  [70, 0],
  [62, color],
  [6, 'CONTINUOUS'],
];

function polyline(layer: string, { points, isClosed }: DrawnLine, toFile: DxfInput['toFile']): Pair[] {
  const pairs: Pair[] = [[0, 'POLYLINE'], [8, layer], [66, 1], ...coordinates([0, 0]), [70, isClosed ? 1 : 0]];
  for (let at = 0; at < points.length; at += 2)
    pairs.push([0, 'VERTEX'], [8, layer], ...coordinates(toFile(points[at]!, points[at + 1]!)));
  pairs.push([0, 'SEQEND'], [8, layer]);
  return pairs;
}

function extents(
  objects: readonly DrawnObject[],
  toFile: DxfInput['toFile'],
): readonly [readonly [number, number], readonly [number, number]] {
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lines } of objects)
    for (const { points } of lines)
      for (let at = 0; at < points.length; at += 2) {
        const [x, y] = toFile(points[at]!, points[at + 1]!);
        [lowX, lowY, highX, highY] = [Math.min(lowX, x), Math.min(lowY, y), Math.max(highX, x), Math.max(highY, y)];
      }
  return Number.isFinite(lowX)
    ? [
        [lowX, lowY],
        [highX, highY],
      ]
    : [
        [0, 0],
        [0, 0],
      ];
}
