import { closeSync, openSync } from 'node:fs';
import { IfcAPI, LogLevel } from 'web-ifc';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { checkStepFrame } from './step-frame.ts';
import { readStepFacts } from './step-references.ts';
import { type ReadStep, withUnsetAttributes } from './unset-attributes.ts';

/** An attribute as web-ifc gives it: a typed value, an enumeration, a reference, a list of these, or nothing. */
export interface IfcValue {
  readonly value?: unknown;
  /** web-ifc's kind of token; 5 is a reference to another line. */
  readonly type?: number;
  /** Name of the measure or type in capitals: IFCLENGTHMEASURE. */
  readonly name?: string;
}
export type IfcAttribute = IfcValue | readonly IfcAttribute[] | number | string | boolean | null | undefined;

/** One line of the file, its attributes by name. */
export type IfcLine = Readonly<Record<string, IfcAttribute>> & { readonly expressID: number; readonly type: number };

const REFERENCE = 5;
/** Characters that a database cannot store as text. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const RAW_LINES_AT_ONCE = 2000;

/** An open IFC file, read line by line on demand. It stays open until `close` or the end of the process. */
export class IfcFile {
  readonly api: IfcAPI;
  readonly model: number;
  /** Lines that refer to a missing line. */
  readonly brokenLines: ReadonlySet<number>;
  readonly #fd: number;

  private constructor(api: IfcAPI, model: number, brokenLines: ReadonlySet<number>, fd: number) {
    this.api = api;
    this.model = model;
    this.brokenLines = brokenLines;
    this.#fd = fd;
  }

  /** Throws `ContentError` for a file that is not IFC, is cut off, or has an unknown schema. */
  static async open(filePath: string): Promise<IfcFile> {
    const fd = openSync(filePath, 'r');
    try {
      checkStepFrame(fd);
      const { brokenLines, misplaced } = readStepFacts(fd);
      const api = new IfcAPI();
      await api.Init();
      api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
      const model = openModel(api, withUnsetAttributes(fd, misplaced));
      return new IfcFile(api, model, brokenLines, fd);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  close(): void {
    this.api.Dispose();
    closeSync(this.#fd);
  }

  /** The line of that number; null where there is none or it does not follow its schema. */
  line(expressId: number | null): IfcLine | null {
    if (expressId === null) return null;
    try {
      return (this.api.GetLine(this.model, expressId) as IfcLine | undefined) ?? null;
    } catch {
      return null;
    }
  }

  /** The lines of these numbers, without missing ones. */
  lines(expressIds: readonly number[]): IfcLine[] {
    try {
      const lines = this.api.GetLines(this.model, [...expressIds]) as (IfcLine | undefined)[];
      return lines.filter((line) => line !== undefined);
    } catch {
      return expressIds.flatMap((id) => this.line(id) ?? []);
    }
  }

  /** Numbers of all lines of a class and, on request, of its subclasses, in the order of the file's numbers. */
  idsOf(type: number, { withSubtypes = false } = {}): number[] {
    return [...this.api.GetLineIDsWithType(this.model, type, withSubtypes)].sort((a, b) => a - b);
  }

  /** Attributes of all lines of a class by position: for relations, which may be as numerous as objects. */
  *rawLinesOf(type: number): Generator<readonly IfcAttribute[], void> {
    const ids = this.idsOf(type);
    for (let from = 0; from < ids.length; from += RAW_LINES_AT_ONCE) {
      const lines = this.api.GetRawLinesData(this.model, ids.slice(from, from + RAW_LINES_AT_ONCE));
      for (const line of lines) yield line.arguments as IfcAttribute[];
    }
  }

  typeOf(expressId: number): number {
    return this.api.GetLineType(this.model, expressId) as number;
  }

  /** The class as IFC writes it: IfcWallStandardCase. */
  classOf(type: number): string {
    return this.api.GetNameFromTypeCode(type);
  }
}

/** Why a file is refused that web-ifc cannot read. */
export const DAMAGED = 'The file is damaged: its lines cannot be read.';

function openModel(api: IfcAPI, read: ReadStep): number {
  let model = -1;
  try {
    model = api.OpenModelFromCallback(read, { COORDINATE_TO_ORIGIN: false });
  } catch {
    throw new MalformedContentError('DATA', DAMAGED);
  }
  if (model < 0) throw new MalformedContentError('DATA', DAMAGED);
  return model;
}

/** The number of the line that an attribute refers to; null for anything else. */
export function referenceOf(attribute: IfcAttribute): number | null {
  if (typeof attribute !== 'object' || attribute === null || Array.isArray(attribute)) return null;
  const { type, value } = attribute as IfcValue;
  return type === REFERENCE && typeof value === 'number' && value > 0 ? value : null;
}

/** The numbers of all lines that an attribute, or anything in its lists, refers to. */
export function referencesOf(attribute: IfcAttribute): number[] {
  if (Array.isArray(attribute)) return (attribute as readonly IfcAttribute[]).flatMap(referencesOf);
  const one = referenceOf(attribute);
  return one === null ? [] : [one];
}

/** A text attribute with its escapes decoded, trimmed; null where there is none or it is empty. */
export function textOf(attribute: IfcAttribute): string | null {
  const value = plainOf(attribute);
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).replace(UNSTORABLE, '').trim() || null;
}

/** A number attribute; null for anything else. */
export function numberOf(attribute: IfcAttribute): number | null {
  const value = plainOf(attribute);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** What is inside a typed value. */
export function plainOf(attribute: IfcAttribute): unknown {
  return typeof attribute === 'object' && attribute !== null && 'value' in attribute ? attribute.value : attribute;
}
