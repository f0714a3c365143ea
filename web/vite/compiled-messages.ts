import compile from 'icu-minify/compile';
import { parseAst, type ESTree, type Plugin } from 'vite';

const MESSAGES = /\/shared\/src\/messages\/[\w-]+\.ts$/;
const COMPILER = /\/shared\/src\/messages\/compile-message\.ts$/;
const CATALOGUE = /_MESSAGES$|^SIGN_IN_REFUSALS$/;

/**
 * Compiles the ICU messages with arguments, so that browsers need not load their parser, and makes each message an export of its own:
 * no bundler drops unused properties of an object or their keys, but all drop unused exports and shorten names.
 */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  apply: 'build',
  // Otherwise chunks that share a catalogue list in their imports and exports what they share of it.
  config: () => ({ build: { rolldownOptions: { optimization: { inlineConst: { mode: 'all' } } } } }),
  load: {
    filter: { id: COMPILER },
    handler: () => 'export const compileMessage = (message) => message;',
  },
  transform: {
    filter: { id: MESSAGES },
    handler(code, id) {
      let compiled = code;
      for (const { start, end, name, messages } of cataloguesOf(parseAst(code)).toReversed())
        compiled = compiled.slice(0, start) + separated(name, messages, id) + compiled.slice(end);
      return { code: compiled, map: null };
    },
  },
});

interface Catalogue {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly messages: readonly (readonly [key: string, text: string])[];
}

/** The statements `export const X_MESSAGES = {…}` of a module, in its order. */
function cataloguesOf({ body }: ESTree.Program): Catalogue[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
    const [declared] = statement.declaration.declarations;
    if (declared?.id.type !== 'Identifier' || !CATALOGUE.test(declared.id.name)) return [];
    if (declared.init?.type !== 'ObjectExpression') throw new Error(`${declared.id.name} is no object.`);
    const { start, end } = statement;
    return [{ start, end, name: declared.id.name, messages: declared.init.properties.map(messageOf) }];
  });
}

function messageOf(property: ESTree.ObjectPropertyKind): readonly [string, string] {
  const key = property.type === 'Property' && property.key.type === 'Literal' ? property.key.value : null;
  const text = property.type === 'Property' && property.value.type === 'Literal' ? property.value.value : null;
  if (typeof key !== 'string' || typeof text !== 'string' || !/^\w+\.\w+$/.test(key))
    throw new Error(`The message ${String(key)} is no pair of a key, area.name, and a text.`);
  return [key, text];
}

/**
 * The catalogue is the module's own namespace, so that `X_MESSAGES['area.name']` stays as it is everywhere and bundlers read it as the
 * export. A key that is put together still works, but then the bundle holds all exports of the module.
 */
function separated(name: string, messages: Catalogue['messages'], id: string): string {
  const constants = messages.map(([key, text]) => {
    const value = JSON.stringify(text.includes('{') ? compile(text) : text);
    return `const ${key.replace('.', '$')} = ${value};\nexport { ${key.replace('.', '$')} as '${key}' };`;
  });
  return `import * as ${name} from ${JSON.stringify(id)};\nexport { ${name} };\n${constants.join('\n')}`;
}
