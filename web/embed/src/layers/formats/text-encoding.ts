/** Encodings of the texts of a Shapefile: by its .cpg file, by the bytes, or by the language driver of its table. */

/** Code pages of the language drivers that browsers can decode. */
const DRIVERS: Readonly<Record<number, string>> = {
  0x03: 'windows-1252',
  0x57: 'windows-1252',
  0x58: 'windows-1252',
  0x59: 'windows-1252',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
  0xcc: 'windows-1257',
  0x26: 'ibm866',
  0x65: 'ibm866',
  0x13: 'shift_jis',
  0x7b: 'shift_jis',
  0x4d: 'gbk',
  0x7a: 'gbk',
  0x4e: 'euc-kr',
  0x79: 'euc-kr',
  0x4f: 'big5',
  0x78: 'big5',
  0x7c: 'windows-874',
};

/** Code pages by number, where their label is not `windows-n`. */
const PAGES: Readonly<Record<string, string>> = {
  65001: 'utf-8',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  54936: 'gb18030',
  20866: 'koi8-r',
  28605: 'iso-8859-15',
  8859: 'iso-8859-1',
};

interface TextEncoding {
  readonly decode: (bytes: Uint8Array) => string;
  /** A sentence for users; null if nothing is doubtful. */
  readonly note: string | null;
}

/** `cpg` is the text of the .cpg file, null without one; `table` the bytes of the .dbf file. */
export function textEncoding(cpg: string | null, table: Uint8Array, driver: number): TextEncoding {
  const stated = cpg?.trim() ?? '';
  const named = stated === '' ? null : decoderOf(labelOf(stated));
  if (named) return { decode: (bytes) => named.decode(bytes), note: null };
  const label = isUtf8(table) ? 'utf-8' : (DRIVERS[driver] ?? 'windows-1252');
  const decoder = new TextDecoder(label);
  const note =
    stated === '' ? null : `Its encoding “${stated.slice(0, 40)}” is not known. Its texts are read as ${label}.`;
  return { decode: (bytes) => decoder.decode(bytes), note };
}

/** Spellings of programs: "1252", "ANSI 1252", "CP1252", "UTF8", "ISO 8859-1", "88591", "LDID/87". */
function labelOf(stated: string): string {
  const text = stated.toLowerCase().replaceAll('_', '-').trim();
  const driver = /^ldid[/ -]*(\d+)$/.exec(text);
  if (driver) return DRIVERS[Number(driver[1])] ?? text;
  const latin = /^(?:iso)?[ -]*8859[ -]?(\d{1,2})$/.exec(text);
  if (latin) return `iso-8859-${latin[1]}`;
  const page = /^(?:ansi|oem|cp|ms|windows|win|x|ibm)?[ -]*(\d{3,5})$/.exec(text)?.[1];
  if (page) return PAGES[page] ?? `windows-${page}`;
  return text.replace(/^utf[ -]*(8|16)/, 'utf-$1').replaceAll(' ', '-');
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(bytes.subarray(FIRST_TEXT_BYTE));
    return true;
  } catch {
    return false;
  }
}

/** The header of a table before its fields is binary. */
const FIRST_TEXT_BYTE = 32;
