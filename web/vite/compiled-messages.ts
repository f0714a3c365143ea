import compile from 'icu-minify/compile';
import { parseAst, type Plugin } from 'vite';

const MESSAGES = /\/shared\/src\/messages\/[\w-]+\.ts$/;
const COMPILER = /\/shared\/src\/messages\/compile-message\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Compiles the ICU messages with arguments, so that browsers need not load their parser. */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  load: {
    filter: { id: COMPILER },
    handler: () => 'export const compileMessage = (message) => message;',
  },
  transform: {
    filter: { id: MESSAGES },
    handler(code) {
      let compiled = code;
      // The types of the tree are a union of hundreds of kinds of nodes, none of which has an index.
      for (const { start, end, value } of messagesOf(parseAst(code) as unknown as Node).toReversed())
        compiled = compiled.slice(0, start) + JSON.stringify(compile(value)) + compiled.slice(end);
      return { code: compiled, map: null };
    },
  },
});

/** The values with arguments of properties that are named like a message, `area.name`, in the order of the file. */
function messagesOf(node: Node): { start: number; end: number; value: string }[] {
  if (node.type === 'Property') {
    // `Node` has what all kinds have in common.
    const { key, value } = node as unknown as { key: Node; value: Node };
    const text = value['value'];
    if (/^\w+\.\w+$/.test(String(key['value'])) && typeof text === 'string')
      return text.includes('{') ? [{ start: value.start, end: value.end, value: text }] : [];
  }
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .flatMap(messagesOf);
}
