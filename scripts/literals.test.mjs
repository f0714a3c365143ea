import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const vite = createRequire(`${ROOT}web/package.json`).resolve('vite');
const { parseSync } = await import(pathToFileURL(vite).href);

/**
 * What is not read by users of the product: the gallery and the definition of layers, which have words of their own; readers of dropped
 * files, which run without the catalogue; and what developers of a host read.
 */
const ELSEWHERE =
  /\.test\.|\/testing\/|\.d\.ts$|src\/layer-check\/|embed\/src\/(?:layers|deck|viewer\/(?:api|connection|frame|element))\/|src\/visit\/|api\/(?:failure|rest-call|upload-file)|src\/ui\/learn-keyboard|tools\/tool-files|help\/key-names/;

/** Attributes and properties that are no words. */
const NOT_WORDS =
  /^(?:className|class|tokens|type|role|id|htmlFor|d|viewBox|rel|keys|placement|part|key|kind|from|code|href|src|icon)$/;

/** Names of permissions, events, errors, classes, places and keys of queries. */
const NAME =
  /^(?:[A-Z]+:[A-Z]*|(?:top|bottom|left|right)(?: \w+)?|\w*Error|Key[A-Z]?|[A-Z]+|Escape|Enter|Tab|Home|End|Arrow\w+|Page\w+|Space|Backspace|Delete|Shift|Control|Alt|Meta|Digit\d|Context\w+|EyeDropper|Navisworks|Bearer .*|EPSG:.*|Ctrl.*|<iframe[^]*|:host[^]*|Status .*|hud .*|button retry|action primary|count grid|mesh index|MOCs|areas of MOCs|two-factor enrolment|photo point|it is not a camera|role preview|noopener .*|Δ[ENU])$/u;

const isWord = (text) => /^[\p{Lu}“][\p{Ll}\p{Lu}’'-]+(?:[ ,.:…]|$)/u.test(text) || /\p{Ll}{2,} \p{Ll}{2,}/u.test(text);

const textOf = (node) => {
  if (node.type === 'JSXText') return /\p{L}{2,}/u.test(node.value) ? node.value.trim() : null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateLiteral'
    ? node.quasis
        .map(({ value }) => value.cooked)
        .join('…')
        .trim()
    : null;
};

/** Parts of the code that hold no words: types, imports, errors and logs for developers, styles. */
const isApart = (node) =>
  /^(?:Import|ExportAll|TSLiteral|TSTypeAlias|TSInterface|TSPropertySignature|TaggedTemplate)/.test(node.type) ||
  (node.type === 'NewExpression' && node.callee.name?.endsWith('Error')) ||
  (node.type === 'CallExpression' && node.callee.object?.name === 'console') ||
  (node.type === 'JSXAttribute' && NOT_WORDS.test(node.name.name ?? ''));

const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(ROOT + file));

/** The words that a reader of the interface would meet, in the code of a file. */
export function literalsIn(file, code) {
  const found = [];
  const visit = (node, parent, slot) => {
    if (!node || typeof node.type !== 'string' || isApart(node)) return;
    const text = textOf(node);
    const isKey = (parent?.type === 'Property' && slot === 'key') || parent?.type === 'MemberExpression';
    const isNoWord = parent?.type === 'Property' && NOT_WORDS.test(parent.key.name ?? '');
    if (text !== null && !isKey && !isNoWord && (node.type === 'JSXText' || (isWord(text) && !NAME.test(text))))
      found.push(`${file}:${code.slice(0, node.start).split('\n').length} ${text}`);
    for (const [name, child] of Object.entries(node)) for (const one of [child].flat()) visit(one, node, name);
  };
  visit(parseSync(file, code).program);
  return found;
}

it('words of the interface are in the catalogue of messages', () => {
  const files = tracked('web/src', 'web/embed/src').filter((file) => /\.tsx?$/.test(file) && !ELSEWHERE.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => literalsIn(file, readFileSync(ROOT + file, 'utf8')))).toEqual([]);
});

