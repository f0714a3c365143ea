import { fstatSync, readSync } from 'node:fs';
import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Headers are a few hundred bytes; some list every author of a plant. */
const HEADER_BYTES = 1 << 18;
const TAIL_BYTES = 1 << 12;

/** Schemas that can be read; those before IFC4X3 became a standard are read like it. */
const READABLE = /^IFC(2X3|4|4X[12]|4X3(_RC[1-4]|_ADD[12])?)$/;

/**
 * Checks both ends of an IFC file (ISO 10303-21) before the file is processed.
 * Throws `ContentError` for a file that is not IFC text, is cut off, or has an unknown schema.
 */
export function checkStepFrame(fd: number): void {
  const { size } = fstatSync(fd);
  if (size === 0) throw new MalformedContentError('byte 0', 'The file is empty.');
  const head = withoutComments(textAt(fd, 0, Math.min(size, HEADER_BYTES))).replace(/^\uFEFF?\s+|^\uFEFF/, '');
  if (!head.startsWith('ISO-10303-21')) throw new MalformedContentError('byte 0', notIfc(head));
  checkEnd(fd, size);
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(head)?.[1]?.trim().toUpperCase();
  if (!schema) throw new MalformedContentError('FILE_SCHEMA', 'The header does not say which schema the file follows.');
  if (!READABLE.test(schema)) {
    throw new MalformedContentError('FILE_SCHEMA', `${schema} cannot be read; IFC2X3, IFC4 and IFC4X3 can.`);
  }
}

function notIfc(head: string): string {
  if (head.startsWith('PK')) return 'This is a zip archive; name it .ifczip, or unpack the IFC file in it.';
  if (head.startsWith('<')) return 'This is XML; export the model as IFC text (.ifc) instead.';
  return 'This is not an IFC file: it does not begin with ISO-10303-21.';
}

function checkEnd(fd: number, size: number): void {
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = withoutComments(textAt(fd, from, size - from)).trimEnd();
  if (!/END-ISO-10303-21\s*;$/i.test(tail)) {
    throw new MalformedContentError(`byte ${size}`, 'The file is cut off: END-ISO-10303-21 is missing at its end.');
  }
  if (!/ENDSEC\s*;\s*(SIGNATURE[^]*)?END-ISO-10303-21\s*;$/i.test(tail)) {
    throw new MalformedContentError(`byte ${size}`, 'The file is damaged: ENDSEC is missing at the end of its data.');
  }
}

function textAt(fd: number, offset: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, offset)).toString('utf8');
}

const withoutComments = (text: string): string => text.replace(/\/\*[^]*?\*\//g, '');
