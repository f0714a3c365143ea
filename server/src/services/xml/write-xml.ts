/** Name, attributes and content of an element. Attributes and children that are null are omitted. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly content: string | readonly (XmlNode | null)[];
}

export const element = (
  name: string,
  attributes: XmlNode['attributes'],
  ...children: readonly (XmlNode | readonly XmlNode[] | null)[]
): XmlNode => ({ name, attributes, content: children.flat() });

/** An element with text only; null for a blank one. */
export function textElement(name: string, text: string | number): XmlNode | null {
  const content = String(text);
  return isBlankInXml(content) ? null : { name, attributes: {}, content: printable(content) };
}

/** Whether a text is invisible once it is written. */
export const isBlankInXml = (text: string): boolean => printable(text).trim() === '';

/** A document, indented. */
export const xmlDocument = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write({ name, attributes, content }: XmlNode, indent: string): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([key, value]) => ` ${key}="${escape(value).replaceAll(/[\t\n\r]/g, ' ')}"`)
    .join('');
  const start = `${indent}<${name}${written}`;
  if (typeof content === 'string') return `${start}>${escape(content)}</${name}>\n`;
  const children = content.map((child) => (child ? write(child, `${indent}  `) : '')).join('');
  return children === '' ? `${start}/>\n` : `${start}>\n${children}${indent}</${name}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => printable(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

/** XML 1.0 §2.2 has no place for other characters, not even escaped. */
const printable = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
