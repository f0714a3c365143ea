/** The formats of files that people may add, as the page knows them. */
import type { FormatKind } from './format-definition.ts';
import { FORMAT_KINDS, kindOf } from './format-kinds.ts';

export interface OfferedFormat extends FormatKind {
  /** Absolute address of its module, which runs in a worker; null for a format of the viewer. */
  readonly moduleUrl: string | null;
}

/** Those that the viewer reads by itself. */
export const OWN_FORMATS: readonly OfferedFormat[] = FORMAT_KINDS.map((kind) => ({ ...kind, moduleUrl: null }));

/** The format of a file; null for none. */
export const formatFor = (formats: readonly OfferedFormat[], { name, type }: Pick<File, 'name' | 'type'>) =>
  kindOf(formats, name, type);

/** The kinds of files that are read, for people. */
export const titlesOf = (formats: readonly OfferedFormat[]): string => formats.map(({ title }) => title).join(', ');

/**
 * The file at an address. Rejects with an Error for one that does not answer, one of no format, and one larger than its format
 * allows.
 */
export async function fileAtAddress(
  address: string,
  baseUrl: string,
  formats: readonly OfferedFormat[],
): Promise<File> {
  const { readBounded } = await import('../read-source.ts');
  const url = new URL(address, baseUrl);
  const name = decodeURIComponent(url.pathname.split('/').at(-1)!) || url.host;
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`${url.host} does not answer, or lets no other page read it.`, { cause: error });
  });
  if (!response.ok) throw new Error(`${url.host} answered ${response.status}.`);
  const type = response.headers.get('content-type') ?? '';
  const format = formatFor(formats, { name, type });
  if (!format) {
    await response.body?.cancel();
    throw new Error(`${name}: This kind of file is not read here. Add ${titlesOf(formats)}.`);
  }
  return new File([await readBounded(response, format.largestBytes)], name, { type });
}
