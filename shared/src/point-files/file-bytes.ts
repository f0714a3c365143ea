// Every runtime has it, but the type library of ECMAScript does not declare it.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const utf8 = new TextDecoder();

/** Bytes of a file with the reads of Node's `Buffer`, so that readers of formats work in the server and in the browser. */
export interface FileBytes extends Uint8Array {
  readUInt16LE(at: number): number;
  readUInt32LE(at: number): number;
  readDoubleLE(at: number): number;
  readBigUInt64LE(at: number): bigint;
  readBigInt64LE(at: number): bigint;
  toString(encoding?: 'latin1' | 'utf8', from?: number, to?: number): string;
  subarray(from?: number, to?: number): FileBytes;
}

/** Such bytes without Node. Reads beyond the end throw RangeError. */
export class PlainBytes extends Uint8Array<ArrayBuffer> implements FileBytes {
  private get view(): DataView {
    return new DataView(this.buffer, this.byteOffset, this.byteLength);
  }

  readUInt16LE(at: number): number {
    return this.view.getUint16(at, true);
  }

  readUInt32LE(at: number): number {
    return this.view.getUint32(at, true);
  }

  readDoubleLE(at: number): number {
    return this.view.getFloat64(at, true);
  }

  readBigUInt64LE(at: number): bigint {
    return this.view.getBigUint64(at, true);
  }

  readBigInt64LE(at: number): bigint {
    return this.view.getBigInt64(at, true);
  }

  override toString(encoding: 'latin1' | 'utf8' = 'utf8', from = 0, to = this.length): string {
    const part = this.subarray(from, to);
    if (encoding === 'utf8') return utf8.decode(part);
    let text = '';
    for (const byte of part) text += String.fromCharCode(byte);
    return text;
  }

  override subarray(from = 0, to = this.length): PlainBytes {
    return super.subarray(from, to) as PlainBytes;
  }
}
