import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Bounds, centreOf, sidesOf, union } from '../bounds.ts';
import type { CadLayer } from './cad-layer.ts';
import type { CadItemDetails } from './cad-model.ts';

/** Longer tags and GUIDs are not searched for, and the tree's format refuses them. */
const LONGEST_TAG = 500;
const LONGEST_GUID = 200;

/** Writes a layer's items as `tree.jsonl` (docs/cad-tree.md), one at a time. `onItem` is called with those written. */
export async function writeTree(
  file: string,
  { items, parts }: CadLayer,
  onItem: (done: number, total: number) => void,
): Promise<void> {
  const boxes = new Map<number, Bounds>();
  for (const { item, box } of parts) {
    const known = boxes.get(item);
    boxes.set(item, known ? union(known, box) : box);
  }
  const stream = createWriteStream(file);
  const ended = finished(stream);
  const write = async (line: object) => {
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
  };
  await write({ format: 'overlook-cad-tree', version: 1 });
  for (const [id, { parent, name, details }] of items.entries()) {
    const box = boxes.get(id);
    await write({
      id,
      ...(parent >= 0 ? { parent } : {}),
      name: storable(name),
      ...(box ? { featureId: id, box: centred(box) } : {}),
      ...described(details()),
    });
    onItem(id + 1, items.length);
  }
  stream.end();
  await ended;
}

function described({ guid, tags = [], floor, properties }: CadItemDetails): object {
  const short = [...new Set(tags.map((tag) => storable(tag)))].filter((tag) => tag !== '' && tag.length <= LONGEST_TAG);
  return {
    ...(floor ? { floor: rounded(floor) } : {}),
    ...(guid && guid.length <= LONGEST_GUID ? { guid: storable(guid) } : {}),
    ...(short.length > 0 ? { tags: short } : {}),
    properties: Object.fromEntries(
      Object.entries(properties).map(([tab, values]) => [
        storable(tab),
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            storable(name),
            typeof value === 'string' ? storable(value) : value,
          ]),
        ),
      ]),
    ),
  };
}

/** A NUL and half a surrogate pair cannot be stored as text. */
const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\u{fffd}');

const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(4)));

function centred(box: Bounds): { center: number[]; size: number[] } {
  return {
    center: rounded(centreOf(box)),
    size: rounded(sidesOf(box)),
  };
}
