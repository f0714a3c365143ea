import sanitizeHtml from 'sanitize-html';

const TAGS = 'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s code pre blockquote ul ol li a';

/** Where a link may lead. */
const LINKS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * What the editor of the web app (TipTap's StarterKit with links) can write, and nothing else: no style, class, image or
 * embedded page. Links open outside the product and send no referrer.
 */
const EDITOR_HTML: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'] },
  allowedSchemes: [...LINKS].map((protocol) => protocol.slice(0, -1)),
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: leadsOut(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {},
    }),
    ol: (tagName, { start = '' }) => ({ tagName, attribs: /^\d{1,6}$/.test(start) ? { start } : {} }),
  },
};

/**
 * Whether an address is a complete one of these schemes, as browsers read it: they ignore blanks and line breaks in it.
 */
function leadsOut(href: string): boolean {
  return URL.canParse(href) && LINKS.has(new URL(href).protocol);
}

/**
 * The rich text of a change without everything that the editor does not write. Cleaning it again does not change it.
 */
export const cleanDescription = (html: string): string => sanitizeHtml(html, EDITOR_HTML).trim();

/** The same without any tags, for histories and tables: one line for each block. */
export function descriptionText(html: string): string {
  const withBreaks = html.replaceAll(/<(br|hr)\b[^>]*>|<\/(p|h[1-6]|li|pre|blockquote)>/g, '$&\n');
  const text = sanitizeHtml(withBreaks, { allowedTags: [], allowedAttributes: {} });
  return fromEntities(text)
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

/** The cleaned text has only these four entities, besides plain characters. */
const fromEntities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
