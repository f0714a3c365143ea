import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { LAS_SINGLE_RETURN, lasHead, lasRecordBytes } from '@overlook/shared/points';
import { RECORD, RECORD_BYTES } from '../record.ts';
import { GridBounds } from './grid-bounds.ts';
import { PartFile } from './part-file.ts';
import type { CreatePointWriter, PointFileFacts, PointWriter } from './point-writer.ts';
import { type RecordViews, SHORTS, viewRecords, widenColors } from './record-views.ts';

const RETURNS = 15;
const BYTES_WITHOUT_COLORS = lasRecordBytes(false);

/**
 * LAS 1.4 in point data record format 7, or 6 where there are no colours, with the coordinate system as WKT. Colours of 8 bits
 * fill 16, as the standard asks; points whose number of returns is not known are single returns.
 */
export const createLasWriter: CreatePointWriter = (path, facts) => new LasWriter(path, facts);

class LasWriter implements PointWriter {
  readonly #file: PartFile;
  readonly #facts: PointFileFacts;
  readonly #bounds = new GridBounds();
  readonly #returns = Array.from({ length: RETURNS }, () => 0);
  #points = 0;
  #packed = new Uint8Array(0);

  constructor(path: string, facts: PointFileFacts) {
    this.#facts = facts;
    this.#file = new PartFile(path);
    this.#file.append(this.#head());
  }

  write(records: Uint8Array, count: number): void {
    const { fields, isColor8Bit } = this.#facts;
    const isAltered = !fields.returns || (fields.color && isColor8Bit);
    const views = viewRecords(isAltered ? records.slice(0, count * RECORD_BYTES) : records, count);
    if (!fields.returns) fillReturns(views);
    if (fields.color && isColor8Bit) widenColors(views.shorts);
    this.#bounds.add(views);
    this.#countReturns(views);
    this.#file.append(fields.color ? views.bytes : this.#withoutColors(views, count));
    this.#points += count;
  }

  finish(): { points: number; sizeBytes: number } {
    this.#file.replace(this.#head(), 0);
    this.#file.finish();
    return { points: this.#points, sizeBytes: this.#file.sizeBytes };
  }

  discard(): void {
    this.#file.discard();
  }

  #countReturns({ bytes }: RecordViews): void {
    for (let at = RECORD.returns; at < bytes.length; at += RECORD_BYTES) {
      const number = bytes[at]! & 15;
      if (number > 0) this.#returns[number - 1]! += 1;
    }
  }

  #withoutColors({ shorts }: RecordViews, count: number): Uint8Array {
    if (this.#packed.length < count * BYTES_WITHOUT_COLORS) this.#packed = new Uint8Array(count * BYTES_WITHOUT_COLORS);
    const packed = new Uint16Array(this.#packed.buffer);
    for (let i = 0, to = 0; i < count; i++)
      for (let from = i * SHORTS, end = from + BYTES_WITHOUT_COLORS / 2; from < end;) packed[to++] = shorts[from++]!;
    return this.#packed.subarray(0, count * BYTES_WITHOUT_COLORS);
  }

  #head(): Uint8Array {
    const { grid, fields, coordinateSystem, gpsTimes } = this.#facts;
    return lasHead({
      hasColors: fields.color,
      grid,
      ...this.#bounds.inUnits(grid),
      points: this.#points,
      returns: this.#returns,
      wkt: coordinateSystem.wkt,
      areTimesAdjusted: gpsTimes === 'adjusted',
      software: `${PRODUCT_NAME} ${PRODUCT_VERSION}`,
      createdAt: new Date(),
    });
  }
}

function fillReturns({ bytes }: RecordViews): void {
  for (let at = RECORD.returns; at < bytes.length; at += RECORD_BYTES) bytes[at] = LAS_SINGLE_RETURN;
}
