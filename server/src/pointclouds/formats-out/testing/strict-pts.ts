/** A reader of PTS files for tests: the number of points, then lines of 4 or 7 numbers, all of one kind, and nothing else. */
import { readFile } from 'node:fs/promises';
import { type ReadFile, type ReadPoint, rule } from './read-points.ts';

const LINE = /^(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?) (-?\d+)(?: (\d+) (\d+) (\d+))?$/;

export async function readStrictPts(path: string): Promise<ReadFile> {
  const lines = (await readFile(path, 'latin1')).split('\n');
  rule(lines.pop() === '', 'the last line ends');
  const head = /^(\d+) *$/.exec(lines.shift() ?? '');
  rule(head !== null && Number(head[1]) === lines.length, 'the number of points');
  const points = lines.map((line): ReadPoint => {
    const match = LINE.exec(line);
    rule(match !== null, `the line “${line}”`);
    const [x, y, z, intensity, ...colors] = match.slice(1).map((text) => (text === undefined ? null : Number(text)));
    rule(intensity! >= -2048 && intensity! <= 2047, 'range of intensity');
    rule(
      colors.every((color) => color === null || (color! >= 0 && color! <= 255)),
      'range of colours',
    );
    const [red, green, blue] = colors as [number | null, number | null, number | null];
    return { x: x!, y: y!, z: z!, intensity: intensity!, red, green, blue };
  });
  rule(new Set(points.map(({ red }) => red === null)).size <= 1, 'all lines have the same fields');
  return { points, wkt: null };
}
