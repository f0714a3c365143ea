/** Drawing Exchange Format of release 12 (Autodesk, "DXF Reference", AC1009), which every CAD program reads. */
import type { Xy } from './sheet-items.ts';
import type { StitchedLine } from './stitch-lines.ts';

/** The lines of an object. */
export interface DrawnObject {
  readonly name: string;
  readonly lines: readonly StitchedLine[];
}

export interface DxfDrawing {
  readonly objects: readonly DrawnObject[];
  /** From a place in the drawing to the file's coordinates, metres. */
  readonly place: (point: Xy) => Xy;
  /** Height of all corners, metres; 0 for a vertical section. */
  readonly elevationM: number;
  /** Title and facts, written below the drawing. */
  readonly notes: readonly string[];
  /** Of the notes, metres. */
  readonly textHeightM: number;
}

const NAME_LONGEST = 31;
const NOTES_LAYER = 'OVERLOOK_NOTES';

/** Basic Latin without line breaks; an accent is dropped, any other sign becomes "?". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[–—]/g, '-')
    .replace(/[^ -~]/gu, '?');

/** A layer for each name, in R12's letters: at most 31 of A–Z, 0–9, $, - and _. Names that become equal are numbered. */
export function dxfLayerNames(names: readonly string[]): Map<string, string> {
  const layers = new Map<string, string>();
  const taken = new Set([NOTES_LAYER, '0']);
  const numbers = new Map<string, number>();
  for (const name of names) {
    if (layers.has(name)) continue;
    const wanted =
      plain(name)
        .toUpperCase()
        .replace(/[^A-Z0-9$_-]/g, '_')
        .slice(0, NAME_LONGEST) || '_';
    let layer = wanted;
    for (let number = numbers.get(wanted) ?? 2; taken.has(layer); number++) {
      const ending = `_${number}`;
      layer = wanted.slice(0, NAME_LONGEST - ending.length) + ending;
      numbers.set(wanted, number + 1);
    }
    taken.add(layer);
    layers.set(name, layer);
  }
  return layers;
}

/** The text of the file, of basic Latin only. R12 cannot state its unit: it is metres, as a comment and the notes say. */
export function writeDxf({ objects, place, elevationM, notes, textHeightM }: DxfDrawing): string {
  const layers = dxfLayerNames(objects.map(({ name }) => name));
  const out: string[] = [];
  const pair = (code: number, value: string | number) => out.push(String(code), String(value));
  const placed = objects.map(({ name, lines }) => ({
    layer: layers.get(name)!,
    lines: lines.map((line) => ({ ...line, points: line.points.map(place) })),
  }));
  const extent = extentOf(placed.flatMap(({ lines }) => lines));
  pair(999, 'Units: metres');
  for (const note of notes) pair(999, plain(note));
  writeHead(pair, extent, elevationM);
  writeTables(pair, [NOTES_LAYER, ...layers.values()]);
  pair(0, 'SECTION');
  pair(2, 'ENTITIES');
  for (const { layer, lines } of placed) for (const line of lines) writePolyline(pair, layer, line, elevationM);
  for (const [i, note] of notes.entries()) {
    pair(0, 'TEXT');
    pair(8, NOTES_LAYER);
    writePoint(pair, 10, [extent.low[0], extent.low[1] - 2 * (i + 1) * textHeightM], elevationM);
    pair(40, textHeightM);
    pair(1, plain(note));
  }
  pair(0, 'ENDSEC');
  pair(0, 'EOF');
  return `${out.join('\r\n')}\r\n`;
}

type Pair = (code: number, value: string | number) => void;

/** Coordinates to a tenth of a millimetre. */
const metres = (value: number): string => value.toFixed(4);

function writePoint(pair: Pair, code: number, [x, y]: Xy, z: number): void {
  pair(code, metres(x));
  pair(code + 10, metres(y));
  pair(code + 20, metres(z));
}

function extentOf(lines: readonly StitchedLine[]): { low: Xy; high: Xy } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of lines)
    for (const [x, y] of points) {
      [west, south] = [Math.min(west, x), Math.min(south, y)];
      [east, north] = [Math.max(east, x), Math.max(north, y)];
    }
  return west <= east ? { low: [west, south], high: [east, north] } : { low: [0, 0], high: [0, 0] };
}

function writeHead(pair: Pair, { low, high }: { low: Xy; high: Xy }, elevationM: number): void {
  pair(0, 'SECTION');
  pair(2, 'HEADER');
  pair(9, '$ACADVER');
  pair(1, 'AC1009');
  pair(9, '$EXTMIN');
  writePoint(pair, 10, low, elevationM);
  pair(9, '$EXTMAX');
  writePoint(pair, 10, high, elevationM);
  pair(0, 'ENDSEC');
}

function writeTables(pair: Pair, layers: readonly string[]): void {
  pair(0, 'SECTION');
  pair(2, 'TABLES');
  pair(0, 'TABLE');
  pair(2, 'LTYPE');
  pair(70, 1);
  pair(0, 'LTYPE');
  pair(2, 'CONTINUOUS');
  pair(70, 0);
  pair(3, 'Solid line');
  pair(72, 65);
  pair(73, 0);
  pair(40, '0.0');
  pair(0, 'ENDTAB');
  pair(0, 'TABLE');
  pair(2, 'LAYER');
  pair(70, layers.length);
  for (const layer of layers) {
    pair(0, 'LAYER');
    pair(2, layer);
    pair(70, 0);
    pair(62, 7);
    pair(6, 'CONTINUOUS');
  }
  pair(0, 'ENDTAB');
  pair(0, 'ENDSEC');
}

function writePolyline(pair: Pair, layer: string, { points, isClosed }: StitchedLine, elevationM: number): void {
  pair(0, 'POLYLINE');
  pair(8, layer);
  pair(66, 1);
  writePoint(pair, 10, [0, 0], elevationM);
  pair(70, isClosed ? 1 : 0);
  for (const point of points) {
    pair(0, 'VERTEX');
    pair(8, layer);
    writePoint(pair, 10, point, elevationM);
  }
  pair(0, 'SEQEND');
  pair(8, layer);
}
