import { describe, expect, it } from 'vitest';
import { shortenShaders } from './shader-text.ts';

describe('shortenShaders', () => {
  it('takes comments and indentation away, and keeps the lines that directives need', () => {
    const code = [
      'const A = /* glsl */ `#version 300 es',
      '// Why it is so.',
      'uniform float a; // unit: metres',
      '/* over',
      '   two lines */',
      '#ifdef B',
      '  float b = a / 2.0;',
      '#endif',
      '`;',
    ].join('\n');
    expect(shortenShaders(code)).toBe(
      'const A = /* glsl */ `#version 300 es\nuniform float a;\n#ifdef B\nfloat b = a / 2.0;\n#endif\n`;',
    );
  });

  it('keeps interpolations as they are, except those of comments', () => {
    const code =
      "const A = /* glsl */ `// Of ${COUNT} rows.\n  vec2 a = vec2(${LIST.map((v) => `${v} // { '}' }`).join('`')});\n`;";
    expect(shortenShaders(code)).toBe(
      "const A = /* glsl */ `\nvec2 a = vec2(${LIST.map((v) => `${v} // { '}' }`).join('`')});\n`;",
    );
  });

  it('ends a comment at a line end that is written as an escape, and keeps a line that goes on', () => {
    const escaped = String.raw`// One.\n  float a;`;
    const joined = '\\\n  float a;';
    expect(shortenShaders(`/* glsl */ \`${escaped}\``)).toBe(String.raw`/* glsl */ ` + '`\\n  float a;`');
    expect(shortenShaders(`/* glsl */ \`${joined}\``)).toBe('/* glsl */ `\\\nfloat a;`');
  });

  it('leaves shaders of libraries as they are, which find their way in them by the text, and empties those of WebGPU', () => {
    const code = 'const A = /* glsl */ `\n  vec4 a; // a\n`, B = /* wgsl */ `  fn a() {}`;';
    expect(shortenShaders(code, true)).toBe('const A = /* glsl */ `\n  vec4 a; // a\n`, B = /* wgsl */ ``;');
  });

  it('empties shaders of WebGPU, and leaves all other text as it is', () => {
    const code = 'const A = /* wgsl */ `${B} fn a() {}`, C = `  // as it is\n  `; // wgsl';
    expect(shortenShaders(code)).toBe('const A = /* wgsl */ ``, C = `  // as it is\n  `; // wgsl');
  });

  it('does not accept a shader without an end', () => {
    expect(() => shortenShaders('/* glsl */ `void main() { ${a')).toThrow('no end');
  });
});
