/**
 * Shaders as short as compilers need them, in builds alone. A shader is a template marked `glsl`: it loses comments and
 * indentation, which browsers would load. Those of libraries stay as they are, because libraries put text of their own into them by
 * the text there. Templates marked `wgsl` become empty, theirs above all: they are the same shaders for WebGPU, and the product
 * draws with WebGL 2 only.
 */
import type { Plugin } from 'vite';

const MARK = /\/\* ?(glsl|wgsl) ?\*\/\s*`/g;
/** Up to the end of the line, be it written as such or as an escape. */
const COMMENT = /\/\*[^]*?\*\/|\/\/(?:(?!\\n).)*/g;
/** The placeholder of an interpolation while the text around it is shortened: no shader has these characters. */
const HELD = /\uE000(\d+)\uE001/g;

/** Vite plugin of builds; the development server and tests keep shaders as they are written. */
export const shaderText = (): Plugin => ({
  name: 'overlook:shader-text',
  apply: 'build',
  // This runs before types and the template tags are removed.
  enforce: 'pre',
  transform: (code, id) =>
    code.search(MARK) < 0 ? null : { code: shortenShaders(code, id.includes('node_modules')), map: null },
});

/** A module's source with its marked templates shortened. Throws an Error where a template has no end. */
export function shortenShaders(code: string, isOfLibrary = false): string {
  let out = '';
  let from = 0;
  for (const { index, 0: mark, 1: language } of code.matchAll(MARK)) {
    if (index < from) continue;
    const start = index + mark.length;
    const end = templateEnd(code, start);
    out += code.slice(from, start);
    const text = code.slice(start, end);
    if (language === 'glsl') out += isOfLibrary ? text : shortened(text);
    from = end;
  }
  return out + code.slice(from);
}

/** Line breaks stay, because directives end with them. */
function shortened(text: string): string {
  const held: string[] = [];
  return holdInterpolations(text, held)
    .replaceAll(COMMENT, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(HELD, (_, number: string) => held[Number(number)]!);
}

function holdInterpolations(text: string, held: string[]): string {
  let out = '';
  for (let at = 0; at < text.length;) {
    if (text.startsWith('${', at)) {
      const end = expressionEnd(text, at + 2);
      out += `\uE000${held.push(text.slice(at, end)) - 1}\uE001`;
      at = end;
    } else out += text[at++];
  }
  return out;
}

/** Where the closing quote of a template is that begins at `at`. */
function templateEnd(code: string, at: number): number {
  for (let i = at; i < code.length; i++) {
    if (code[i] === '`') return i;
    if (code[i] === '\\') i++;
    else if (code.startsWith('${', i)) i = expressionEnd(code, i + 2) - 1;
  }
  throw new Error('A shader has no end.');
}

/** The place after the brace that closes an interpolation whose expression begins at `at`. */
function expressionEnd(code: string, at: number): number {
  let depth = 1;
  for (let i = at; i < code.length; i++) {
    if (code[i] === '{') depth++;
    else if (code[i] === '}' && --depth === 0) return i + 1;
    else if (code[i] === '`') i = templateEnd(code, i + 1);
    else if (code[i] === "'" || code[i] === '"') i = code.indexOf(code[i]!, i + 1);
  }
  throw new Error('An interpolation in a shader has no end.');
}