it('a word in an element, an attribute, a property or a choice is found', () => {
  const code = `const a = <p title="Close" className="Row">of {isOn ? 'Shown' : hidden}</p>;
const b = { label: 'Fly there', key: 'Home view' };
const c = fail(\`No \${name} there\`);
throw new TypeError('Only for developers.');`;
  expect(literalsIn('a.tsx', code)).toEqual([
    'a.tsx:1 Close',
    'a.tsx:1 of',
    'a.tsx:1 Shown',
    'a.tsx:2 Fly there',
    'a.tsx:3 No … there',
  ]);
});

it('each message of the catalogue is shown somewhere', () => {
  const messages = fileURLToPath(new URL('../shared/src/messages/', import.meta.url));
  const catalogue = readdirSync(messages).map((file) => readFileSync(messages + file, 'utf8'));
  const keys = catalogue.flatMap((code) => [...code.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key]) => key));
  const listed = ['web', 'server/src', 'shared/src'].flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`]);
  const code = tracked(...listed).map((file) => readFileSync(ROOT + file, 'utf8'));
  const uses = new Map(keys.map((key) => [key, -1]));
  for (const [, key] of code.join('\n').matchAll(/'(\w+\.\w+)'/g)) if (uses.has(key)) uses.set(key, uses.get(key) + 1);
  // A sentence of the specification for lists, and settings by their state, which are no messages.
  const isPutTogether = (key) => /^(?:createUsersBySSO|enable2FA|enableSSO)\.|^form\.empty$/.test(key);
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => uses.get(key) === 0 && !isPutTogether(key))).toEqual([]);
});

/** The errors of the server that people read, by the functions that make them. */
const REFUSAL = /^(?:AppError|notFound|forbidden|invalid|conflict|unavailable|tooMany)$/;

/** Sentences in the code of a file that errors are thrown with. */
export function refusalsIn(file, code) {
  const found = [];
  const visit = (node, isInside) => {
    if (!node || typeof node.type !== 'string') return;
    const text = isInside ? textOf(node) : null;
    if (text !== null && !/^[A-Z_]+$/.test(text) && (isWord(text) || / \p{Ll}/u.test(text)))
      found.push(`${file}:${code.slice(0, node.start).split('\n').length} ${text}`);
    const isRefusal = /^(?:Call|New)Expression$/.test(node.type) && REFUSAL.test(node.callee.name ?? '');
    for (const child of Object.values(node)) for (const one of [child].flat()) visit(one, isInside || isRefusal);
  };
  visit(parseSync(file, code).program, false);
  return found;
}

it('sentences of the server for people are in the catalogue of messages', () => {
  // Imports, the command line and the demo speak to operators.
  const files = tracked('server/src/*.ts').filter(
    (file) => !/\.test\.|\/testing\/|server\/src\/(?:cli|publish|demo)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => refusalsIn(file, readFileSync(ROOT + file, 'utf8')))).toEqual([]);
});

it('a sentence that an error is thrown with is found', () => {
  const code = `throw notFound('There is no such site.');
const refused = () => new AppError('CONFLICT', isOn ? \`\${name} is on\` : MESSAGES['a.b'], { fields: { name: 'Too long' } });
throw invalid(said(MESSAGES, 'a.c', { name }), { [\`points.\${at}\`]: text });
throw new TypeError('Only for developers.');`;
  expect(refusalsIn('a.ts', code)).toEqual(['a.ts:1 There is no such site.', 'a.ts:2 … is on', 'a.ts:2 Too long']);
});

/** A key that is not a literal, or a catalogue as a value. */
const UNKNOWN_KEY = /(?:_MESSAGES|SIGN_IN_REFUSALS)(?:\[(?!'[\w.]+'\]).*|\s*[;)]| as\b)/g;

it('the browser names each message by its whole key, so that builds leave out the others of its area', () => {
  const places = tracked('web/*.ts', 'web/*.tsx', 'shared/src/*.ts')
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .flatMap((file) => [...readFileSync(ROOT + file, 'utf8').matchAll(UNKNOWN_KEY)].map(([use]) => `${file} ${use}`));
  expect(places).toEqual([]);
});
