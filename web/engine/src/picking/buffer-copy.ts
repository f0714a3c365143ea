/**
 * Reads bytes of a primitive's buffers from the GPU: immediately, which waits for it, or through a copy, which does
 * not.
 */
import type { AttributeRange, GpuPrimitive } from '../render/gpu-content.ts';
import { type PickBytes, indexBytes, normalRange, rangeBytes } from './pick-geometry.ts';

/** Reads the data of a primitive for a pick. Waits until the GPU has finished all earlier commands. */
export function readBuffers(gl: WebGL2RenderingContext, primitive: GpuPrimitive): PickBytes {
  const { vertexCount, vertexBuffer, indexBuffer } = primitive;
  const bytes = bytesOf(
    primitive,
    (range) => readBuffer(gl, vertexBuffer, range.offset, rangeBytes(range, vertexCount)),
    indexBuffer && readBuffer(gl, indexBuffer, 0, indexBytes(primitive)),
  );
  gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  return bytes;
}

/** The attributes that a pick needs, in a fixed order. */
function bytesOf(
  primitive: GpuPrimitive,
  read: (range: AttributeRange) => ArrayBuffer,
  indices: ArrayBuffer | null,
): PickBytes {
  const { positions, featureIds } = primitive;
  const [normals, scan] = [normalRange(primitive), scanRange(primitive)];
  return {
    positions: read(positions),
    featureIds: featureIds && read(featureIds),
    normals: normals && read(normals),
    scan: scan && read(scan),
    indices,
  };
}

/** The place of the values that decide whether a point is drawn, for clouds with classes. */
const scanRange = ({ scan }: GpuPrimitive): AttributeRange | null => (scan?.has.classification ? scan.range : null);

function readBuffer(gl: WebGL2RenderingContext, buffer: WebGLBuffer, offset: number, length: number): ArrayBuffer {
  const out = new ArrayBuffer(length);
  gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
  gl.getBufferSubData(gl.COPY_READ_BUFFER, offset, new Uint8Array(out));
  return out;
}

/** The same bytes, copied on the GPU to where they can be read without a wait once {@link isDone}. Has to be destroyed. */
export class BufferCopy {
  private readonly vertices: WebGLBuffer;
  private readonly indices: WebGLBuffer | null;
  private readonly fence: WebGLSync | null;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly primitive: GpuPrimitive,
  ) {
    const { positions, featureIds, vertexCount, vertexBuffer, indexBuffer } = primitive;
    const ranges = [positions, featureIds, normalRange(primitive), scanRange(primitive)].filter((range) => !!range);
    const bytes = ranges.reduce((sum, range) => sum + rangeBytes(range, vertexCount), 0);
    this.vertices = this.create(gl.ARRAY_BUFFER, bytes, gl.STREAM_READ);
    gl.bindBuffer(gl.COPY_READ_BUFFER, vertexBuffer);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, this.vertices);
    const [from, to] = [gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER];
    let at = 0;
    for (const range of ranges) {
      const length = rangeBytes(range, vertexCount);
      gl.copyBufferSubData(from, to, range.offset, at, length);
      at += length;
    }
    // Indices can be copied only to a buffer that has been one of indices from the start.
    this.indices = indexBuffer && this.create(gl.ELEMENT_ARRAY_BUFFER, indexBytes(primitive), gl.STREAM_COPY);
    if (indexBuffer) {
      gl.bindBuffer(gl.COPY_READ_BUFFER, indexBuffer);
      gl.bindBuffer(gl.COPY_WRITE_BUFFER, this.indices);
      gl.copyBufferSubData(from, to, 0, 0, indexBytes(primitive));
    }
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  /** Browsers update the answer only once a task. */
  get isDone(): boolean {
    const { gl, fence } = this;
    return fence === null || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
  }

  /** To be called when {@link isDone}; before, it waits. */
  read(): PickBytes {
    const { gl, primitive } = this;
    let at = 0;
    const next = (range: AttributeRange): ArrayBuffer => {
      const length = rangeBytes(range, primitive.vertexCount);
      at += length;
      return readBuffer(gl, this.vertices, at - length, length);
    };
    const bytes = bytesOf(primitive, next, this.indices && readBuffer(gl, this.indices, 0, indexBytes(primitive)));
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return bytes;
  }

  destroy(): void {
    this.gl.deleteBuffer(this.vertices);
    this.gl.deleteBuffer(this.indices);
    this.gl.deleteSync(this.fence);
  }

  /** Chromium reads buffers of STREAM_READ ahead, at the fence; with those of indices that fails with a warning of WebGL. */
  private create(target: number, length: number, usage: number): WebGLBuffer {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindVertexArray(null);
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, length, usage);
    gl.bindBuffer(target, null);
    return buffer;
  }
}
