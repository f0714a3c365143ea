import { stat } from 'node:fs/promises';
import { type Mat4, IDENTITY } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { inFile } from '../../errors/import-refused.ts';
import { quoted, readTreeHead, TREE_FILE, type TreeHead } from './tree-format.ts';
import { readTreeShape, type TreeShape } from './tree-shape.ts';
import { writeAdditionalItemData } from './additional-item-data.ts';
import type { PropertyReport, PropertySource } from './property-file.ts';

/** A tree file that was read to its end and found good; sent between processes. */
export interface CheckedTree {
  /** Absolute path. */
  file: string;
  head: TreeHead;
  shape: TreeShape;
  /** From the frame of its boxes to ECEF. */
  toEcef: Mat4;
  /** The data of property files about its items (`AdditionalItemData`), and their results. */
  more: { file: string; report: PropertyReport } | null;
  /** Size and time of change, to notice a changed file. */
  fingerprint: string;
}

export interface CheckTreeOptions {
  /** Null where the layer has several tilesets, each with its own frame. */
  toEcef: Mat4 | null;
  /** Property files, and the absolute path of the output file with their data. */
  properties: { source: PropertySource; target: string } | null;
  onItem?: ((count: number) => void) | undefined;
}

const fingerprintOf = async (file: string): Promise<string> => {
  const { size, mtimeMs } = await stat(file);
  return `${size} ${mtimeMs}`;
};

/** Reads and checks a tree file. Throws `ImportRefusedError` with line, item and reason. */
export async function checkTree(file: string, options: CheckTreeOptions): Promise<CheckedTree> {
  const { toEcef, properties, onItem } = options;
  return inFile(TREE_FILE, async () => {
    const fingerprint = await fingerprintOf(file);
    const head = await readTreeHead(file);
    const names = head.sources.map((source) => source.name);
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) throw new MalformedContentError('line 1', `names the source ${quoted(twice)} twice.`);
    const shape = await readTreeShape(file, new Set(names), onItem);
    if (shape.count === 0) throw new MalformedContentError('', 'delivers no item.');
    if (!toEcef && !shape.boxes.every(Number.isNaN))
      throw new MalformedContentError(
        '',
        'has boxes, whose frame is that of one tileset; the models.json lists several.',
      );
    const tree = { file, head, shape, toEcef: toEcef ?? IDENTITY, fingerprint };
    if (!properties) return { ...tree, more: null };
    const { source, target } = properties;
    await writeAdditionalItemData(file, shape, source, target, () => onItem?.(shape.count));
    return { ...tree, more: { file: target, report: source.report() } };
  });
}

/** Refuses a file that was changed after its check. Throws `ImportRefusedError`. */
export async function assertUnchanged({ file, fingerprint }: CheckedTree): Promise<void> {
  await inFile(TREE_FILE, async () => {
    if ((await fingerprintOf(file)) !== fingerprint)
      throw new MalformedContentError('', 'changed while it was being imported. Import it again when it is complete.');
  });
}
