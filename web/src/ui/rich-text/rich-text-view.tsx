import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import css from './rich-text.module.css';

/** Allowed elements; of any other only the content is shown. */
const TAGS = new Set('p h1 h2 h3 h4 h5 h6 strong b em i u s code pre blockquote ul ol li br hr a'.split(' '));
/** Elements whose content is no text for people. */
const LEFT_OUT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math']);
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Rich text for reading. The HTML is parsed outside the page, and only elements of this list are created from it,
 * without attributes except the address of a link, so that no code in it can run.
 */
export function RichTextView({ html }: { html: string }) {
  const content = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return <div className={css.text}>{content}</div>;
}

const nodesOf = (parent: Node): ReactNode =>
  [...parent.childNodes].map((node, index) => <Fragment key={index}>{nodeOf(node)}</Fragment>);

function nodeOf(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (LEFT_OUT.has(tag)) return null;
  if (!TAGS.has(tag)) return nodesOf(node);
  if (tag === 'br' || tag === 'hr') return createElement(tag);
  if (tag === 'a') return linkOf(node);
  // A page has its own headings; those of a text lie below them.
  if (/^h\d$/.test(tag)) return <p className={css.heading}>{nodesOf(node)}</p>;
  return createElement(tag, null, nodesOf(node));
}

function linkOf(node: Element): ReactNode {
  const href = node.getAttribute('href') ?? '';
  if (!URL.canParse(href) || !SCHEMES.has(new URL(href).protocol)) return nodesOf(node);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {nodesOf(node)}
    </a>
  );
}
