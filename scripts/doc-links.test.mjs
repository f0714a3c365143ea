/** What the documents name exists: files and headings of their links, paths and identifiers in backticks. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pnpm.mjs';

const markdownIn = (folder, recursive) =>
  readdirSync(folder, { recursive })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const DOCUMENTS = [...markdownIn(ROOT, false), ...markdownIn(join(ROOT, 'docs'), true)];

/** Code is not read: brackets in it are no links. */
const textOf = (file) =>
  readFileSync(file, 'utf8')
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`/g, 'code');

/** The end of an address that leads to a heading, as the usual Markdown hosts make it. */
const slugsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

function deadLinks(file) {
  const links = [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href);
  return links
    .filter((href) => !/^[a-z]+:/.test(href))
    .filter((href) => {
      const [path, slug] = href.split('#');
      const target = path ? resolve(dirname(file), decodeURI(path)) : file;
      return !existsSync(target) || (slug !== undefined && !slugsOf(target).includes(slug));
    });
}

const TRACKED = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const SOURCE_WORDS = new Set(
  TRACKED.filter((name) => /\.(ts|tsx|mjs|css|json|sql|yaml)$/.test(name) && existsSync(join(ROOT, name))).flatMap(
    (name) => readFileSync(join(ROOT, name), 'utf8').match(/[A-Za-z_]\w*/g) ?? [],
  ),
);

/** A path of a source file, or of a folder of a package; it may leave out the folders above. */
const isPath = (text) =>
  /^[\w@.-]+(\/[\w@.-]+)+\.(ts|tsx|mjs|css|md|sql)$/.test(text) ||
  (/^(web|server|db|shared|e2e|docs|scripts)(\/[\w-]+)+\/?$/.test(text) && !text.includes('/dist'));
const isIdentifier = (text) => /^([a-z]+[A-Z]|[A-Z][a-z]+[A-Z])[A-Za-z]+$/.test(text);

function unknownNames(file) {
  const text = readFileSync(file, 'utf8').replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, name]) => name.replace(/\/$/, ''))
    .filter((name) =>
      isPath(name)
        ? !TRACKED.some((path) => `/${path}/`.includes(`/${name}/`))
        : isIdentifier(name) && !SOURCE_WORDS.has(name),
    );
}

describe('the documents', () => {
  it.each(DOCUMENTS.map((file) => relative(ROOT, file)))('%s has no dead links', (name) => {
    expect(deadLinks(join(ROOT, name))).toEqual([]);
  });

  it.each(DOCUMENTS.map((file) => relative(ROOT, file)))('%s names only what exists', (name) => {
    expect(unknownNames(join(ROOT, name))).toEqual([]);
  });

  const decisions = DOCUMENTS.map((file) => relative(ROOT, file)).filter((name) => /decisions\/\d/.test(name));
  it.each(decisions)('%s says whether it is accepted or superseded', (name) => {
    const [, status] = /^Status: (.+)$/m.exec(readFileSync(join(ROOT, name), 'utf8')) ?? [];
    expect(status).toMatch(/^(accepted|superseded by \[?\d{4})/);
  });

  it.each(decisions)('%s has its title in the list of decisions', (name) => {
    const file = name.replace(/^.*\//, '');
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(readFileSync(join(ROOT, name), 'utf8')) ?? [];
    expect(file.slice(0, 4)).toBe(number);
    expect(readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8')).toContain(
      `| [${number}](${file}) | ${title} |`,
    );
  });
});
