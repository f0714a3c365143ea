import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UploadCheck } from './upload-check.ts';

/** A context that keeps its errors until they are asked for, one at a time. */
class Gl {
  readonly NO_ERROR = 0;
  readonly INVALID_VALUE = 1281;
  readonly OUT_OF_MEMORY = 1285;
  readonly CONTEXT_LOST_WEBGL = 37442;
  readonly waiting: number[] = [];
  questions = 0;

  getError(): number {
    this.questions++;
    return this.waiting.shift() ?? this.NO_ERROR;
  }
}

let gl: Gl;
let execute: () => void;
let check: UploadCheck;
/** Tiles in the order in which they are to be loaded again. */
let again: string[];

beforeEach(() => {
  gl = new Gl();
  again = [];
  const executed = () =>
    new Promise<void>((resolve) => {
      execute = resolve;
    });
  check = new UploadCheck(gl as Partial<WebGL2RenderingContext> as WebGL2RenderingContext, executed);
});

const tiles = new Map<string, object>();
function upload(name: string, error?: number): void {
  const tile = tiles.get(name) ?? { name };
  tiles.set(name, tile);
  const run = () => {
    if (error) gl.waiting.push(error);
  };
  check.upload(tile, run, () => again.push(name));
}

/** The GPU executes what it had been given when it was last asked. */
async function executeSome(): Promise<void> {
  execute();
  await Promise.resolve();
  await Promise.resolve();
}

/** It executes uploads that came since then too. */
async function executeAll(): Promise<void> {
  await executeSome();
  await executeSome();
}

describe('a context without errors', () => {
  it('is asked once for all uploads, when the GPU has executed them', async () => {
    for (const name of ['a', 'b', 'c']) upload(name);
    expect(gl.questions).toBe(0);
    await executeAll();
    expect(gl.questions).toBe(1);
    expect(again).toEqual([]);
  });

  it('is not asked while uploads go on, because it would wait for all of them', async () => {
    upload('a');
    upload('b');
    await executeSome();
    upload('c');
    await executeSome();
    expect(gl.questions).toBe(0);
    await executeSome();
    expect(gl.questions).toBe(1);
  });

  it('is asked after ten seconds of uploads', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    upload('a');
    upload('b');
    now.mockReturnValue(10_000);
    await executeSome();
    expect(gl.questions).toBe(1);
    now.mockRestore();
  });
});

describe('an upload that the browser refuses', () => {
  it('is found among the tiles that are loaded again, and its error names the reason', async () => {
    upload('a');
    upload('b', gl.INVALID_VALUE);
    await executeAll();
    expect(again).toEqual(['a', 'b']);
    upload('a');
    expect(() => upload('b', gl.INVALID_VALUE)).toThrow('did not take it: INVALID_VALUE');
  });

  it('does not blame a tile for the error of another call', async () => {
    upload('a', gl.OUT_OF_MEMORY);
    await executeAll();
    gl.waiting.push(gl.INVALID_VALUE);
    expect(() => upload('a')).not.toThrow();
  });

  it('is looked for in later uploads too', async () => {
    upload('a', gl.OUT_OF_MEMORY);
    await executeAll();
    expect(() => upload('a', gl.OUT_OF_MEMORY)).toThrow('OUT_OF_MEMORY');
    upload('c', gl.OUT_OF_MEMORY);
    await executeAll();
    expect(again).toEqual(['a', 'c']);
  });
});

it('asks no more once errors were found that come from no upload', async () => {
  upload('a');
  gl.waiting.push(gl.INVALID_VALUE);
  await executeAll();
  upload('a');
  gl.questions = 0;
  upload('b');
  await executeAll();
  expect(gl.questions).toBe(0);
});

it('loads nothing again after the context is lost', async () => {
  upload('a');
  gl.waiting.push(gl.CONTEXT_LOST_WEBGL);
  await executeAll();
  expect(again).toEqual([]);
});
