import type { FileBytes } from './file-bytes.ts';

/** A binary file with points, read at given places. Nothing is read or allocated beyond its end. */
export interface PointFile {
  /** The file as messages name it. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The bytes from `at` on; `what` names them when the file ends before them, with {@link refusal}. */
  read(at: number, length: number, what: string): Promise<FileBytes>;
  /** The same into the first bytes of a buffer that the caller keeps. */
  into(buffer: FileBytes, at: number, length: number, what: string): Promise<FileBytes>;
  /** A buffer for {@link into}; its content is not initialised. */
  allocate(length: number): FileBytes;
  /** Throws unless the file has `length` bytes from `at` on. */
  within(at: number, length: number, what: string): void;
  /** The error for a file that cannot be used. */
  refusal(place: string, reason: string): Error;
  close(): Promise<void>;
}
