import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { ATTACHMENT_TYPES, type AttachmentMediaType } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { invalid } from '../../../errors/app-error.ts';
import { officeTypeOf } from './office-type.ts';
import { decodeText, textTypeOf } from './text-type.ts';

/** This many bytes of a file decide its type, apart from the directory of an archive. */
const HEAD_BYTES = 64 * 1024;

const ZIP_SIGNATURES = ['504b0304', '504b0506'];
const BINARY_DXF = 'AutoCAD Binary DXF\r\n\u001a\0';

/**
 * The type of a stored file, by its content alone, because its name may be wrong. The work is bounded for any file.
 * Throws 400 with a sentence for an empty file, for a type that is not in `ATTACHMENT_TYPES`, and for programs and
 * pages.
 */
export async function detectType(path: string): Promise<AttachmentMediaType> {
  const head = await headOf(path);
  if (head.length === 0) throw invalid(MOCS_MESSAGES['attachment.empty']);
  if (ZIP_SIGNATURES.includes(head.subarray(0, 4).toString('hex'))) return officeTypeOf(path);
  if (head.toString('latin1', 0, BINARY_DXF.length) === BINARY_DXF) return 'image/vnd.dxf';
  const text = head.toString('latin1', 0, 5) === '%PDF-' ? null : decodeText(head);
  return text === null ? binaryTypeOf(head) : textTypeOf(text);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const PROGRAMS = new Set([
  'exe',
  'elf',
  'macho',
  'class',
  'wasm',
  'swf',
  'lnk',
  'crx',
  'deb',
  'rpm',
  'dex',
  'jar',
  'msi',
]);

async function binaryTypeOf(head: Buffer): Promise<AttachmentMediaType> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const known = ATTACHMENT_TYPES.find(({ mediaType }) => mediaType === found?.mime);
  if (known) return known.mediaType;
  throw invalid(
    MOCS_MESSAGES[found && PROGRAMS.has(found.ext) ? 'attachment.programRefused' : 'attachment.typeRefused'],
  );
}
