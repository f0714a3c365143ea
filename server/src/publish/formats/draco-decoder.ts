import { createRequire } from 'node:module';

let loaded: Promise<unknown> | null = null;

/** The decoder of Draco, loaded once. The package has no types: `Module` is the part that the caller uses. */
export function dracoDecoder<Module>(): Promise<Module> {
  const draco3d = createRequire(import.meta.url)('draco3d') as { createDecoderModule(): Promise<unknown> };
  return (loaded ??= draco3d.createDecoderModule()) as Promise<Module>;
}
