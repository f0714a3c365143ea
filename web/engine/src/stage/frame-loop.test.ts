import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameLoop } from './frame-loop.ts';

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

const nextFrame = () => {
  const due = frames;
  frames = [];
  for (const callback of due) callback(0);
};

describe('frame loops', () => {
  it('run once for any number of requests', () => {
    const run = vi.fn();
    const loop = new FrameLoop(run);
    loop.request();
    loop.request();
    nextFrame();
    nextFrame();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('draw in the same animation frame what another loop has changed', () => {
    const order: string[] = [];
    const follower = new FrameLoop(() => order.push('follower'));
    const leader = new FrameLoop(() => {
      order.push('leader');
      follower.request();
    });
    leader.request();
    nextFrame();
    expect(order).toEqual(['leader', 'follower']);
  });

  it('that request each other wait for the next animation frame instead of an endless loop', () => {
    const order: string[] = [];
    const a: FrameLoop = new FrameLoop(() => (order.push('a'), b.request()));
    const b: FrameLoop = new FrameLoop(() => (order.push('b'), a.request()));
    a.request();
    nextFrame();
    expect(order).toEqual(['a', 'b']);
    nextFrame();
    expect(order).toEqual(['a', 'b', 'a', 'b']);
    a.destroy();
    b.destroy();
    nextFrame();
  });

  it('continue in other stages and in the next frame if one of them throws, and the error is reported', () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const fault = new Error('a shader that does not link');
    const order: string[] = [];
    const faulty = new FrameLoop(() => {
      order.push('faulty');
      if (order.length === 1) throw fault;
    });
    const sound = new FrameLoop(() => order.push('sound'));
    faulty.request();
    sound.request();
    nextFrame();
    expect(order).toEqual(['faulty', 'sound']);
    expect(reported).toEqual([fault]);
    faulty.request();
    nextFrame();
    expect(order).toEqual(['faulty', 'sound', 'faulty']);
  });

  it('do not run after they are destroyed', () => {
    const run = vi.fn();
    const loop = new FrameLoop(run);
    loop.request();
    loop.destroy();
    loop.request();
    nextFrame();
    expect(run).not.toHaveBeenCalled();
  });
});
