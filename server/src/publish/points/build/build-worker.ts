import { parentPort } from 'node:worker_threads';
import { MeshoptEncoder } from 'meshoptimizer';
import { createGridCounter } from '../../../pointclouds/thinning/grid-counter.ts';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { BuildRules } from '../build-rules.ts';
import { ChunkBuilder } from './build-chunk.ts';
import type { AnswerOf, BuildTask, NodeSetup, RequestOf, TaskMessage, ThreadMessage } from './build-messages.ts';
import { countSegments } from './count-pass.ts';
import { distributeSegments } from './distribute.ts';
import { NodeTiles } from './node-tiles.ts';
import { NodeWriter } from './node-writer.ts';
import { SegmentReader } from './record-segments.ts';
import { scanSegment } from './scan-pass.ts';
import { TileFrame } from './tile-frame.ts';
import { TileWriter } from './tile-writer.ts';
import { writeUpperNode } from './upper-nodes.ts';

const port = parentPort!;
const send = (message: ThreadMessage): void => port.postMessage(message);
const onPoints = (count: number): void => send({ kind: 'points', count });

/** The open resources of this thread, set by the first tasks. */
let begun: { rules: BuildRules; reader: SegmentReader } | null = null;
let nodes: { upperPaths: readonly string[]; writer: NodeWriter; builder: ChunkBuilder } | null = null;

type Tasks = { readonly [T in BuildTask]: (request: RequestOf<T>) => AnswerOf<T> | Promise<AnswerOf<T>> };

const TASKS: Tasks = {
  begin: ({ files, rules, region }) => {
    begun = { rules, reader: new SegmentReader(files, rules, region) };
  },
  scan: ({ segment, spoolPrefix }) => scanSegment(begun!.reader, segment, spoolPrefix, onPoints),
  count: ({ segments, ...grids }) => countSegments(begun!.reader, segments, grids, onPoints),
  distribute: ({ segments, distribution }) => distributeSegments(begun!.reader, segments, distribution, onPoints),
  beginNodes: async (setup) => {
    await begun!.reader.close();
    await MeshoptEncoder.ready;
    nodes = openNodes(begun!.rules, setup);
  },
  candidates: (chunk) => nodes!.builder.candidates(chunk),
  chunk: ({ chunk, ghosts, earlier }) => nodes!.builder.build(chunk, ghosts, earlier),
  upper: (node) => writeUpperNode(node, nodes!.upperPaths, nodes!.writer),
  end: () => {
    nodes!.builder.close();
    nodes!.writer.close();
  },
};

function openNodes({ frame: description, grid }: BuildRules, setup: NodeSetup): NonNullable<typeof nodes> {
  const { cube, toEcef, fields, columns, sizes, spoolPath, upperPaths, tilesFolder, blobPath, blobFile } = setup;
  const frame = new TileFrame(openFrame(description), grid, toEcef);
  const encoder = new NodeTiles(cube, grid, description.metresPerUnit, frame, fields);
  const tiles = tilesFolder === null ? null : new TileWriter(encoder, tilesFolder);
  const writer = new NodeWriter(cube, tiles, columns, sizes.nodePoints, { blobPath, blobFile });
  const files = { spoolPath, upperPath: upperPaths[blobFile]!, upperFile: blobFile };
  return {
    upperPaths,
    writer,
    builder: new ChunkBuilder(cube, writer, createGridCounter(setup.counted), setup, files),
  };
}

async function serve<T extends BuildTask>({ task, request }: TaskMessage<T>): Promise<ThreadMessage> {
  try {
    const work: Tasks[T] = TASKS[task];
    return { kind: 'done', answer: await work(request) };
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) return { kind: 'failed', error, code: codeOf(error) };
    const { file, place, reason } = error;
    return { kind: 'refused', file, place, reason };
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

port.on('message', (message: TaskMessage) => void serve(message).then(send));
