/**
 * The compiled decoders of the viewer (Draco, Basis Universal) as modules of our own origin.
 *
 * They are published as classic scripts beside a wasm file, which a module worker cannot load, and Basis builds functions
 * out of text, which a content security policy without 'unsafe-eval' forbids. This plugin offers each as
 * `virtual:overlook/<name>` (an ES module whose default export starts it) and `virtual:overlook/<name>-wasm` (the URL of its
 * wasm). Draco's script is used as it is, among declarations that hide Node's names; in that of Basis the generated functions
 * are replaced by closures that do the same. A new release in which a replaced text is missing stops the build instead of
 * failing in the browser.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { BASIS_INVOKERS } from './basis-invokers.ts';

interface Decoder {
  package: string;
  /** Where the files are, from the folder of the package's main module. */
  folder: string;
  script: string;
  wasm: string;
  /** The script's global that starts it. */
  start: string;
  /** Source put before the script. */
  prelude: string;
  /** Exact texts, each there once. */
  replace: [string, string][];
}

/** Names by which the scripts would recognise Node or a module system, which they must not look for. */
const NODE_NAMES = ['process', 'require', 'module', 'exports', 'define'];
const HIDE_NODE = `const ${NODE_NAMES.map((name) => `${name} = undefined`).join(', ')};`;

const DECODERS: Record<string, Decoder> = {
  'draco-decoder': {
    package: '@loaders.gl/draco',
    folder: 'libs',
    script: 'draco_wasm_wrapper.js',
    wasm: 'draco_decoder.wasm',
    start: 'DracoDecoderModule',
    prelude: '',
    replace: [],
  },
  'laz-perf': {
    package: 'laz-perf',
    folder: '../worker',
    script: 'laz-perf.js',
    wasm: 'laz-perf.wasm',
    start: 'createLazPerf',
    prelude: '',
    replace: [],
  },
  'basis-transcoder': {
    package: '@loaders.gl/textures',
    folder: 'libs',
    script: 'basis_transcoder.js',
    wasm: 'basis_transcoder.wasm',
    start: 'BASIS',
    prelude: BASIS_INVOKERS,
    replace: [
      // Only tests have it: they run in Node.
      ['globalThis.process?.versions?.node', 'false'],
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
  return join(dirname(main), found.folder, found[kind]);
}

async function decoderModule(name: string, decoder: Decoder): Promise<string> {
  let source = await readFile(decoderLibrary(name, 'script'), 'utf8');
  for (const [text, replacement] of decoder.replace) {
    if (source.split(text).length !== 2) {
      throw new Error(
        `${decoder.package}: ${decoder.script} has changed; look again at what web/engine/vite/engine-assets.ts replaces.`,
      );
    }
    source = source.replace(text, () => replacement);
  }
  return [HIDE_NODE, decoder.prelude, source, `export default ${decoder.start};`].join('\n');
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
