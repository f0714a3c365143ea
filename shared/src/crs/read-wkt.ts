/** A node of a WKT text: `KEYWORD[values and nodes]`. */
export interface WktNode {
  /** Upper case. */
  readonly keyword: string;
  readonly values: readonly (string | number | WktNode)[];
  /** The text of the node itself. */
  readonly text: string;
}

/** What is wrong with a WKT text; a sentence without its subject. */
export class WktError extends Error {
  override readonly name = 'WktError';
}

/** Longer than any coordinate system, with room to spare. */
const MOST_CHARACTERS = 64 * 1024;
const MOST_DEPTH = 32;
const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([A-Za-z_]\w*)|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([[\](),]))/y;

/** Parses WKT 1 (OGC 01-009) or WKT 2 (ISO 19162). Throws `WktError`. */
export function parseWkt(text: string): WktNode {
  if (text.length > MOST_CHARACTERS) throw new WktError(`is longer than ${MOST_CHARACTERS} characters.`);
  const state = { text, at: 0 };
  const node = readNode(state, next(state), 0);
  if (text.slice(state.at).trim() !== '') throw new WktError('continues after its last bracket.');
  return node;
}

interface Token {
  readonly kind: 'text' | 'word' | 'number' | 'mark';
  readonly value: string;
  readonly start: number;
}

function next(state: { text: string; at: number }): Token {
  TOKEN.lastIndex = state.at;
  const match = TOKEN.exec(state.text);
  if (!match) throw new WktError(`cannot be read at character ${state.at + 1}.`);
  const start = state.at + match[0].length - match[0].trimStart().length;
  state.at = TOKEN.lastIndex;
  const [, text, word, number, mark] = match;
  if (text !== undefined) return { kind: 'text', value: text.replaceAll('""', '"'), start };
  if (word !== undefined) return { kind: 'word', value: word, start };
  return number !== undefined ? { kind: 'number', value: number, start } : { kind: 'mark', value: mark!, start };
}

/** The node whose keyword is `head`, with its brackets. */
function readNode(state: { text: string; at: number }, head: Token, depth: number): WktNode {
  if (depth > MOST_DEPTH) throw new WktError(`is nested deeper than ${MOST_DEPTH} levels.`);
  const open = next(state);
  if (head.kind !== 'word' || (open.value !== '[' && open.value !== '(') || open.kind !== 'mark')
    throw new WktError(`cannot be read at character ${head.start + 1}.`);
  const close = open.value === '[' ? ']' : ')';
  const values: (string | number | WktNode)[] = [];
  for (;;) {
    const token = next(state);
    if (token.kind === 'mark') {
      if (token.value === close && values.length === 0) break;
      throw new WktError(`cannot be read at character ${token.start + 1}.`);
    }
    values.push(readValue(state, token, depth));
    const after = next(state);
    if (after.kind === 'mark' && after.value === close) break;
    if (after.kind !== 'mark' || after.value !== ',')
      throw new WktError(`lacks a comma at character ${after.start + 1}.`);
  }
  return { keyword: head.value.toUpperCase(), values, text: state.text.slice(head.start, state.at) };
}

function readValue(state: { text: string; at: number }, token: Token, depth: number): string | number | WktNode {
  if (token.kind === 'text') return token.value;
  if (token.kind === 'number') return Number(token.value);
  // Words without brackets are values too: the directions of axes.
  return /^\s*[[(]/.test(state.text.slice(state.at, state.at + 64)) ? readNode(state, token, depth + 1) : token.value;
}

const isNode = (value: string | number | WktNode): value is WktNode => typeof value === 'object';

/** The node's own children with one of these keywords. */
export const childrenOf = (node: WktNode, ...keywords: string[]): WktNode[] =>
  node.values.filter(isNode).filter(({ keyword }) => keywords.includes(keyword));

/** The first node with one of these keywords at any depth, the node itself included. */
export function findNode(node: WktNode, ...keywords: string[]): WktNode | null {
  if (keywords.includes(node.keyword)) return node;
  for (const child of node.values) {
    const found = isNode(child) ? findNode(child, ...keywords) : null;
    if (found) return found;
  }
  return null;
}

/** The name of a node: its first value. */
export const nameOf = ({ values: [name] }: WktNode): string => (typeof name === 'string' ? name : '');

/** The EPSG code that a node itself has; null where it has none. */
export function epsgOf(node: WktNode): number | null {
  for (const { values } of childrenOf(node, 'AUTHORITY', 'ID')) {
    const [authority, code] = values;
    const number = Number(code);
    if (typeof authority === 'string' && authority.toUpperCase() === 'EPSG' && Number.isInteger(number) && number > 0)
      return number;
  }
  return null;
}

/**
 * Metres of a unit of length on the axes of a node; null where none is stated. WKT 2 may state it for the system or for each
 * axis; `axis` counts from 0.
 */
export function metresPerUnitOf(node: WktNode, axis = 0): number | null {
  const units = ['LENGTHUNIT', 'UNIT'];
  const ofAxis = childrenOf(node, 'AXIS')[axis];
  const unit = (ofAxis && childrenOf(ofAxis, ...units)[0]) ?? childrenOf(node, ...units)[0];
  const factor = unit?.values[1];
  return typeof factor === 'number' && factor > 0 && Number.isFinite(factor) ? factor : null;
}
