import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createLazPerf } from 'laz-perf';
import { type LazChunkDecoder, lazObjectAt, type LazPerf } from '@overlook/shared/point-files';

/** A method as the compiled code registers it: pointers to its names, a function of the table, and the method that it calls. */
type Registration = readonly [
  type: number,
  name: number,
  count: number,
  types: number,
  signature: number,
  invoker: number,
  method: number,
  ...rest: unknown[],
];
interface Imports {
  readonly env: { _embind_register_class_function: (...registration: Registration) => unknown };
}
type Invoker = (method: number, decoder: number, to: number) => void;

/** The used part of WebAssembly; the types of Node declare only its module. */
interface Table {
  get(index: number): unknown;
}
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Instance: new (module: object, imports: unknown) => Instance;
};

const PROCESS_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

let compiling: Promise<object> | undefined;

const compile = async (): Promise<object> => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('laz-perf'));
  return WebAssembly.compile(await readFile(path.join(folder, 'laz-perf.wasm')));
};

/**
 * A decoder with its own memory; the code is compiled once. The methods that the compiled code registers are recorded,
 * because calling `getPoint` through its bindings takes a third of the decoding time.
 */
export async function loadLazPerf(): Promise<LazPerf> {
  const compiled = await (compiling ??= compile());
  const registrations: Registration[] = [];
  let table: Table | undefined;
  const lazPerf = await withoutListeners(() =>
    createLazPerf({
      print: () => {},
      printErr: () => {},
      instantiateWasm(imports: unknown, receive: (instance: Instance, module: object) => void) {
        const { env } = imports as Imports;
        const register = env._embind_register_class_function;
        env._embind_register_class_function = (...registration) => {
          registrations.push(registration);
          return register(...registration);
        };
        const instance = new WebAssembly.Instance(compiled, imports);
        table = instance.exports['__indirect_function_table'] as Table | undefined;
        receive(instance, compiled);
        return instance.exports;
      },
    }),
  );
  const direct = directGetPoint(lazPerf, registrations, table);
  return Object.assign<LazPerf, Pick<LazPerf, 'pointReader'>>(lazPerf, {
    pointReader(decoder: LazChunkDecoder) {
      const at = lazObjectAt(decoder);
      if (direct === null || at === null) return (to) => decoder.getPoint(to);
      const { invoker, method } = direct;
      return (to) => invoker(method, at, to);
    },
  });
}

/** `getPoint` of the class that has no `getCount`: the chunk decoder. */
function directGetPoint(
  { HEAPU8 }: LazPerf,
  registrations: readonly Registration[],
  table: Table | undefined,
): { invoker: Invoker; method: number } | null {
  const text = (at: number): string => Buffer.from(HEAPU8.subarray(at, HEAPU8.indexOf(0, at))).toString('latin1');
  const typesOf = (method: string) => registrations.filter(([, name]) => text(name) === method).map(([type]) => type);
  const ofReader = new Set(typesOf('getCount'));
  const found = registrations.find(([type, name]) => text(name) === 'getPoint' && !ofReader.has(type));
  if (!found || table === undefined) return null;
  const [, , , , , invoker, method] = found;
  return { invoker: table.get(invoker) as Invoker, method };
}

/** Each module adds listeners to the process that throw again what they receive; they are removed. */
function withoutListeners<T>(make: () => T): T {
  const before = PROCESS_EVENTS.map((event) => process.listeners(event as 'uncaughtException'));
  const made = make();
  for (const [i, event] of PROCESS_EVENTS.entries())
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[i]!.includes(listener)) process.removeListener(event, listener);
  return made;
}
