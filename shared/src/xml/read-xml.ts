import { SaxesParser } from 'saxes';

// Every runtime has it, but the type library of ECMAScript does not declare it.
declare const TextDecoder: new (coding: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

export interface XmlLimits {
  readonly elements: number;
  readonly depth: number;
}

/** The document is not well-formed or exceeds the limits; `message` is a sentence. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** An element, without namespaces. */
export class XmlElement {
  readonly #children: XmlElement[] = [];
  #text = '';

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  /** Its own text without the spaces around it; not that of its children. */
  get text(): string {
    return this.#text.trim();
  }

  get children(): readonly XmlElement[] {
    return this.#children;
  }

  /** The children of this name, or those at the end of a path of names. */
  all(name: string, ...further: readonly string[]): XmlElement[] {
    const found = this.#children.filter((child) => child.name === name);
    const [next, ...rest] = further;
    return next === undefined ? found : found.flatMap((child) => child.all(next, ...rest));
  }

  /** The first of these. */
  first(name: string, ...further: readonly string[]): XmlElement | undefined {
    return this.all(name, ...further)[0];
  }

  /** The text of the first of these; empty where there is none. */
  textOf(name: string, ...further: readonly string[]): string {
    return this.first(name, ...further)?.text ?? '';
  }

  append(part: XmlElement | string): void {
    if (typeof part === 'string') this.#text += part;
    else this.#children.push(part);
  }
}

/**
 * Reads an XML document in UTF-8 or UTF-16 into its root element. Entities that a document defines are not supported,
 * and using one is an error, so that nothing is expanded. Throws `XmlError`.
 */
export function readXml(bytes: Uint8Array, limits: XmlLimits): XmlElement {
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  const fail = (sentence: string): never => {
    throw new XmlError(sentence);
  };
  const parser = new SaxesParser();
  parser.on('error', () => fail('It is not well-formed XML.'));
  parser.on('doctype', () => fail('It has a document type declaration, which is not accepted.'));
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > limits.elements || open.length >= limits.depth) fail('It has too many elements.');
    const element = new XmlElement(withoutPrefix(name), attributes);
    open.at(-1)?.append(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const append = (text: string) => open.at(-1)?.append(text);
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(decode(bytes)).close();
  return root ?? fail('It is empty.');
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

function decode(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const coding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(coding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlError('Its characters are neither UTF-8 nor UTF-16.');
  }
}
