import { describe, expect, it } from 'vitest';
import { DrawPacer } from './draw-pacer.ts';

const PREPARED = (): boolean => true;
const PARTIAL = { isUrgent: false, isPartial: true };
const COMPLETE = { isUrgent: false, isPartial: false };
const URGENT = { isUrgent: true, isPartial: true };

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
    expect(pacer.next(900, COMPLETE, PREPARED)).toBeNull();
  });

  it('follow each other after 66 ms on a GPU that finishes at once', () => {
    const { pacer, finish } = pacerAfterFrame();
    finish();
    expect(pacer.next(16, PARTIAL, PREPARED)).toBeNull();
    expect(pacer.next(67, PARTIAL, PREPARED)).toBe('all');
  });

  it('take a third of the time of a slow GPU while further tiles are on their way', () => {
    const { pacer, finish } = pacerAfterFrame();
    expect(pacer.next(199, PARTIAL, PREPARED)).toBeNull();
    finish();
    expect(pacer.next(200, PARTIAL, PREPARED)).toBeNull();
    expect(pacer.next(599, PARTIAL, PREPARED)).toBeNull();
    expect(pacer.next(600, PARTIAL, PREPARED)).toBe('all');
  });

  it('wait for a second at most', () => {
    const { pacer, finish } = pacerAfterFrame();
    finish();
    expect(pacer.next(800, PARTIAL, PREPARED)).toBeNull();
    expect(pacer.next(1000, PARTIAL, PREPARED)).toBe('all');
  });

  it('do not wait with the last tile', () => {
    const { pacer, finish } = pacerAfterFrame();
    finish();
    expect(pacer.next(200, PARTIAL, PREPARED)).toBeNull();
    expect(pacer.next(216, COMPLETE, PREPARED)).toBe('all');
  });
});

describe('a frame that answers an input', () => {
  it('is drawn at once', () => {
    const { pacer } = pacerAfterFrame();
    expect(pacer.next(16, URGENT, PREPARED)).toBe('all');
  });

  it('waits for the GPU when the canvas has a new size', () => {
    const { pacer, finish } = pacerAfterFrame();
    pacer.needSize();
    expect(pacer.next(16, URGENT, PREPARED)).toBeNull();
    finish();
    expect(pacer.next(32, URGENT, PREPARED)).toBe('all');
  });
});
