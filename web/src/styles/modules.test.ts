import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = readModules();

function readModules(): { path: string; css: string }[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.module.css'));
  return paths.map((path) => ({ path, css: withoutComments(readFileSync(join(root, path), 'utf8')) }));
}

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '');
}

/** Declarations of a module, without media conditions, which cannot read custom properties. */
function declarations(css: string): string[] {
  return [...css.matchAll(/(?:^|[{;])\s*([\w-]+:\s*[^;{}]+);/gm)].map((match) => match[1]!.replace(/\s+/g, ' '));
}

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch|color-mix)\(|:\s*(?:white|black|red|green|blue|gray|grey)\b/i;
/** Hairlines and rings are drawing, not measure. */
const DRAWN_PX = new Set(['0px', '1px', '1.5px', '2px']);
const hasRawLength = (line: string) =>
  (line.match(/\d*\.?\d+(?:px|rem|pt)\b/g) ?? []).some((length) => !DRAWN_PX.has(length));
const hasRawOrder = (line: string) => /^z-index: (?!var\(--z-[\w-]+\)$)/.test(line);
const hasRawType = (line: string) => /^font(?:-size|-family)?: (?!var\(--)/.test(line);

/** The declarations that do not take their value from a token. */
function rawDeclarations(css: string): string[] {
  const rules = [(line: string) => COLOUR.test(line), hasRawLength, hasRawOrder, hasRawType];
  return declarations(css).filter((line) => rules.some((isRaw) => isRaw(line)));
}

describe.each(modules)('$path', ({ css }) => {
  it('takes colours, sizes, type and order from the tokens', () => {
    expect(rawDeclarations(css)).toEqual([]);
  });
});

it('blur nothing: the GPU would draw it beside the model (`SoftPicture`)', () => {
  const blurred = modules.filter(({ css }) => declarations(css).some((line) => /filter:.*blur\(/.test(line)));
  expect(blurred.map(({ path }) => path)).toEqual([]);
});

/** Classes that a component names and its module does not have. */
function missingClasses(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  const body = source.replace(/^import .*$|^\} from .*$/gm, '');
  return [...source.matchAll(/^import (\w+) from '(\..*\.module\.css)';$/gm)].flatMap(([, name, file]) => {
    const css = withoutComments(readFileSync(join(root, dirname(path), file!), 'utf8'));
    const named = body.matchAll(new RegExp(`(?<![\\w.'/])${name}\\.(\\w+)`, 'g'));
    return [...named].filter(([, one]) => !new RegExp(`\\.${one}\\b`).test(css)).map(([found]) => `${path}: ${found}`);
  });
}

it('have the classes that components name', () => {
  const components = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  expect(components.flatMap(missingClasses)).toEqual([]);
});

it.each([
  'color: #fff',
  'background: rgb(0 0 0 / 0.5)',
  'color: white',
  'width: 13px',
  'z-index: 5',
  'font-size: 1rem',
])('finds "%s"', (line) => expect(rawDeclarations(`.a {\n  display: grid;\n  ${line};\n}`)).toEqual([line]));

it('finds the modules', () => {
  expect(modules.length).toBeGreaterThan(20);
});
