/** Texts of people that try to run something in the browsers of others, as a browser reads what the server keeps of them. */
import type { Page } from '@playwright/test';
import { cleanDescription } from '@overlook/server/mocs/clean-description';
import { HOSTILE_HTML } from '@overlook/server/mocs/testing/hostile-html';
import { expect, test } from '../../fixtures/test.ts';

const RULES = {
  elements: 'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s code pre blockquote ul ol li a'.split(' '),
  attributes: ['a href', 'a rel', 'a target', 'ol start'],
  protocols: ['http:', 'https:', 'mailto:', 'tel:'],
};

/**
 * What texts hold besides the editor's elements, attributes and links, by text: as the browser reads them, and as it reads again
 * what it has made of them. Nothing of it is put into a page.
 */
const strangersIn = (page: Page, texts: readonly string[]): Promise<string[][]> =>
  page.evaluate(
    ({ all, elements, attributes, protocols }) =>
      all.map((text) => {
        const first = new DOMParser().parseFromString(text, 'text/html').body;
        const second = new DOMParser().parseFromString(first.innerHTML, 'text/html').body;
        return [first, second].flatMap((body) => {
          const comments = document.createNodeIterator(body, NodeFilter.SHOW_COMMENT).nextNode() ? ['comment'] : [];
          const outside =
            body.ownerDocument.querySelectorAll('head > *, body[onload], frameset').length > 0 ? ['head'] : [];
          const inside = [...body.querySelectorAll('*')].flatMap((element) => {
            const tag = element.localName;
            const isKnown = element.namespaceURI === 'http://www.w3.org/1999/xhtml' && elements.includes(tag);
            const named = element.getAttributeNames().map((name) => `${tag} ${name}`);
            const isLink = element instanceof HTMLAnchorElement && element.hasAttribute('href');
            return [
              ...(isKnown ? [] : [tag]),
              ...named.filter((name) => !attributes.includes(name)),
              ...(isLink && !protocols.includes(element.protocol) ? [element.protocol] : []),
            ];
          });
          return [...comments, ...outside, ...inside];
        });
      }),
    { all: texts, ...RULES },
  );

test('a cleaned description has only what the editor writes, as a browser reads it', async ({ page }) => {
  await page.goto('about:blank');
  for (const [group, texts] of Object.entries(HOSTILE_HTML)) {
    const before = await strangersIn(page, texts);
    expect(before.filter((found) => found.length > 0).length, `texts of ${group} that have something`).toBeGreaterThan(
      2,
    );
    const after = await strangersIn(page, texts.map(cleanDescription));
    const harmful = texts.flatMap((text, i) =>
      after[i]!.length > 0 ? [{ text: text.slice(0, 200), found: after[i] }] : [],
    );
    expect(harmful, group).toEqual([]);
  }
});
