/** Reads CSV as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; every value stays as it is written. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { CSVLoader } from '@loaders.gl/csv';
import { textOfBytes } from '@overlook/shared/format';
import type { TableContent } from './format-definition.ts';
import { LOADER_TYPES, loaderOptions } from '@overlook/engine/library-types';

export interface CsvFile {
  readonly rows: TableContent['rows'];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

export const CsvFileLoader: LoaderWithParser = {
  ...LOADER_TYPES,
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
  const { text, encoding } = textOfBytes(bytes);
  // Excel names the separator in a first line of its own.
  const stated = /^sep=(.)\r?\n/i.exec(text);
  const csv = {
    shape: 'object-row-table' as const,
    header: true,
    dynamicTyping: false,
    skipEmptyLines: true,
    delimiter: stated?.[1] ?? separatorOf(text),
  };
  const table = await CSVLoader.parseText(stated ? text.slice(stated[0].length) : text, loaderOptions({ csv }));
  return {
    rows: table.data as CsvFile['rows'],
    notes: encoding === 'windows-1252' ? ['Its texts are read as Windows-1252.'] : [],
  };
}

/** The most frequent separator of the first line, outside of quotes. Decimal commas are in the lines after it. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => [mark, line.split(mark).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
