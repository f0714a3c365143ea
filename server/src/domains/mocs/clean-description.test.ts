import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDescription, descriptionText } from './clean-description.ts';

const TAGS = 'p|br|hr|h[1-6]|strong|b|em|i|u|s|code|pre|blockquote|ul|ol|li';
const LINK = 'a(?: href="(?:https?|mailto|tel):[^"<>]*")?(?: target="_blank" rel="noopener noreferrer nofollow")?';
const ALLOWED_TAG = new RegExp(String.raw`^</?(?:${TAGS}|ol start="\d+"|${LINK}|a)(?: /)?>$`);

/** Every tag in cleaned text, however it may be read: from a "<" on to the next ">". */
const tagsIn = (html: string): string[] => html.match(/<[^>]*>?/g) ?? [];

function expectHarmless(html: string): void {
  const cleaned = cleanDescription(html);
  for (const tag of tagsIn(cleaned)) expect(tag, `of ${html}`).toMatch(ALLOWED_TAG);
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

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x.example/a.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<<script>alert(1);//<</script>',
    '<script/xss src="a.js"></script>',
    '<img src=x onerror=alert(1)>',
    '<img src="javascript:alert(1)">',
    '<IMG """><SCRIPT>alert("XSS")</SCRIPT>">',
    '<img/src=`x`onerror=alert(1)//',
    '<svg onload=alert(1)>',
    '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object><embed src="//x.example/a.swf">',
    '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="//x.example/"><link rel=stylesheet href=//x>',
    '<style>*{background:url(//x.example)}</style><div style="position:fixed;inset:0">x</div>',
    '<p onclick="alert(1)" style="color:red" class="x" id="root">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="jav\nascript:alert(1)">x</a>',
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
    '<a href="java\0script:alert(1)">x</a>',
    '<a href="vbscript:x">x</a><a href="data:text/html;base64,PHNjcmlwdD4=">x</a><a href="file:///etc/passwd">x</a>',
    '<a href="//x.example">x</a><a href="\\\\x.example">x</a><a href="/\\x.example">x</a>',
    '<a href=x" onmouseover="alert(1)">x</a>',
    '<a href="https://x.example/&quot; onclick=&quot;alert(1)">x</a>',
    '<a target="_top" ping="//x.example" download href="#">x</a>',
    '<template><script>alert(1)</script></template><textarea><img src=x onerror=alert(1)></textarea>',
    '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)><details open ontoggle=alert(1)>',
    '<!--<img src="--><img src=x onerror=alert(1)//">',
    '<![CDATA[<script>alert(1)</script>]]><?xml version="1.0"?><!DOCTYPE html>',
    '<ol start="1&quot; onclick=&quot;alert(1)"><li>x</li></ol>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<p/onmouseover=alert(1)>x',
    '＜script＞alert(1)＜/script＞',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<marquee onstart=alert(1)>x</marquee><xss onpointerrawupdate=alert(1)>',
    `${'<b>'.repeat(5000)}x`,
    '<',
    '<p',
    '<a href="',
  ])('is harmless after cleaning: %s', (html) => {
    expectHarmless(html);
  });

  it('loses the address of a link that runs something, and the text of scripts', () => {
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
  it('has one line for each block and the letters that were meant', () => {
    const html = '<h1>Why</h1><p>a &lt; b &amp;amp; c<br />next</p><ul><li><p>one</p></li></ul>';
    expect(descriptionText(cleanDescription(html))).toBe('Why\na < b &amp; c\nnext\none');
  });
});
