import { MalformedContentError } from './content-errors.ts';
import type { JsonPath } from './content-paths.ts';
import { parseJsonBytes } from './json-bytes.ts';

/** A JSON object whose fields have not been checked yet. */
// oxlint-disable-next-line typescript/no-explicit-any -- foreign JSON: the readers check each field where they use it
export type ForeignJson = Record<string, any>;

/**
 * A value inside a JSON document together with its place, so that an error can name the place. Reading through it
 * checks the type and throws `ContentError` with the path, as in "root.children[2].content.uri".
 */
export class JsonNode {
  constructor(
    readonly value: unknown,
    private readonly parent: JsonNode | null = null,
    private readonly key: string | number = '',
  ) {}

  /** Path from the document's root; a named document (a glTF inside a tile) begins with its name. */
  get place(): string {
    if (!this.parent) return this.key === '' ? 'document' : String(this.key);
    const above = this.parent.parent || this.parent.key !== '' ? this.parent.place : '';
    if (typeof this.key === 'number') return `${above}[${this.key}]`;
    return above === '' ? this.key : `${above}.${this.key}`;
  }

  fail(reason: string): never {
    throw new MalformedContentError(this.place, reason);
  }

  get isPresent(): boolean {
    return this.value !== undefined;
  }

  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }

  /** The member of an object; absent members are nodes with `isPresent` false. */
  get(key: string): JsonNode {
    if (!this.isObject) this.fail('should be an object.');
    return new JsonNode(
      Object.hasOwn(this.value as object, key) ? (this.value as Record<string, unknown>)[key] : undefined,
      this,
      key,
    );
  }

  /** The member when it is there, else null. */
  optional(key: string): JsonNode | null {
    if (this.isObject && !Object.hasOwn(this.value as object, key)) return null;
    const found = this.get(key);
    return found.isPresent ? found : null;
  }

  /** The whole number of at least 0 under `key`; `otherwise` where it is absent. Long documents have many, so it makes no nodes. */
  integerAt(key: string, otherwise?: number): number {
    const value = this.isObject ? (this.value as Record<string, unknown>)[key] : null;
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    return value === undefined && otherwise !== undefined ? otherwise : this.get(key).integer();
  }

  /** The index under `key` into a list of `end` entries; null where it is absent. */
  indexAt(key: string, end: number, of: string): number | null {
    const index = this.integerAt(key, -1);
    if (index < 0) return null;
    return index < end ? index : this.get(key).index(end, of);
  }

  /** The indices under `key` into a list of `end` entries; none where it is absent. */
  indicesAt(key: string, end: number, of: string): readonly number[] {
    const value = this.isObject ? (this.value as Record<string, unknown>)[key] : null;
    const isIndex = (index: unknown) =>
      Number.isSafeInteger(index) && (index as number) >= 0 && (index as number) < end;
    if (Array.isArray(value) && value.every(isIndex)) return value as number[];
    return this.list(key).map((item) => item.index(end, of));
  }

  /** The node that names and indices lead to, from the outside in. */
  follow(path: JsonPath): JsonNode {
    return path.reduce<JsonNode>(
      (node, key) => (typeof key === 'string' ? node.get(key) : (node.items()[key] ?? node.fail('is too short.'))),
      this,
    );
  }

  keys(): string[] {
    if (!this.isObject) this.fail('should be an object.');
    return Object.keys(this.value as object);
  }

  /** The items of an array. */
  items(): JsonNode[] {
    if (!Array.isArray(this.value)) this.fail('should be an array.');
    return this.value.map((item, index) => new JsonNode(item, this, index));
  }

  /** The items of the array under `key`, none when it is absent. */
  list(key: string): JsonNode[] {
    return this.optional(key)?.items() ?? [];
  }

  string(): string {
    if (typeof this.value !== 'string') this.fail(this.isPresent ? 'should be a string.' : 'is missing.');
    return this.value;
  }

  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value))
      this.fail(this.isPresent ? 'should be a finite number.' : 'is missing.');
    return this.value;
  }

  /** A whole number of at least `least`. */
  integer(least = 0): number {
    const value = this.number();
    if (!Number.isSafeInteger(value) || value < least) this.fail(`should be a whole number of at least ${least}.`);
    return value;
  }

  /** A whole number below `end`: an index into a list of that length. */
  index(end: number, of: string): number {
    const value = this.integer();
    if (value >= end) this.fail(`is ${value}, but there are only ${end} ${of}.`);
    return value;
  }

  /** Exactly `count` finite numbers. */
  numbers(count: number): number[] {
    const { value } = this;
    if (!Array.isArray(value) || value.length !== count) this.fail(`should be an array of ${count} numbers.`);
    const wrong = value.findIndex((item) => typeof item !== 'number' || !Number.isFinite(item));
    if (wrong >= 0) this.items()[wrong]!.number();
    return value.slice();
  }
}

/** Parses UTF-8 JSON. `name` begins the places inside it ("glTF"); `place` is where the text itself lies. */
export const parseJson = (bytes: Uint8Array, name = '', place = 'document'): JsonNode =>
  new JsonNode(parseJsonBytes(bytes, place), null, name);
