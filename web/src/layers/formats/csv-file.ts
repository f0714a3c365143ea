/** Reads CSV as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; every value stays as it is written. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { CSVLoader } from '@loaders.gl/csv';
import type { TableContent } from './format-definition.ts';

export interface CsvFile {
  readonly rows: TableContent['rows'];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

export const CsvFileLoader: LoaderWithParser = {
  // A type without a value, as in all loaders of loaders.gl.
  dataType: null as never,
  batchType: null as never,
  name: 'CSV',
  id: 'csv-file',
  module: 'csv',
  version: '1',
  extensions: ['csv', 'tsv'],
  mimeTypes: ['text/csv'],
  options: {},
  parse: (bytes) => readCsv(new Uint8Array(bytes)),
};

async function readCsv(bytes: Uint8Array): Promise<CsvFile> {
  const { text, note } = decoded(bytes);
  // Excel names the separator in a first line of its own.
  const stated = /^sep=(.)\r?\n/i.exec(text);
  const csv = {
    shape: 'object-row-table' as const,
    header: true,
    dynamicTyping: false,
    skipEmptyLines: true,
    delimiter: stated?.[1] ?? separatorOf(text),
  };
  const table = await CSVLoader.parseText(stated ? text.slice(stated[0].length) : text, { csv } as never);
  return { rows: table.data as CsvFile['rows'], notes: note === null ? [] : [note] };
}

/** The most frequent separator of the first line, outside of quotes. Decimal commas are in the lines after it. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => [mark, line.split(mark).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function decoded(bytes: Uint8Array): { text: string; note: string | null } {
  const wide = wideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), note: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), note: 'Its texts are read as Windows-1252.' };
  }
}

/** UTF-16 by its byte order mark, or by the NUL of its first letter. */
function wideEncoding([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}
