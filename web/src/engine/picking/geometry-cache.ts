/**
 * Geometry of drawn primitives for picking, read back from their GPU buffers when a ray first meets them and kept as
 * long as picks use them. Tiles have no second copy in memory.
 *
 * A click waits for the GPU ({@link GeometryCache.get}). What only follows the pointer does not
 * ({@link GeometryCache.atHand}): the bytes are copied on the GPU, and read once a fence says that the copy is there.
 */
import type { GpuPrimitive } from '../render/gpu-content.ts';
import { BufferCopy, readBuffers } from './buffer-copy.ts';
import { type PickBytes, type PickGeometry, pickGeometry } from './pick-geometry.ts';

const CAP_BYTES = 48 * 2 ** 20;
/** Primitives that are copied at the same time: a ray goes through few, and each takes GPU memory twice. */
const COPIES_AT_MOST = 8;
/**
 * A ray that needs more geometry than the cache can keep would never be complete; after this many rounds it waits
 * instead.
 */
const ROUNDS_AT_MOST = 16;

/** Where rays find geometry. */
export interface Geometries {
  /** Null when it has not arrived yet. */
  get(primitive: GpuPrimitive): PickGeometry | null;
}

/** Geometry without a wait: after a pick, `isComplete` tells whether all requested geometry was available. */
export interface GeometriesAtHand extends Geometries {
  readonly isComplete: boolean;
}

export class GeometryCache implements Geometries {
  private readonly entries = new Map<GpuPrimitive, { geometry: PickGeometry; bytes: number }>();
  private readonly copies = new Map<GpuPrimitive, BufferCopy>();
  private bytes = 0;
  private newest: GeometriesAtHand | null = null;
  /** How often copies have arrived since a pick last found all that it needed. */
  private rounds = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  get(primitive: GpuPrimitive): PickGeometry {
    return this.known(primitive) ?? this.keep(primitive, readBuffers(this.gl, primitive));
  }

  /** For one pick. Missing geometry is requested, so the same pick finds it one or two frames later. */
  atHand(): GeometriesAtHand {
    if (this.newest?.isComplete) this.rounds = 0;
    if (this.takeCopies()) this.rounds++;
    const mayWait = this.rounds > ROUNDS_AT_MOST;
    let isComplete = true;
    this.newest = {
      get isComplete() {
        return isComplete;
      },
      get: (primitive) => {
        if (mayWait) return this.get(primitive);
        const geometry = this.known(primitive);
        if (geometry) return geometry;
        isComplete = false;
        this.copy(primitive);
        return null;
      },
    };
    return this.newest;
  }

  clear(): void {
    for (const copy of this.copies.values()) copy.destroy();
    this.copies.clear();
    this.entries.clear();
    this.bytes = 0;
  }

  private known(primitive: GpuPrimitive): PickGeometry | null {
    const known = this.entries.get(primitive);
    if (!known) return null;
    // Re-inserting keeps the map in order of use.
    this.entries.delete(primitive);
    this.entries.set(primitive, known);
    return known.geometry;
  }

  private copy(primitive: GpuPrimitive): void {
    if (this.copies.has(primitive) || this.copies.size >= COPIES_AT_MOST) return;
    this.copies.set(primitive, new BufferCopy(this.gl, primitive));
  }

  /** True when copies have arrived. */
  private takeCopies(): boolean {
    let hasTaken = false;
    for (const [primitive, copy] of this.copies) {
      if (!copy.isDone) continue;
      this.copies.delete(primitive);
      // A click may have read it meanwhile.
      if (!this.entries.has(primitive)) this.keep(primitive, copy.read());
      copy.destroy();
      hasTaken = true;
    }
    return hasTaken;
  }

  private keep(primitive: GpuPrimitive, read: PickBytes): PickGeometry {
    const geometry = pickGeometry(primitive, read);
    const { positions, indices, scan, runs } = geometry;
    const bytes = positions.byteLength + (indices?.byteLength ?? 0) + (scan?.byteLength ?? 0) + runs.byteLength;
    this.entries.set(primitive, { geometry, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= CAP_BYTES || oldest === primitive) break;
      this.entries.delete(oldest);
      this.bytes -= entry.bytes;
    }
    return geometry;
  }
}
