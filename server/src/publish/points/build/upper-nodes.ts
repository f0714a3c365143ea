import { closeSync, openSync } from 'node:fs';
import { RECORD_BYTES, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { readFully } from '../../../pointclouds/whole-io.ts';
import type { HandedUp } from './build-chunk.ts';
import type { CubeCell } from './cloud-cube.ts';
import type { BuiltNode, NodeWriter } from './node-writer.ts';

/** A node above the chunks, with the places of its points. */
export interface UpperNode extends CubeCell {
  readonly parts: readonly HandedUp[];
}

/** The nodes above the chunks; points of a node are in the order of the given chunks. */
export function upperNodesOf(handedUp: readonly HandedUp[]): UpperNode[] {
  const nodes = new Map<string, CubeCell & { parts: HandedUp[] }>();
  for (const part of handedUp) {
    const { level, cell } = part;
    const key = `${level}-${cell.join('-')}`;
    const known = nodes.get(key);
    if (known) known.parts.push(part);
    else nodes.set(key, { level, cell, parts: [part] });
  }
  return [...nodes.values()];
}

/** Writes a node above the chunks; `paths` are the files that chunks have handed points up in. */
export function writeUpperNode(node: UpperNode, paths: readonly string[], writer: NodeWriter): BuiltNode[] {
  const count = node.parts.reduce((sum, { points }) => sum + points, 0);
  const words = new Int32Array(count * RECORD_WORDS);
  let at = 0;
  for (const { file, start, points } of node.parts) {
    const bytes = new Uint8Array(words.buffer, at * RECORD_BYTES, points * RECORD_BYTES);
    const opened = openSync(paths[file]!, 'r');
    try {
      readFully(opened, bytes, start * RECORD_BYTES);
    } finally {
      closeSync(opened);
    }
    at += points;
  }
  return writer.write({ ...node, isLeaf: false }, words, count);
}
