/**
 * A WebGL 2 context of which only the buffers are real: they hold the bytes that they are given and give them back, so
 * that what a content uploads can be picked without a GPU. Nothing is drawn; whatever else is asked of it is missing.
 */
const CONSTANTS = {
  POINTS: 0,
  LINES: 1,
  TRIANGLES: 4,
  UNSIGNED_SHORT: 0x1403,
  UNSIGNED_INT: 0x1405,
  FLOAT: 0x1406,
  ARRAY_BUFFER: 0x8892,
  ELEMENT_ARRAY_BUFFER: 0x8893,
  STATIC_DRAW: 0x88e4,
} as const;

interface MemoryBuffer {
  bytes: Uint8Array;
}

/** As in WebGL, which indices are bound belongs to the vertex array. */
interface MemoryVertexArray {
  indices: MemoryBuffer | null;
}

const bytesOf = (data: ArrayBufferView): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** A context of its own, empty. Throws RangeError where bytes lie outside a buffer, and Error where none is bound. */
export function memoryGl(): WebGL2RenderingContext {
  let vertices: MemoryBuffer | null = null;
  const ownArray: MemoryVertexArray = { indices: null };
  let vertexArray = ownArray;
  const bound = (target: number): MemoryBuffer => {
    const buffer = target === CONSTANTS.ARRAY_BUFFER ? vertices : vertexArray.indices;
    if (!buffer) throw new Error(`No buffer is bound to ${target}.`);
    return buffer;
  };
  const context = {
    ...CONSTANTS,
    createBuffer: (): MemoryBuffer => ({ bytes: new Uint8Array() }),
    createVertexArray: (): MemoryVertexArray => ({ indices: null }),
    bindVertexArray: (array: MemoryVertexArray | null) => void (vertexArray = array ?? ownArray),
    bindBuffer(target: number, buffer: MemoryBuffer | null) {
      if (target === CONSTANTS.ARRAY_BUFFER) vertices = buffer;
      else vertexArray.indices = buffer;
    },
    bufferData(target: number, data: number | ArrayBufferView) {
      bound(target).bytes = typeof data === 'number' ? new Uint8Array(data) : bytesOf(data).slice();
    },
    bufferSubData: (target: number, at: number, data: ArrayBufferView) => bound(target).bytes.set(bytesOf(data), at),
    getBufferSubData(target: number, at: number, out: ArrayBufferView) {
      const { bytes } = bound(target);
      if (at + out.byteLength > bytes.length) throw new RangeError(`${out.byteLength} bytes from ${at} are too many.`);
      bytesOf(out).set(bytes.subarray(at, at + out.byteLength));
    },
    getExtension: () => null,
    createTexture: () => ({}),
    deleteVertexArray: () => undefined,
    deleteBuffer: () => undefined,
    enableVertexAttribArray: () => undefined,
    vertexAttribPointer: () => undefined,
    vertexAttribIPointer: () => undefined,
    vertexAttribDivisor: () => undefined,
  };
  return context as unknown as WebGL2RenderingContext;
}
