import { describe, expect, it } from 'vitest';
import { Programs } from './programs.ts';

/** A driver that compiles on command and counts the queries that had to wait for the compiler. */
function slowCompiler({ isParallel }: { isParallel: boolean }) {
  const COMPLETION_STATUS_KHR = 0x91b1;
  let isDone = false;
  let waits = 0;
  const ask = () => {
    if (!isDone) waits++;
    return {};
  };
  const context = {
    SYNC_STATUS: 1,
    SIGNALED: 2,
    LINK_STATUS: 3,
    getExtension: () => (isParallel ? { COMPLETION_STATUS_KHR } : null),
    createProgram: () => ({}),
    createShader: () => ({}),
    shaderSource() {},
    compileShader() {},
    attachShader() {},
    deleteShader() {},
    linkProgram() {},
    fenceSync: () => ({}),
    deleteSync() {},
    isContextLost: () => false,
    getSyncParameter: () => (isDone ? 2 : 0),
    getProgramParameter: (_: unknown, name: number) => (name === COMPLETION_STATUS_KHR ? isDone : ask()),
    getUniformLocation: ask,
  };
  return {
    gl: context as unknown as WebGL2RenderingContext,
    finish: () => void (isDone = true),
    waits: () => waits,
  };
}

describe.each([
  { name: 'with KHR_parallel_shader_compile', isParallel: true },
  { name: 'without it', isParallel: false },
])('a program $name', ({ isParallel }) => {
  it('becomes ready once compiled, without a wait for the compiler', () => {
    const compiler = slowCompiler({ isParallel });
    const programs = new Programs(compiler.gl);
    expect(programs.isReady(0, true)).toBe(false);
    compiler.finish();
    expect(programs.isReady(0, false)).toBe(false);
    expect(programs.isReady(0, true)).toBe(true);
    expect(programs.isReady(0, false)).toBe(true);
    expect(compiler.waits()).toBe(0);
  });

  it('is waited for if a frame needs it at once', () => {
    const compiler = slowCompiler({ isParallel });
    new Programs(compiler.gl).get(0);
    expect(compiler.waits()).toBeGreaterThan(0);
  });
});
