import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDescription, descriptionText } from './clean-description.ts';
import { HOSTILE_HTML } from './testing/hostile-html.ts';

const TAGS = 'p|br|hr|h[1-6]|strong|b|em|i|u|s|code|pre|blockquote|ul|ol|li';
const LINK = 'a(?: href="(?:https?|mailto|tel):[^"<>]*")?(?: target="_blank" rel="noopener noreferrer nofollow")?';
const ALLOWED_TAG = new RegExp(String.raw`^</?(?:${TAGS}|ol start="\d+"|${LINK}|a)(?: /)?>$`);

/** Every tag in cleaned text, however it may be read: from a "<" on to the next ">". */
const tagsIn = (html: string): string[] => html.match(/<[^>]*>?/g) ?? [];

function expectHarmless(html: string): void {
  const cleaned = cleanDescription(html);
  for (const tag of tagsIn(cleaned)) expect(tag, `of ${html.slice(0, 200)}`).toMatch(ALLOWED_TAG);
  expect(cleanDescription(cleaned)).toBe(cleaned);
}

describe('the rich text of a change', () => {
  it('keeps everything that the editor writes', () => {
    const written = [
      '<h1>Title</h1><h2>A</h2><h3>B</h3><p>One<br />two <strong>bold</strong> <em>slanted</em> <u>under</u> <s>gone</s></p>',
      '<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul><ol start="3"><li><p>d</p></li></ol>',
      '<blockquote><p>quoted &amp; &lt;b&gt;</p></blockquote><pre><code>if (a &lt; b) {}</code></pre><hr />',
      '<p>漢字 ü 🚒 مرحبا</p>',
    ].join('');
    expect(cleanDescription(written)).toBe(written);
    const link = (href: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">x</a>`;
    for (const href of ['https://a.example/?b=1&amp;c=2', 'mailto:a@b.example', 'tel:+61'])
      expect(cleanDescription(`<a class="z" href="${href}" target="_self">x</a>`)).toBe(link(href));
  });

  it.each(Object.entries(HOSTILE_HTML))('is harmless after cleaning: %s', (_group, texts) => {
    for (const html of texts) expectHarmless(html);
  });

  it('loses the address of a link that runs code, and the text of scripts', () => {
    expect(cleanDescription('<a href="javascript:alert(1)">x</a>')).not.toContain('href');
    expect(cleanDescription('<p>a<script>alert(1)</script><style>b{}</style></p>')).toBe('<p>a</p>');
  });

  it('is harmless for any text made of pieces of HTML', () => {
    const signs = '< > </ /> " \' ` = & ; &lt; &#60; <!-- --> <![CDATA[ ]]>';
    const words = 'script img a p svg style math textarea href src onerror javascript: ol start';
    const piece = fc.oneof(fc.constantFrom(' ', ...`${signs} ${words}`.split(' ')), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectHarmless(pieces.join(''))),
      { numRuns: 2000 },
    );
  });
});

describe('its plain text', () => {
  it('has one line for each block, and the decoded characters', () => {
    const html = '<h1>Why</h1><p>a &lt; b &amp;amp; c<br />next</p><ul><li><p>one</p></li></ul>';
    expect(descriptionText(cleanDescription(html))).toBe('Why\na < b &amp; c\nnext\none');
  });
});
