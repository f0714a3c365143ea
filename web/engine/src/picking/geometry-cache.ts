/**
 * Geometry of drawn primitives for picking, read back from their GPU buffers when a ray first meets them and kept as
 * long as picks use them. Tiles have no second copy in memory.
 *
 * Input does not wait for the GPU ({@link GeometryCache.atHand}): the bytes are copied on the GPU, and read once a fence
 * says that the copy is there and the GPU is idle. Only picks of code that wants its answer at once wait
 * ({@link GeometryCache.get}).
 */
import type { GpuPrimitive } from '../render/gpu-content.ts';
import { BufferCopy, readBuffers } from './buffer-copy.ts';
import { type PickBytes, type PickGeometry, pickGeometry } from './pick-geometry.ts';

const CAP_BYTES = 48 * 2 ** 20;
/** Kept while a pick is incomplete: one that needs more than the cache keeps would never be complete. */
const CAP_INCOMPLETE_BYTES = 4 * CAP_BYTES;
/** Primitives that are copied at the same time: a ray goes through few, and each takes GPU memory twice. */
const COPIES_AT_MOST = 8;

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

  /** While `isBusy`, the GPU has work, and the read of a copy could wait for it. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly isBusy: () => boolean = () => false,
  ) {}

  /** Copies are on their way; {@link takeCopies} reads them. */
  get isReading(): boolean {
    return this.copies.size > 0;
  }

  get(primitive: GpuPrimitive): PickGeometry {
    const known = this.known(primitive);
    if (known) return known;
    const geometry = this.keep(primitive, readBuffers(this.gl, primitive));
    this.evict();
    return geometry;
  }

  /** For one pick. Missing geometry is requested, so the same pick finds it one or two frames later. */
  atHand(): GeometriesAtHand {
    this.takeCopies();
    this.evict();
    let isComplete = true;
    this.newest = {
      get isComplete() {
        return isComplete;
      },
      get: (primitive) => {
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

  /** Reads what has arrived, unless the GPU is busy. */
  takeCopies(): void {
    if (this.copies.size === 0 || this.isBusy()) return;
    for (const [primitive, copy] of this.copies) {
      if (!copy.isDone) continue;
      this.copies.delete(primitive);
      // A click may have read it meanwhile.
      if (!this.entries.has(primitive)) this.keep(primitive, copy.read());
      copy.destroy();
    }
  }

  private evict(): void {
    const isIncomplete = this.copies.size > 0 || this.newest?.isComplete === false;
    const mostBytes = isIncomplete ? CAP_INCOMPLETE_BYTES : CAP_BYTES;
    for (const [oldest, { bytes }] of this.entries) {
      if (this.bytes <= mostBytes || this.entries.size === 1) return;
      this.entries.delete(oldest);
      this.bytes -= bytes;
    }
  }

  private keep(primitive: GpuPrimitive, read: PickBytes): PickGeometry {
    const geometry = pickGeometry(primitive, read);
    const { positions, indices, scan, runs } = geometry;
    const others = [indices, read.normals, scan, runs].reduce((sum, part) => sum + (part?.byteLength ?? 0), 0);
    const bytes = positions.byteLength + others;
    this.entries.set(primitive, { geometry, bytes });
    this.bytes += bytes;
    return geometry;
  }
}
