/** The constants of `shared/src/config` as tables: name, value and the comment above each. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as config from '@overlook/shared/config';
import { cell, table } from './markdown.ts';

const CONSTANTS: Readonly<Record<string, unknown>> = { ...config };
const FOLDER = join(import.meta.dirname, '../../shared/src/config');

export interface CommentedName {
  /** `NAME`, or `NAME.key` inside an object. */
  readonly name: string;
  readonly comment: string;
}

/**
 * The exported constants of a formatted source file with the comment above each, keys of an object one level down
 * included. It relies on the formatter: a declaration begins a line, and a key of an object is indented by two spaces.
 */
export function commentedNames(source: string): CommentedName[] {
  const names: CommentedName[] = [];
  let comment: string[] = [];
  let constant: string | null = null;
  for (const line of source.split('\n')) {
    const text = /^\s*(?:\/\*\*|\*\/|\*|\/\/)\s?(.*?)\s*(?:\*\/)?$/.exec(line)?.[1];
    const [, declared] = /^export const (\w+)/.exec(line) ?? [];
    const [, key] = /^ {2}(\w+): /.exec(line) ?? [];
    if (text !== undefined) {
      if (text) comment.push(text);
      continue;
    }
    if (declared) constant = declared;
    const name = declared ?? (key && constant ? `${constant}.${key}` : null);
    if (name) names.push({ name, comment: comment.join(' ') });
    else if (/^[})\]]/.test(line)) constant = null;
    // Constants without a line between them share the comment of the first.
    if (line === '' || name) comment = [];
  }
  return names;
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueOf(name: string): unknown {
  const [constant, key] = name.split('.');
  const value = CONSTANTS[constant!];
  return key === undefined ? value : (value as Record<string, unknown>)[key];
}

const written = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
};

function rowsOf(names: readonly CommentedName[]): string[][] {
  return names
    .filter(({ name }) => valueOf(name) !== undefined && typeof valueOf(name) !== 'function')
    .map(({ name, comment }) => {
      // The keys of an object are rows of their own after it.
      const hasRows = isTable(valueOf(name)) && names.some((other) => other.name.startsWith(`${name}.`));
      return [`\`${name}\``, hasRows ? '' : cell(written(valueOf(name))), cell(comment)];
    });
}

/** One section for each file that has constants. */
export function constantsDocument(): string {
  const sections = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
    .sort()
    .map((file) => ({ file, rows: rowsOf(commentedNames(readFileSync(join(FOLDER, file), 'utf8'))) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ file, rows }) => `## ${file.replace('.ts', '')}\n\n${table(['constant', 'value', 'meaning'], rows)}`);
  return ['# Constants', 'Limits, times and sizes of the product (`shared/src/config`).', ...sections].join('\n\n');
}
