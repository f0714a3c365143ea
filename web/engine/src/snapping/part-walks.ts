import { type Vec3, transformPoint } from '@overlook/shared/maths';
import { metricFrame } from '../picking/metric-frame.ts';
import type { PickGeometry } from '../picking/pick-geometry.ts';
import { type AxisLine, cylinderAxis } from './cylinder-axis.ts';
import type { MeshPart } from './near-triangles.ts';
import { PartFaces } from './part-faces.ts';
import { type WalkedEdge, walkEdge } from './walk-edge.ts';

/** Of one mesh; with more, all are found again. */
const KEPT_MOST = 256;

/** What walks over meshes have found: it holds for as long as the mesh, in its own frame, so it moves with it. */
export class PartWalks {
  private readonly edges = new WeakMap<PickGeometry, Map<string, WalkedEdge>>();
  private readonly axes = new WeakMap<PickGeometry, Map<string, AxisLine | null>>();

  /** The whole edge between two vertices, and what brings its places to ENU metres. */
  edge(part: MeshPart, a: number, b: number): { walked: WalkedEdge; toEnu: (place: Vec3) => Vec3 } {
    const { stretch, matrixEnu } = metricFrame(part.matrixEnu);
    const walked = keptIn(this.edges, part.geometry, `${a} ${b} ${stretch.join(' ')}`, () =>
      walkEdge(new PartFaces(part, a), a, b),
    );
    return { walked, toEnu: (place) => transformPoint(matrixEnu, place) };
  }

  /** The axis of the cylinder that a triangle, with one of its vertices, belongs to, ENU metres; null for none. */
  axis(part: MeshPart, vertex: number, triangle: number): readonly [Vec3, Vec3] | null {
    const { stretch, matrixEnu } = metricFrame(part.matrixEnu);
    const line = keptIn(this.axes, part.geometry, `${triangle} ${stretch.join(' ')}`, () =>
      cylinderAxis(new PartFaces(part, vertex), triangle),
    );
    return line && [transformPoint(matrixEnu, line[0]), transformPoint(matrixEnu, line[1])];
  }
}

function keptIn<T>(kept: WeakMap<PickGeometry, Map<string, T>>, geometry: PickGeometry, key: string, find: () => T): T {
  let known = kept.get(geometry);
  if (!known || known.size >= KEPT_MOST) kept.set(geometry, (known = new Map<string, T>()));
  if (known.has(key)) return known.get(key)!;
  const found = find();
  known.set(key, found);
  return found;
}
