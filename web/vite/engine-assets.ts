/**
 * The compiled decoders of the viewer (Draco, Basis Universal) as modules of our own origin.
 *
 * They are published as classic scripts beside a wasm file, which a module worker cannot load, and Basis builds functions
 * out of text, which a content security policy without 'unsafe-eval' forbids. This plugin offers each as
 * `virtual:overlook/<name>` (an ES module whose default export starts it) and `virtual:overlook/<name>-wasm` (the URL of its
 * wasm), with the generated functions replaced by closures that do the same. A new release of a library in which a replaced
 * text is missing stops the build instead of failing in the browser.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { BASIS_INVOKERS } from './basis-invokers.ts';

interface Decoder {
  package: string;
  script: string;
  wasm: string;
  /** The script's global that starts it. */
  start: string;
  /** Where the script starts to look for a module system: cut off. */
  tail: string;
  /** Source put before the script. */
  prelude: string;
  /** Exact texts, each there once. */
  replace: [string, string][];
}

/** The texts decide whether the script runs in Node; as an ES module it must not look for Node's require anywhere. */
const DECODERS: Record<string, Decoder> = {
  'draco-decoder': {
    package: '@loaders.gl/draco',
    script: 'draco_wasm_wrapper.js',
    wasm: 'draco_decoder.wasm',
    start: 'DracoDecoderModule',
    tail: '"object"===typeof exports&&"object"===typeof module?',
    prelude: '',
    replace: [
      ['"object"==typeof process&&"object"==typeof process.versions&&"string"==typeof process.versions.node', 'false'],
    ],
  },
  'basis-transcoder': {
    package: '@loaders.gl/textures',
    script: 'basis_transcoder.js',
    wasm: 'basis_transcoder.wasm',
    start: 'BASIS',
    tail: 'if(typeof exports==="object"&&typeof module==="object")',
    prelude: BASIS_INVOKERS,
    replace: [
      ['globalThis.process?.versions?.node&&globalThis.process?.type!="renderer"', 'false'],
      [
        'return new Function(args1,invokerFnBody)',
        'return overlookInvokerFactory(argTypes,isClassMethodFunc,returns,needsDestructorStack)',
      ],
      [
        'new Function(Object.keys(captures),functionBody)(...Object.values(captures))',
        'overlookMethodCaller(kind,argFromPtr,retType.isVoid,{toValue:Emval.toValue,getStringOrSymbol,emval_returnValue,toReturnWire})',
      ],
    ],
  },
};

const PREFIX = 'virtual:overlook/';

/** Absolute path of a file among a decoder package's libraries. */
export function decoderLibrary(decoder: keyof typeof DECODERS & string, kind: 'script' | 'wasm'): string {
  const found = DECODERS[decoder];
  if (!found) throw new Error(`There is no decoder ${decoder}.`);
  const main = createRequire(import.meta.url).resolve(found.package);
  return join(dirname(main), 'libs', found[kind]);
}

async function decoderModule(name: string, decoder: Decoder): Promise<string> {
  let source = await readFile(decoderLibrary(name, 'script'), 'utf8');
  const replacements = [...decoder.replace, [decoder.tail, decoder.tail] as const];
  for (const [text, replacement] of replacements) {
    if (source.split(text).length !== 2) {
      throw new Error(
        `${decoder.package}: ${decoder.script} has changed; look again at what web/vite/engine-assets.ts replaces.`,
      );
    }
    source = source.replace(text, () => replacement);
  }
  // What only Node would run must not make the bundler look for Node's modules.
  source = source.replaceAll(/\brequire\("(?:fs|path)"\)/g, 'null');
  return `${decoder.prelude}\n${source.slice(0, source.indexOf(decoder.tail))}\nexport default ${decoder.start};\n`;
}

function decoderPlugin(): Plugin {
  return {
    name: 'overlook:engine-assets',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      const decoder = DECODERS[name];
      if (decoder) return decoderModule(name, decoder);
      const wasm = decoderLibrary(name.replace(/-wasm$/, ''), 'wasm');
      return `export { default } from ${JSON.stringify(`${wasm}?url`)};\n`;
    },
  };
}

/** Vite plugin, for the page and for its workers. */
export function engineAssets(): Plugin {
  return {
    ...decoderPlugin(),
    config: () => ({
      worker: { format: 'es', plugins: () => [decoderPlugin()] },
      // Found only when the first worker needs it, it would make the development server reload the page.
      optimizeDeps: { exclude: ['meshoptimizer'] },
    }),
  };
}
