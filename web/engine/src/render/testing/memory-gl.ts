/**
 * A WebGL 2 context with working buffers only: they store bytes and return them, so that uploaded contents can be picked without
 * a GPU. It draws nothing, and other functions are missing.
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
  COPY_READ_BUFFER: 0x8f36,
  COPY_WRITE_BUFFER: 0x8f37,
  STREAM_READ: 0x88e1,
  STREAM_COPY: 0x88e2,
  STATIC_DRAW: 0x88e4,
  SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
  SYNC_STATUS: 0x9114,
  SIGNALED: 0x9119,
  UNSIGNALED: 0x9118,
} as const;

interface MemoryBuffer {
  bytes: Uint8Array;
  usage: number;
  /** Set when the buffer is first bound: indices or other data. */
  kind: 'indices' | 'other' | null;
  /** Number of the last command that wrote it, from 1. */
  writtenAt: number;
}

/** As in WebGL, the index buffer binding belongs to the vertex array. */
interface MemoryVertexArray {
  indices: MemoryBuffer | null;
}

/** Signals when all commands up to `at` are finished. */
interface MemoryFence {
  at: number;
}

export interface MemoryGl extends WebGL2RenderingContext {
  /** Number of reads that waited for the GPU: from a buffer without read usage, or before a fence after its last write. */
  readonly stalls: number;
}

const bytesOf = (data: ArrayBufferView): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/**
 * Creates an empty context. The GPU executes commands only in `finish()`. Throws RangeError for bytes outside a buffer, and Error
 * without a bound buffer or when an index buffer is used for other data.
 */
export function memoryGl(): MemoryGl {
  const ownArray: MemoryVertexArray = { indices: null };
  const targets = new Map<number, MemoryBuffer | null>();
  let vertexArray = ownArray;
  let [commands, finished, stalls] = [0, 0, 0];
  const bound = (target: number): MemoryBuffer => {
    const buffer = target === CONSTANTS.ELEMENT_ARRAY_BUFFER ? vertexArray.indices : targets.get(target);
    if (!buffer) throw new Error(`No buffer is bound to ${target}.`);
    return buffer;
  };
  const write = (target: number, at: number, data: Uint8Array) => {
    const buffer = bound(target);
    if (at + data.length > buffer.bytes.length) throw new RangeError(`${data.length} bytes from ${at} are too many.`);
    buffer.bytes.set(data, at);
    buffer.writtenAt = ++commands;
  };
  const context = {
    ...CONSTANTS,
    get stalls() {
      return stalls;
    },
    finish: () => void (finished = commands),
    flush: () => undefined,
    fenceSync: (): MemoryFence => ({ at: commands }),
    getSyncParameter: ({ at }: MemoryFence) => (at <= finished ? CONSTANTS.SIGNALED : CONSTANTS.UNSIGNALED),
    deleteSync: () => undefined,
    createBuffer: (): MemoryBuffer => ({ bytes: new Uint8Array(), usage: 0, kind: null, writtenAt: 0 }),
    createVertexArray: (): MemoryVertexArray => ({ indices: null }),
    bindVertexArray: (array: MemoryVertexArray | null) => void (vertexArray = array ?? ownArray),
    bindBuffer(target: number, buffer: MemoryBuffer | null) {
      const kind = KINDS.get(target);
      if (buffer && kind) {
        buffer.kind ??= kind;
        if (buffer.kind !== kind) throw new Error(`A buffer of ${buffer.kind} cannot be bound to ${target}.`);
      }
      if (target === CONSTANTS.ELEMENT_ARRAY_BUFFER) vertexArray.indices = buffer;
      else targets.set(target, buffer);
    },
    bufferData(target: number, data: number | ArrayBufferView, usage: number) {
      const buffer = bound(target);
      buffer.bytes = typeof data === 'number' ? new Uint8Array(data) : bytesOf(data).slice();
      buffer.usage = usage;
      buffer.writtenAt = ++commands;
    },
    bufferSubData: (target: number, at: number, data: ArrayBufferView) => write(target, at, bytesOf(data)),
    copyBufferSubData(from: number, to: number, fromAt: number, toAt: number, length: number) {
      if (bound(from).kind !== bound(to).kind) throw new Error('Indices are copied to a buffer of indices only.');
      write(to, toAt, bound(from).bytes.slice(fromAt, fromAt + length));
    },
    getBufferSubData(target: number, at: number, out: ArrayBufferView) {
      const { bytes, usage, kind, writtenAt } = bound(target);
      if (at + out.byteLength > bytes.length) throw new RangeError(`${out.byteLength} bytes from ${at} are too many.`);
      // Browsers do not prefetch index buffers: once written, a read is a short round trip to the GPU process.
      const isAhead = usage === CONSTANTS.STREAM_READ || (kind === 'indices' && usage === CONSTANTS.STREAM_COPY);
      if (!isAhead || writtenAt > finished) stalls++;
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
  // As in a browser, the functions are those of the prototype: luma.gl replaces some of them on the context itself.
  return Object.create(context) as MemoryGl;
}

const KINDS = new Map<number, 'indices' | 'other'>([
  [CONSTANTS.ELEMENT_ARRAY_BUFFER, 'indices'],
  [CONSTANTS.ARRAY_BUFFER, 'other'],
]);
