import { type AnyFormat, checkFormat } from './format-definition.ts';
import { FORMATS } from './own-formats.ts';

/** A format in a request to a worker: one of the viewer, or the default export of a module. */
export interface FormatName {
  /** Null accepts the id of the module. */
  readonly id: string | null;
  /** Absolute URL; null for a format of the viewer. */
  readonly moduleUrl: string | null;
}

/** Rejects with the reason if the module cannot be loaded or its definition is invalid. */
export async function openFormat({ id, moduleUrl }: FormatName): Promise<AnyFormat> {
  if (moduleUrl === null) {
    const own = FORMATS.find((format) => format.id === id);
    if (!own) throw new TypeError(`There is no format "${id}".`);
    return own;
  }
  const module = (await import(/* @vite-ignore */ moduleUrl)) as { default?: unknown };
  const format = module.default;
  checkFormat(format);
  if (id !== null && format.id !== id)
    throw new TypeError(`Format "${format.id}": id must be ${id}, as where it is offered.`);
  return format;
}
