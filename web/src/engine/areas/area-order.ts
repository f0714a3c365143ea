/**
 * In which order the volumes are drawn. They are half transparent, so the far ones come first. Faces that look away are left
 * out, so that a volume tints what is in it and behind it once; from inside a volume its faces are turned about, and an open
 * one has each side twice.
 */
import type { EnuFrame, Vec3 } from '@overlook/shared/maths';
import { isInside } from './pick-area.ts';
import { type PlacedArea, pointInArea } from './placed-areas.ts';

export class AreaOrder {
  /** Far to near; the triangles of all areas, their vertices counted through. */
  indices = new Uint32Array(0);
  private readonly firstVertex: Uint32Array;
  private readonly order: Uint32Array;
  private readonly distances: Float64Array;
  private readonly isInside: Uint8Array;
  private isMade = false;

  constructor(
    private readonly areas: readonly PlacedArea[],
    private readonly frame: EnuFrame,
  ) {
    this.firstVertex = new Uint32Array(areas.length);
    for (let i = 1; i < areas.length; i++)
      this.firstVertex[i] = this.firstVertex[i - 1]! + areas[i - 1]!.positions.length / 3;
    this.order = Uint32Array.from(areas, (_, i) => i);
    this.distances = new Float64Array(areas.length);
    this.isInside = new Uint8Array(areas.length);
    this.indices = new Uint32Array(areas.reduce((sum, placed) => sum + drawnIndices(placed), 0));
  }

  /** For a camera at this place of the site frame, metres. True when `indices` are others than before. */
  seenFrom(eye: Vec3): boolean {
    const { areas, distances, order } = this;
    let hasChanged = !this.isMade;
    areas.forEach((placed, i) => {
      const { middle, radius } = placed;
      const far = Math.hypot(middle[0] - eye[0], middle[1] - eye[1], middle[2] - eye[2]);
      // The near side counts: a small one within a large one is behind it from everywhere outside.
      distances[i] = far - radius;
      const within = far < radius && isInside(placed, pointInArea(placed, this.frame, eye)) ? 1 : 0;
      if (within !== this.isInside[i]) hasChanged = true;
      this.isInside[i] = within;
    });
    for (let i = 1; i < order.length && !hasChanged; i++)
      hasChanged = distances[order[i - 1]!]! < distances[order[i]!]!;
    if (!hasChanged) return false;
    order.sort((a, b) => distances[b]! - distances[a]!);
    this.write();
    return true;
  }

  private write(): void {
    this.isMade = true;
    let at = 0;
    for (const index of this.order) {
      const placed = this.areas[index]!;
      const first = this.firstVertex[index]!;
      const isSeenFromInside = this.isInside[index] === 1;
      if (!placed.area.isCapped || !isSeenFromInside) at = this.append(placed.indices, first, at, false);
      if (!placed.area.isCapped || isSeenFromInside) at = this.append(placed.indices, first, at, true);
    }
  }

  private append(from: Uint32Array, first: number, at: number, isTurned: boolean): number {
    const { indices } = this;
    for (let i = 0; i < from.length; i += 3) {
      indices[at + i] = first + from[i]!;
      indices[at + i + 1] = first + from[i + (isTurned ? 2 : 1)]!;
      indices[at + i + 2] = first + from[i + (isTurned ? 1 : 2)]!;
    }
    return at + from.length;
  }
}

const drawnIndices = ({ area, indices }: PlacedArea): number => indices.length * (area.isCapped ? 1 : 2);
