/** Texts that try to run code in the browsers of other people. A browser reads what the server has stored of them. */
import type { Page } from '@playwright/test';
import { cleanDescription } from '@overlook/server/mocs/clean-description';
import { HOSTILE_HTML } from '@overlook/server/mocs/testing/hostile-html';
import { aMoc, archiveMocs } from '../../fixtures/a-moc.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { expect, openAs, siteId, test } from '../../fixtures/test.ts';

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

test('a cleaned description has only elements that the editor writes, as a browser reads it', async ({ page }) => {
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

test('markup in names, numbers and comments is text, and that in a description does nothing', async ({ page }) => {
  await page.addInitScript(() => {
    (globalThis as { ran?: (n: number) => void }).ran = () => void (document.documentElement.dataset['ran'] = 'yes');
  });
  const name = `<img src=x onerror=ran(1)> ${Date.now().toString(36)}`;
  const id = await aMoc(name);
  const token = await openAs(page, 'admin', { site: 'ridgeway', path: '/mocs' });
  const path = `${ORIGIN}/api/sites/${await siteId(page.request, token, 'ridgeway')}/mocs/${id}`;
  const groups = ['malformed tags', 'SVG, MathML and namespaces', 'text that changes when it is read again'];
  // The server refuses a text with control characters as a whole.
  const description = groups
    .flatMap((group) => HOSTILE_HTML[group]!)
    .join('\n')
    .replaceAll(/[^\P{Cc}\n]/gu, '');
  const saved = await page.request.post(path, {
    headers: { authorization: `Bearer ${token}` },
    data: { moc: { description: `<p>Seen.</p>${description}`, documentNumber: '"><svg onload=ran(1)>' } },
  });
  expect(saved.status(), await saved.text()).toBe(200);

  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('"><svg onload=ran(1)>');
  await row.getByRole('button', { name }).first().click();
  await expect(row.getByText('Seen.')).toBeVisible();
  await row.getByRole('button', { name: 'Comments' }).click();
  const comment = '</p><script>ran(1)</script><img src=x onerror=ran(1)>';
  await row.getByRole('textbox', { name: 'Comment' }).fill(comment);
  await row.getByRole('button', { name: 'Add comment' }).click();
  await expect(row.getByText(comment, { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'History' }).click();
  await expect(row.getByText(/documentNumber: MOC-1/)).toBeVisible();

  await page.goto(`/mocs/edit/${id}`);
  await expect(page.getByRole('textbox', { name: 'Description' })).toContainText('Seen.');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  for (const strange of ['[onerror]', '[onload]', '[onclick]', 'iframe', 'body script', '[style*="x.example"]'])
    await expect(page.getByRole('dialog').locator(strange), strange).toHaveCount(0);
  await expect(page.locator('html[data-ran]')).toHaveCount(0);
  await archiveMocs([name]);
});
