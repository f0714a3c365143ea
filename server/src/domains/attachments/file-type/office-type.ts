import type { AttachmentMediaType } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { invalid } from '../../../errors/app-error.ts';
import { readZip, ZipError, type ZipLimits } from '../../../services/zip/read-zip.ts';

/** A directory is read whole; of the entries only the one that names an OpenDocument type. */
const LIMITS: ZipLimits = { entries: 100_000, entryBytes: 200, totalBytes: 200 };

const OOXML = 'application/vnd.openxmlformats-officedocument';
/**
 * The main part of each kind of Office Open XML package (ECMA-376 part 1, §11.3.10, §12.3.23, §13.3.6). Its name is a
 * convention; Office in the browser adds a number.
 */
const MAIN_PARTS: readonly (readonly [RegExp, AttachmentMediaType])[] = [
  [/^word\/document\d*\.xml$/, `${OOXML}.wordprocessingml.document`],
  [/^xl\/workbook\d*\.xml$/, `${OOXML}.spreadsheetml.sheet`],
  [/^ppt\/presentation\d*\.xml$/, `${OOXML}.presentationml.presentation`],
];
const OPEN_DOCUMENT: readonly AttachmentMediaType[] = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
];

/**
 * Whether an archive is an Office file or any other ZIP, by the names in its directory. Throws 400 for macros, for OpenDocument
 * files of other kinds and for archives whose directory cannot be read.
 */
export async function officeTypeOf(path: string): Promise<AttachmentMediaType> {
  try {
    return await readZip(path, LIMITS, async ({ names, read }) => {
      const all = new Set(names);
      if (names.some((name) => /(^|\/)vbaproject\.bin$/i.test(name) || name.startsWith('Basic/')))
        throw invalid(MOCS_MESSAGES['attachment.macrosRefused']);
      const isPackage = all.has('[Content_Types].xml');
      const main = MAIN_PARTS.find(([part]) => isPackage && names.some((name) => part.test(name)));
      if (main) return main[1];
      if (!all.has('mimetype') || !all.has('META-INF/manifest.xml')) return 'application/zip';
      const named = (await read('mimetype'))!.toString('latin1').trim();
      const type = OPEN_DOCUMENT.find((one) => one === named);
      if (!type) throw invalid(MOCS_MESSAGES['attachment.typeRefused']);
      return type;
    });
  } catch (error) {
    throw error instanceof ZipError ? invalid(MOCS_MESSAGES['attachment.damaged']) : error;
  }
}
