import { describe, expect, it } from 'vitest';
import { DrawPacer } from './draw-pacer.ts';

const PREPARED = (): boolean => true;

/** A GPU whose fences are signalled when the test says so. */
function slowGpu() {
  let isFinished = false;
  const gl = {
    fenceSync: () => ({}),
    deleteSync: () => undefined,
    isContextLost: () => false,
    getSyncParameter: () => (isFinished ? 'signalled' : 'unsignalled'),
    SIGNALED: 'signalled',
  } as unknown as WebGL2RenderingContext;
  return { gl, finish: () => void (isFinished = true) };
}

/** A pacer whose newest frame began at 0 ms, and for which another one is due. */
function pacerAfterFrame() {
  const gpu = slowGpu();
  const pacer = new DrawPacer();
  pacer.needAll();
  pacer.begin('all');
  pacer.drew(0, gpu.gl);
  pacer.needAll();
  return { pacer, finish: gpu.finish };
}

describe('frames that arriving tiles cause', () => {
  it('are not drawn while the GPU is busy', () => {
    const { pacer } = pacerAfterFrame();
    expect(pacer.next(900, false, PREPARED)).toBeNull();
  });

  it('follow each other after 66 ms on a GPU that finishes at once', () => {
    const { pacer, finish } = pacerAfterFrame();
    finish();
    expect(pacer.next(16, false, PREPARED)).toBeNull();
    expect(pacer.next(67, false, PREPARED)).toBe('all');
  });
});

describe('a frame that answers an input', () => {
  it('is drawn at once', () => {
    const { pacer } = pacerAfterFrame();
    expect(pacer.next(16, true, PREPARED)).toBe('all');
  });

  it('waits for the GPU when the canvas has a new size', () => {
    const { pacer, finish } = pacerAfterFrame();
    pacer.needSize();
    expect(pacer.next(16, true, PREPARED)).toBeNull();
    finish();
    expect(pacer.next(32, true, PREPARED)).toBe('all');
  });
});

describe('the frames of a still', () => {
  it('follow each other after 30 ms, when the GPU has finished the one before', () => {
    const gpu = slowGpu();
    const pacer = new DrawPacer();
    pacer.drew(0, gpu.gl, true);
    expect(pacer.mayDrawStill(40)).toBe(false);
    gpu.finish();
    expect(pacer.mayDrawStill(17)).toBe(false);
    expect(pacer.mayDrawStill(33)).toBe(true);
  });

  it('wait for a frame that is due', () => {
    const { pacer, finish } = pacerAfterFrame();
    finish();
    expect(pacer.mayDrawStill(900)).toBe(false);
  });
});
