/** The file formats that the page offers. */
import type { FormatKind } from './format-definition.ts';
import { FORMAT_KINDS, kindOf } from './format-kinds.ts';

export interface OfferedFormat extends FormatKind {
  /** Absolute URL of its module, which runs in a worker; null for a format of the viewer. */
  readonly moduleUrl: string | null;
}

/** Formats that the viewer reads itself. */
export const OWN_FORMATS: readonly OfferedFormat[] = FORMAT_KINDS.map((kind) => ({ ...kind, moduleUrl: null }));

/** Returns the format of a file; null for none. */
export const formatFor = (formats: readonly OfferedFormat[], { name, type }: Pick<File, 'name' | 'type'>) =>
  kindOf(formats, name, type);

/** Returns the names of the formats for a message. */
export const titlesOf = (formats: readonly OfferedFormat[]): string => formats.map(({ title }) => title).join(', ');

/**
 * Downloads the file at a URL. Rejects with an Error if the server does not respond, the format is unknown, or the file is larger
 * than its format allows.
 */
export async function fileAtAddress(url: URL, formats: readonly OfferedFormat[]): Promise<File> {
  const { readBounded } = await import('../read-source.ts');
  const { nameAt, responseAt } = await import('@overlook/engine');
  const name = nameAt(url);
  const response = await responseAt(url);
  const type = response.headers.get('content-type') ?? '';
  const format = formatFor(formats, { name, type });
  if (!format) {
    await response.body?.cancel();
    throw new Error(`${name}: This kind of file is not read here. Add ${titlesOf(formats)}.`);
  }
  return new File([await readBounded(response, format.largestBytes)], name, { type });
}
