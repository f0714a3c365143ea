/**
 * A list of marks brought into the frame of a site, once per list: flat arrays that a frame walks without making objects.
 * Every mark has vertices, and parts that are shown, clipped and tested for occlusion one by one: a point or a label is
 * one part, a line has one for each segment.
 */
import type { EnuFrame, Vec3 } from '@overlook/shared/maths';
import type { Mark } from './mark.ts';

export interface PlacedMarks {
  readonly marks: readonly Mark[];
  /** Flat xyz, length 3n, ENU metres. A label with a line has three: its point and the two ends. */
  readonly verticesEnu: Float64Array;
  /** Mark i has the vertices from firstVertex[i] up to firstVertex[i + 1]; length marks + 1. */
  readonly firstVertex: Uint32Array;
  /** Mark i has the parts from firstPart[i] up to firstPart[i + 1]; length marks + 1. */
  readonly firstPart: Uint32Array;
  /** Part k runs from vertex partEnds[2k] to partEnds[2k + 1]; both are the same for a point or label. */
  readonly partEnds: Uint32Array;
  readonly indexOfId: ReadonlyMap<string, number>;
}

export function placeMarks(marks: readonly Mark[], frame: EnuFrame): PlacedMarks {
  const firstVertex = new Uint32Array(marks.length + 1);
  const firstPart = new Uint32Array(marks.length + 1);
  const indexOfId = new Map<string, number>();
  marks.forEach((mark, i) => {
    firstVertex[i + 1] = firstVertex[i]! + verticesOf(mark).length;
    firstPart[i + 1] = firstPart[i]! + partCountOf(mark);
    indexOfId.set(mark.id, i);
  });
  const verticesEnu = new Float64Array(3 * firstVertex[marks.length]!);
  const partEnds = new Uint32Array(2 * firstPart[marks.length]!);
  marks.forEach((mark, i) => {
    const points = verticesOf(mark);
    const first = firstVertex[i]!;
    points.forEach((pointEcef, k) => toEnu(frame, pointEcef, verticesEnu, 3 * (first + k)));
    const isLine = mark.kind === 'line';
    for (let part = firstPart[i]!, k = 0; part < firstPart[i + 1]!; part++, k++) {
      partEnds[2 * part] = first + k;
      partEnds[2 * part + 1] = isLine ? first + ((k + 1) % points.length) : first + k;
    }
  });
  return { marks, verticesEnu, firstVertex, firstPart, partEnds, indexOfId };
}

/** True when both vertices, of the same list or of two, are the very same place. */
export function isSameVertex(a: PlacedMarks, vertexA: number, b: PlacedMarks, vertexB: number): boolean {
  for (let k = 0; k < 3; k++) if (a.verticesEnu[3 * vertexA + k] !== b.verticesEnu[3 * vertexB + k]) return false;
  return true;
}

function verticesOf(mark: Mark): readonly Vec3[] {
  if (mark.kind === 'line') return mark.pointsEcef;
  if (mark.kind === 'label' && mark.alongEcef) return [mark.pointEcef, ...mark.alongEcef];
  return [mark.pointEcef];
}

function partCountOf(mark: Mark): number {
  if (mark.kind !== 'line') return 1;
  const { length } = mark.pointsEcef;
  if (length < 2) return 0;
  // Two points closed would be the same segment twice.
  return mark.isClosed && length > 2 ? length : length - 1;
}

/** Written out, so that ten thousand points make no arrays. */
function toEnu({ enuFromEcef: m }: EnuFrame, [x, y, z]: Vec3, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) out[at + k] = m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!;
}
