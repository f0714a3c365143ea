import type { TableBytes } from '@overlook/shared/tiles3d';
import { COMPONENT_TYPES, readComponents } from '../accessors.ts';
import type { ComponentArray } from '../content.ts';
import { MalformedContent } from '../content-errors.ts';
import { type ForeignJson, parseJsonObject } from '../foreign-json.ts';

/** JSON and binary of a feature or batch table of 3D Tiles 1.0. */
export interface TableSections {
  json: ForeignJson;
  /** View into the file. */
  binary: Uint8Array;
}

/** Parses a table of the file `name`; `what` says which. Throws MalformedContent. */
export const readTable = ({ json, binary }: TableBytes, name: string, what: string): TableSections => ({
  json: parseJsonObject(json, name, what),
  binary,
});

/** Global and per-feature semantics of a feature table (3D Tiles 1.0, "Feature Table"). */
export class FeatureTable {
  constructor(
    readonly sections: TableSections,
    readonly name: string,
  ) {}

  has(semantic: string): boolean {
    return this.sections.json[semantic] !== undefined;
  }

  /** A count such as POINTS_LENGTH; 0 when it is not there. */
  count(semantic: string): number {
    const value = this.global(semantic, 5125, 1)?.[0] ?? 0;
    if (Number.isInteger(value) && value >= 0) return value;
    throw new MalformedContent(`${this.name}: ${semantic} is ${value}.`);
  }

  /** The same where it must be there. Throws MalformedContent. */
  requiredCount(semantic: string): number {
    if (!this.has(semantic)) throw new MalformedContent(`${this.name}: ${semantic} is missing.`);
    return this.count(semantic);
  }

  /** Numbers given once for the whole file, inline or in the binary; null when not there. */
  global(semantic: string, componentType: number, size: number): number[] | null {
    const value: unknown = this.sections.json[semantic];
    if (value === undefined) return null;
    if (typeof value === 'number') return [value];
    if (Array.isArray(value) && value.length === size && value.every((n) => typeof n === 'number')) return value;
    const byteOffset = (value as { byteOffset?: unknown } | null)?.byteOffset;
    if (typeof byteOffset === 'number') return [...this.#read(semantic, { componentType, count: 1, size, byteOffset })];
    throw new MalformedContent(`${this.name}: ${semantic} is not ${size} numbers.`);
  }

  /** A centre in metres (RTC_CENTER, QUANTIZED_VOLUME_OFFSET …) or null. */
  vector(semantic: string): [number, number, number] | null {
    return this.global(semantic, 5126, 3) as [number, number, number] | null;
  }

  /** Values for `count` features as an array of its own; null when not there. An explicit componentType wins. */
  values(semantic: string, componentType: number, size: number, count: number): ComponentArray | null {
    const property: ForeignJson | undefined = this.sections.json[semantic];
    if (property === undefined) return null;
    const declared = COMPONENT_TYPES[property?.['componentType']] ?? componentType;
    const byteOffset = property?.['byteOffset'];
    return this.#read(semantic, { componentType: declared, count, size, byteOffset });
  }

  #read(semantic: string, range: Parameters<typeof readComponents>[1]): ComponentArray {
    return readComponents(this.sections.binary, range, `${this.name}, ${semantic}`);
  }
}
