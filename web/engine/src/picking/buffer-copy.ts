/**
 * Reads bytes of a primitive's buffers from the GPU: immediately, which waits for it, or through a copy, which does
 * not.
 */
import type { AttributeRange, GpuPrimitive } from '../render/gpu-content.ts';
import { type PickBytes, indexBytes, rangeBytes } from './pick-geometry.ts';

/** Reads the data of a primitive for a pick. Waits until the GPU has finished all earlier commands. */
export function readBuffers(gl: WebGL2RenderingContext, primitive: GpuPrimitive): PickBytes {
  const { positions, featureIds, vertexCount, vertexBuffer, indexBuffer } = primitive;
  const scan = scanRange(primitive);
  const bytes: PickBytes = {
    positions: readBuffer(gl, vertexBuffer, positions.offset, rangeBytes(positions, vertexCount)),
    featureIds: featureIds && readBuffer(gl, vertexBuffer, featureIds.offset, rangeBytes(featureIds, vertexCount)),
    scan: scan && readBuffer(gl, vertexBuffer, scan.offset, rangeBytes(scan, vertexCount)),
    indices: indexBuffer && readBuffer(gl, indexBuffer, 0, indexBytes(primitive)),
  };
  gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  return bytes;
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
  private readonly positionsBytes: number;
  private readonly idBytes: number;
  private readonly scanBytes: number;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly primitive: GpuPrimitive,
  ) {
    const { positions, featureIds, vertexCount, vertexBuffer, indexBuffer } = primitive;
    this.positionsBytes = rangeBytes(positions, vertexCount);
    this.idBytes = featureIds ? rangeBytes(featureIds, vertexCount) : 0;
    const scan = scanRange(primitive);
    this.scanBytes = scan ? rangeBytes(scan, vertexCount) : 0;
    const bytes = this.positionsBytes + this.idBytes + this.scanBytes;
    this.vertices = this.create(gl.ARRAY_BUFFER, bytes, gl.STREAM_READ);
    gl.bindBuffer(gl.COPY_READ_BUFFER, vertexBuffer);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, this.vertices);
    const [from, to] = [gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER];
    gl.copyBufferSubData(from, to, positions.offset, 0, this.positionsBytes);
    if (featureIds) gl.copyBufferSubData(from, to, featureIds.offset, this.positionsBytes, this.idBytes);
    const scanAt = this.positionsBytes + this.idBytes;
    if (scan) gl.copyBufferSubData(from, to, scan.offset, scanAt, this.scanBytes);
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
    const { gl, positionsBytes, idBytes, scanBytes } = this;
    const bytes: PickBytes = {
      positions: readBuffer(gl, this.vertices, 0, positionsBytes),
      featureIds: idBytes > 0 ? readBuffer(gl, this.vertices, positionsBytes, idBytes) : null,
      scan: scanBytes > 0 ? readBuffer(gl, this.vertices, positionsBytes + idBytes, scanBytes) : null,
      indices: this.indices && readBuffer(gl, this.indices, 0, indexBytes(this.primitive)),
    };
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
