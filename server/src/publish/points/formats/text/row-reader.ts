import { readSync } from 'node:fs';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { commasIn } from './commas.ts';

/** More numbers in a line have no meaning in any format that is read. */
export const MOST_COLUMNS = 64;
/** A line is not longer than this. */
const BUFFER_BYTES = 1024 * 1024;
const LONGEST_NUMBER = 64;

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const COMMA = 44;
const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const ZERO = 48;
const HASH = 35;
const SLASH = 47;
const SEMICOLON = 59;

/** Numbers of at most 15 digits are exact integers, which one division by a power of ten rounds correctly. */
const EXACT_DIGITS = 15;
const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

const CUT_OFF = -1;

/** Of the start of the text, from which it is decided what commas are. */
const SAMPLE_BYTES = 64 * 1024;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Reads lines of numbers, separated by spaces, tabs, semicolons or commas, without making a text of them. Commas are
 * the sign of decimals where the first lines of the text say so. Lines that begin with “#” or “//” are comments.
 */
export class RowReader {
  /** The numbers of the line that was read last. */
  readonly values = new Float64Array(MOST_COLUMNS);
  /** Lines read so far: the number of the last one, from 1. */
  line = 0;
  /** One byte more than is read into it: a line feed that ends every loop. */
  private readonly bytes = new Uint8Array(BUFFER_BYTES + 1);
  private at = 0;
  private end = 0;
  private isAtEnd = false;
  private isBegun = false;
  /** A second sign between numbers beside blanks and semicolons. */
  private separator = SPACE;
  private decimalSign = POINT;

  /** `position` is the byte where reading starts, in line `line` + 1; `name` is the file in messages. */
  constructor(
    private readonly fd: number,
    private readonly name: string,
    private position = 0,
    line = 0,
  ) {
    this.line = line;
    this.bytes[0] = NEWLINE;
  }

  /**
   * Reads the next line that is neither blank nor a comment into `values` and returns the number of its values; 0 at the end of the file.
   * Infinite numbers and those written as “nan” are NaN. Throws `ImportRefusedError` with the line for anything else
   * that is not a number.
   */
  next(): number {
    while (this.at <= this.end) {
      const columns = this.parseLine();
      if (columns > 0) return columns;
      if (columns === CUT_OFF) this.refill();
    }
    return 0;
  }

  /** Skips a line, blank or not; false at the end of the file. */
  skip(): boolean {
    while (this.at <= this.end) {
      const found = this.bytes.indexOf(NEWLINE, this.at);
      if (found < this.end || this.isAtEnd) {
        this.at = found + 1;
        this.line++;
        return true;
      }
      this.at = this.end;
      this.refill();
    }
    return false;
  }

  /** Of the line that was read last. */
  refuse(reason: string): never {
    throw new ImportRefusedError(this.name, `line ${this.line}`, reason);
  }

  private parseLine(): number {
    const { bytes, end, values, separator, decimalSign } = this;
    let at = this.at;
    for (let columns = 0; ; columns++) {
      let byte = bytes[at]!;
      while (byte === SPACE || byte === TAB || byte === RETURN || byte === separator || byte === SEMICOLON)
        byte = bytes[++at]!;
      if (columns === 0 && (byte === HASH || (byte === SLASH && bytes[at + 1] === SLASH))) {
        at = bytes.indexOf(NEWLINE, at);
        byte = NEWLINE;
      }
      if (byte === NEWLINE) {
        if (at >= end && !this.isAtEnd) return CUT_OFF;
        this.at = at + 1;
        if (at < end || columns > 0) this.line++;
        return columns;
      }
      const start = at;
      const isNegative = byte === MINUS;
      if (isNegative || byte === PLUS) byte = bytes[++at]!;
      let whole = 0;
      let digits = 0;
      let decimals = 0;
      for (let digit = byte - ZERO; digit >= 0 && digit <= 9; digit = byte - ZERO) {
        whole = whole * 10 + digit;
        digits++;
        byte = bytes[++at]!;
      }
      if (byte === decimalSign) {
        byte = bytes[++at]!;
        for (let digit = byte - ZERO; digit >= 0 && digit <= 9; digit = byte - ZERO) {
          whole = whole * 10 + digit;
          decimals++;
          byte = bytes[++at]!;
        }
      }
      digits += decimals;
      const isPlain =
        byte === SPACE ||
        byte === NEWLINE ||
        byte === RETURN ||
        byte === TAB ||
        byte === separator ||
        byte === SEMICOLON;
      if (isPlain && digits > 0 && digits <= EXACT_DIGITS) {
        if (decimals > 0) whole /= POWERS[decimals]!;
        this.put(columns, isNegative ? -whole : whole, values);
      } else {
        at = this.endOfNumber(at);
        if (at >= end && !this.isAtEnd) return CUT_OFF;
        this.put(columns, this.slowNumber(start, at), values);
      }
    }
  }

  private put(column: number, value: number, values: Float64Array): void {
    if (column >= MOST_COLUMNS) this.refuseNext(`has more than ${MOST_COLUMNS} numbers.`);
    values[column] = value;
  }

  private endOfNumber(from: number): number {
    const { bytes, separator } = this;
    let at = from;
    for (let byte = bytes[at]!; ; byte = bytes[++at]!)
      if (
        byte === SPACE ||
        byte === NEWLINE ||
        byte === RETURN ||
        byte === TAB ||
        byte === separator ||
        byte === SEMICOLON
      )
        return at;
  }

  /** Numbers of many digits, with an exponent, or none. */
  private slowNumber(from: number, to: number): number {
    const text = Buffer.from(this.bytes.buffer, from, Math.min(to - from, LONGEST_NUMBER + 1)).toString('latin1');
    if (/^[+-]?(nan|inf|infinity)$/i.test(text)) return Number.NaN;
    const isOther = this.decimalSign === COMMA && text.includes('.');
    const plain = this.decimalSign === COMMA ? text.replace(',', '.') : text;
    if (isOther || text.length > LONGEST_NUMBER || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain))
      this.refuseNext(`has “${text.replace(/[^\x20-\x7e]/g, '?').slice(0, 40)}” where a number is expected.`);
    return Number(plain);
  }

  private refuseNext(reason: string): never {
    this.line++;
    this.refuse(reason);
  }

  private refill(): void {
    this.bytes.copyWithin(0, this.at, this.end);
    this.end -= this.at;
    this.at = 0;
    if (this.end === BUFFER_BYTES) this.refuseNext(`is longer than ${BUFFER_BYTES} bytes.`);
    const read = readSync(this.fd, this.bytes, this.end, BUFFER_BYTES - this.end, this.position);
    this.position += read;
    this.end += read;
    this.bytes[this.end] = NEWLINE;
    this.isAtEnd = read === 0;
    if (!this.isBegun) this.begin(this.position === read);
  }

  private begin(isFileStart: boolean): void {
    this.isBegun = true;
    if (isFileStart && BYTE_ORDER_MARK.every((byte, index) => this.bytes[index] === byte))
      this.at = BYTE_ORDER_MARK.length;
    const length = Math.min(this.end, SAMPLE_BYTES);
    const lines = Buffer.from(this.bytes.buffer, this.at, Math.max(0, length - this.at))
      .toString('latin1')
      .split('\n');
    // The last one is cut off.
    if (length < this.end) lines.pop();
    const commas = commasIn(lines, (line, reason) => {
      throw new ImportRefusedError(this.name, `line ${this.line + line}`, reason);
    });
    if (commas === 'between') this.separator = COMMA;
    else if (commas === 'decimal') this.decimalSign = COMMA;
  }
}
