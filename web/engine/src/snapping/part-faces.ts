/**
 * The faces of a mesh that meet at one of its corners, found by the bounds of the picks' runs: walks along edges and over smooth
 * surfaces need no index. Places are in the part's own frame, stretched to metres; corners of one place have equal coordinates.
 */
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { metricFrame } from '../picking/metric-frame.ts';
import { RUN } from '../picking/pick-geometry.ts';
import { type EdgeSide, isFeature } from './crease.ts';
import { type MeshPart, featureAt } from './near-triangles.ts';

/** A triangle, and which of its corners is meant. */
export interface Face {
  readonly triangle: number;
  readonly corner: number;
}

export class PartFaces {
  readonly stretch: Vec3;
  private readonly feature: number | null;
  private readonly found = new Map<number, readonly Face[]>();

  /** Of the feature of a vertex. */
  constructor(
    private readonly part: MeshPart,
    vertex: number,
  ) {
    this.stretch = metricFrame(part.matrixEnu).stretch;
    this.feature = featureAt(part, vertex);
  }

  /** Vertex at a corner of a triangle, counted round it. */
  vertexOf({ triangle, corner }: Face, further = 0): number {
    const at = 3 * triangle + ((corner + further) % 3);
    return this.part.geometry.indices ? this.part.geometry.indices[at]! : at;
  }

  pointOf(vertex: number): Vec3 {
    const { positions } = this.part.geometry;
    const { stretch } = this;
    return [
      positions[3 * vertex]! * stretch[0],
      positions[3 * vertex + 1]! * stretch[1],
      positions[3 * vertex + 2]! * stretch[2],
    ];
  }

  /** Unit; null where the mesh has none. */
  normalOf(vertex: number): Vec3 | null {
    const { normals } = this.part.geometry;
    if (!normals) return null;
    const { stretch } = this;
    return normalize([
      normals[3 * vertex]! / stretch[0],
      normals[3 * vertex + 1]! / stretch[1],
      normals[3 * vertex + 2]! / stretch[2],
    ]);
  }

  faceNormal(face: Face): Vec3 {
    const [a, b, c] = [0, 1, 2].map((k) => this.pointOf(this.vertexOf(face, k))) as [Vec3, Vec3, Vec3];
    return normalize(cross(subtract(b, a), subtract(c, a)));
  }

  isSamePlace(one: number, other: number): boolean {
    const { positions } = this.part.geometry;
    return (
      one === other ||
      (positions[3 * one] === positions[3 * other] &&
        positions[3 * one + 1] === positions[3 * other + 1] &&
        positions[3 * one + 2] === positions[3 * other + 2])
    );
  }

  /** All faces of the feature at the place of a vertex, each with its corner there. */
  facesAt(vertex: number): readonly Face[] {
    const known = this.found.get(vertex);
    if (known) return known;
    const { positions, indices, runs } = this.part.geometry;
    const [x, y, z] = [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
    const count = indices ? indices.length : positions.length / 3;
    const faces: Face[] = [];
    for (let run = 0; run < runs.length / 6; run++) {
      const at = 6 * run;
      if (x < runs[at]! || y < runs[at + 1]! || z < runs[at + 2]!) continue;
      if (x > runs[at + 3]! || y > runs[at + 4]! || z > runs[at + 5]!) continue;
      for (let i = 3 * RUN * run; i < Math.min(count, 3 * RUN * (run + 1)); i++) {
        const other = indices ? indices[i]! : i;
        if (positions[3 * other] !== x || positions[3 * other + 1] !== y || positions[3 * other + 2] !== z) continue;
        if (featureAt(this.part, other) === this.feature) faces.push({ triangle: Math.trunc(i / 3), corner: i % 3 });
      }
    }
    this.found.set(vertex, faces);
    return faces;
  }

  /** The other ends of the feature edges at the place of a vertex. */
  featureEnds(vertex: number): number[] {
    const edges: { end: number; sides: EdgeSide[] }[] = [];
    for (const face of this.facesAt(vertex))
      for (const further of [1, 2]) {
        const [here, end] = [this.vertexOf(face), this.vertexOf(face, further)];
        if (this.isSamePlace(here, end)) continue;
        let edge = edges.find((one) => this.isSamePlace(one.end, end));
        if (!edge) edges.push((edge = { end, sides: [] }));
        edge.sides.push({ normals: [this.normalOf(here), this.normalOf(end)], face: this.faceNormal(face) });
      }
    return edges.filter(({ sides }) => isFeature(sides)).map(({ end }) => end);
  }
}
