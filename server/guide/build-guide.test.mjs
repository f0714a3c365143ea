import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HELP_KEYS, HELP_MOUSE, HELP_PHOTO_KEYS, HELP_TOUCH } from '@overlook/shared/messages';
import { buildGuide } from './build-guide.mjs';

const GUIDE = fileURLToPath(new URL('../../docs/guide', import.meta.url));
const product = { productName: 'Example', version: 'v1.2.3' };

let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'guide-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const chapter = (text, file = '01-one.md') => writeFileSync(join(dir, file), text);
const build = () => buildGuide({ dir, ...product });

/** Which of these texts are in the PDF; its objects are not compressed, its streams are. */
const foundIn = ({ pdf }, parts) => parts.filter((part) => pdf.includes(Buffer.from(part, 'latin1')));

describe('the user guide', () => {
  it('is a tagged PDF in British English that names the product, the same bytes each time', async () => {
    const guide = await buildGuide({ dir: GUIDE, ...product });
    const parts = [
      '%PDF-1.7',
      '/Lang (en-GB)',
      '/Marked true',
      '>Example User Guide</rdf:li>',
      ...['Signing in', 'Section box', 'Administration'].map((title) => `/Title (${title})`),
    ];
    expect(foundIn(guide, parts)).toEqual(parts);
    expect(guide.pageCount).toBeGreaterThan(10);
    expect((await buildGuide({ dir: GUIDE, ...product })).pdf.equals(guide.pdf)).toBe(true);
  });

  it('describes every key and gesture of the product', () => {
    const tableRows = (file) => {
      const text = readFileSync(join(GUIDE, file), 'utf8');
      const lines = [...text.matchAll(/^\| (.+) \| (.+) \|$/gm)];
      return new Map(lines.map(([, keys, does]) => [keys.replaceAll('`', ''), does]));
    };
    const rows = tableRows('03-flying.md');
    for (const { gesture, does } of [...HELP_MOUSE.map, ...HELP_TOUCH])
      expect([gesture, rows.get(gesture)]).toEqual([gesture, does]);
    for (const { keys, does } of HELP_KEYS.flatMap((group) => group.rows)) {
      const told = [...rows].filter(([, said]) => said === does).map(([said]) => said.replace(' or ', ' '));
      expect([does, ...told]).toEqual([does, keys.join(' ')]);
    }
    const photoRows = tableRows('05-tools.md');
    for (const { keys, does } of HELP_PHOTO_KEYS) expect([does, photoRows.get(keys.join(' '))]).toEqual([does, does]);
  });

  it('has links from chapter to chapter and to the web', async () => {
    chapter('# One\n\nSee [there](02-two.md#a-part) and [the web](https://example.com/).\n');
    chapter('# Two\n\n## A part\n\nText.\n', '02-two.md');
    const parts = ['/D (02-two.md#a-part)', '/URI (https://example.com/)'];
    expect(foundIn(await build(), parts)).toEqual(parts);
  });

  it.each([
    ['a link to nowhere', '# One\n\n[there](03-three.md)\n', /01-one\.md leads to 03-three\.md, which is not there/],
    ['a picture that is missing', '# One\n\n![Words](none.jpg)\n', /none\.jpg/],
    ['a picture without words', '# One\n\n![](none.jpg)\n', /has no alternative text/],
    ['a letter without a glyph', '# One\n\nA tick: ✓\n', /cannot show all of: A tick/],
    ['markup of another kind', '# One\n\n> Said.\n', /no look for blockquote/],
    ['a chapter without a title', 'Text.\n', /01-one\.md begins with its title/],
  ])('stops at %s', async (_, text, reason) => {
    chapter(text);
    await expect(build()).rejects.toThrow(reason);
  });
});

describe('the pages of a guide', () => {
  it('give few lines no page for themselves, and keep a short table on one page', async () => {
    const table = `| a | b |\n|---|---|\n${Array.from({ length: 8 }, (_, i) => `| row ${i} | words |`).join('\n')}\n`;
    const lines = (count) => Array.from({ length: count }, (_, i) => `- item ${i}`).join('\n');
    chapter(`# One\n\n${lines(4)}\n`);
    chapter('# Two\n\nText.\n', '02-two.md');
    const { pageCount } = await build();
    // The first list leaves room for a part of the table only, and the second one for none of it.
    chapter(`# Two\n\n${lines(24)}\n\n${table}\n\nText.\n\n${lines(33)}\n`, '02-two.md');
    expect((await build()).pageCount).toBe(pageCount + 2);
  });

  it('continue a text, a table and a list over as many as these need', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `| row ${i} | some words |`).join('\n');
    const items = Array.from({ length: 60 }, (_, i) => `- item ${i}`).join('\n');
    chapter(`# One\n\n${'Many words in a row. '.repeat(600)}\n\n| a | b |\n|---|---|\n${rows}\n\n${items}\n`);
    expect((await build()).pageCount).toBeGreaterThan(7);
  });
});
