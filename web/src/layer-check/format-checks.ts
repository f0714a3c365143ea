/** Checks of a format: its definition, a sample file, and its errors for damaged files. */
import { parseFile } from '@overlook/embed/layers/formats/parse-file';
import { contentLayer, contentSummary } from '@overlook/embed/layers/formats/content-layer';
import type { FileContent } from '@overlook/embed/layers/formats/file-content';
import { type AnyFormat, checkFormat, FormatDefinitionError } from '@overlook/embed/layers/formats/format-definition';
import type { AnyLayer } from '@overlook/embed/layers/layer-definition';
import type { LayerCheckOptions } from './layer-check-options.ts';
import { ORIGIN } from './check-site.ts';
import { fail, pass, skip, type Verdict } from './verdict.ts';
import type { FormatToCheck } from './layer-check-options.ts';

export function formatDefinitionCheck(definition: unknown, { kind }: FormatToCheck): Verdict {
  try {
    checkFormat(definition);
  } catch (error) {
    if (error instanceof FormatDefinitionError) return fail(error.message.replace(/\.$/, ''));
    throw error;
  }
  if (definition.id !== kind.id) return fail(`id is ${definition.id}, but ${kind.id} in the manifest`);
  for (const field of ['title', 'largestBytes', 'extensions'] as const)
    if (String(definition[field]) !== String(kind[field]))
      return fail(`${field} is ${String(definition[field])}, but ${String(kind[field])} in the manifest`);
  return pass('is valid for defineFormat');
}

const read = (format: AnyFormat, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileContent> =>
  parseFile(format, { name, file: new Blob([bytes]), origin: ORIGIN, crs: null, farthestM: Infinity });

/** Reads the sample. Gives the layer that it becomes, null where it cannot be read. */
export async function sampleCheck(
  format: AnyFormat,
  { sample, kind }: FormatToCheck,
): Promise<{ verdict: Verdict; layer: AnyLayer | null }> {
  if (!sample) {
    const verdict = skip(`there is no file data/sample.${kind.extensions[0]}; give one with --data`);
    return { verdict, layer: null };
  }
  try {
    const data = await read(format, sample.name, sample.bytes);
    const names = { id: format.id, fileName: sample.name, formatTitle: format.title };
    return { verdict: pass(contentSummary(format.title, data)), layer: contentLayer(names, { kind: 'data', data }) };
  } catch (error) {
    return { verdict: fail((error as Error).message.replace(/\.$/, '')), layer: null };
  }
}

/** Shares of the sample that are left of it. */
const CUTS = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99];
/** A damaged file takes at most so long, milliseconds. */
const REFUSED_WITHIN_MS = 10_000;

/** Damaged files are refused by name, or read as far as they go; no error is left uncaught. */
export async function damagedCheck(
  format: AnyFormat,
  { sample }: FormatToCheck,
  { takeEscaped }: LayerCheckOptions,
): Promise<Verdict> {
  const before = takeEscaped();
  if (before.length > 0) return fail(`thrown outside of the viewer's calls: ${before[0]}`);
  const { name, bytes } = sample ?? { name: `sample.${format.extensions[0]}`, bytes: new Uint8Array() };
  const damaged: [string, Uint8Array<ArrayBuffer>][] = [
    ['zeros', new Uint8Array(4096)],
    ['text', new TextEncoder().encode('<html>404</html>')],
    ...CUTS.map((share): [string, Uint8Array<ArrayBuffer>] => [
      `${share * 100} % of the sample`,
      bytes.slice(0, Math.max(1, Math.floor(share * bytes.length))),
    ]),
  ];
  for (const [what, some] of damaged) {
    const ended = await Promise.race([
      read(format, name, some).then(
        () => true,
        () => true,
      ),
      late(),
    ]);
    if (!ended) return fail(`${what} was not answered within ${REFUSED_WITHIN_MS / 1000} s`);
    const [escaped] = takeEscaped();
    if (escaped !== undefined) return fail(`after ${what}, thrown outside of the viewer's calls: ${escaped}`);
  }
  return pass('damaged files are rejected by name, or read in part');
}

const late = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), REFUSED_WITHIN_MS).unref?.());
