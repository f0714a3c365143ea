import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { ItemPaths } from './item-paths.ts';
import type { MoreOfObject, PropertySource } from './property-file.ts';
import { LONGEST_LINE, readTextLines } from './text-lines.ts';
import { quoted, readTreeItems } from './tree-format.ts';
import type { TreeShape } from './tree-shape.ts';

/** The data of property files about item `i` of a tree: a line of the file that the check writes for the store step. */
interface MoreOfItem extends MoreOfObject {
  readonly i: number;
}

/**
 * Writes the data of `properties` about the items of a checked tree to `target`, in the order of the tree file. Throws
 * `ContentError` with the item whose data exceeds one line.
 */
export async function writeAdditionalItemData(
  treeFile: string,
  shape: TreeShape,
  properties: PropertySource,
  target: string,
  onItem: () => void,
): Promise<void> {
  const paths = new ItemPaths(shape);
  const output = createWriteStream(target, { flags: 'wx' });
  const ended = finished(output);
  // A failure is thrown below, even when it occurs before the promise is awaited.
  ended.catch(() => undefined);
  let i = 0;
  try {
    for await (const { line, item } of readTreeItems(treeFile)) {
      const more = properties.of({ path: paths.of(i, item.name), guid: item.guid ?? null, name: item.name });
      if (more) {
        const text = `${JSON.stringify({ i, ...more } satisfies MoreOfItem)}\n`;
        if (Buffer.byteLength(text) > LONGEST_LINE)
          throw new MalformedContentError(
            `line ${line}, item ${quoted(item.name)}`,
            `gets more than ${LONGEST_LINE} bytes from the property files.`,
          );
        if (!output.write(text)) await Promise.race([once(output, 'drain'), ended]);
      }
      i++;
      onItem();
    }
  } finally {
    output.end();
  }
  await ended;
}

/** Reads the file of `writeAdditionalItemData`, one line at a time. */
export class AdditionalItemData {
  readonly #lines: AsyncGenerator<{ text: string }, void>;
  #next: MoreOfItem | null | undefined;

  constructor(file: string) {
    this.#lines = readTextLines(file);
  }

  /** The properties of item `i`; null without any. Items must be requested in ascending order. */
  async of(i: number): Promise<MoreOfObject | null> {
    if (this.#next === undefined) await this.#read();
    if (this.#next?.i !== i) return null;
    const more = this.#next;
    await this.#read();
    return more;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#lines.return();
  }

  async #read(): Promise<void> {
    const { value } = await this.#lines.next();
    this.#next = value ? (JSON.parse(value.text) as MoreOfItem) : null;
  }
}
