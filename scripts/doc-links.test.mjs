/** Links of the documents lead to files that are there, and to headings that are in them. */
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

describe('the documents', () => {
  it.each(DOCUMENTS.map((file) => relative(ROOT, file)))('%s has no dead links', (name) => {
    expect(deadLinks(join(ROOT, name))).toEqual([]);
  });
});
