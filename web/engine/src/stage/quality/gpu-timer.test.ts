import { beforeEach, expect, it } from 'vitest';
import { GpuTimer } from './gpu-timer.ts';

const EXTENSION = { TIME_ELAPSED_EXT: 1, GPU_DISJOINT_EXT: 2 };
const device = { isAvailable: false, isDisjoint: false, elapsedNs: 0, hasExtension: true, isTakenByOthers: false };
let commands: string[];
const gl = {
  CURRENT_QUERY: 3,
  QUERY_RESULT_AVAILABLE: 4,
  QUERY_RESULT: 5,
  getExtension: () => (device.hasExtension ? EXTENSION : null),
  getQuery: () => (device.isTakenByOthers ? {} : null),
  createQuery: () => ({}),
  deleteQuery: () => commands.push('delete'),
  beginQuery: () => commands.push('begin'),
  endQuery: () => commands.push('end'),
  getParameter: () => device.isDisjoint,
  getQueryParameter: (_: unknown, name: number) => (name === 4 ? device.isAvailable : device.elapsedNs),
} as unknown as WebGL2RenderingContext;

beforeEach(() => {
  Object.assign(device, {
    isAvailable: false,
    isDisjoint: false,
    elapsedNs: 7_500_000,
    hasExtension: true,
    isTakenByOthers: false,
  });
  commands = [];
});

/** A timer that measures a frame. */
function measuring(): GpuTimer {
  const timer = new GpuTimer();
  timer.begin(gl);
  timer.end();
  return timer;
}

it('returns the time of a frame once it is available, and measures no other one until then', () => {
  const timer = measuring();
  timer.begin(gl);
  timer.end();
  expect(timer.newestMs).toBeNull();
  expect(commands).toEqual(['begin', 'end']);
  device.isAvailable = true;
  timer.begin(gl);
  expect(timer.newestMs).toBe(7.5);
  expect(commands).toEqual(['begin', 'end', 'delete', 'begin']);
});

it('an interrupted measurement does not count', () => {
  const timer = measuring();
  Object.assign(device, { isAvailable: true, isDisjoint: true });
  timer.begin(gl);
  expect(timer.newestMs).toBeNull();
});

it('measures nothing without the extension, during measurements by others, and without a context', () => {
  device.isTakenByOthers = true;
  measuring();
  device.hasExtension = false;
  measuring();
  new GpuTimer().begin(null);
  expect(commands).toEqual([]);
});

it('a new context starts again: the measurements of the lost one are discarded', () => {
  const timer = measuring();
  device.isAvailable = true;
  timer.begin(gl);
  timer.end();
  expect(timer.newestMs).toBe(7.5);
  timer.begin({ ...gl } as WebGL2RenderingContext);
  expect(timer.newestMs).toBeNull();
});

it.each([0, 36e14])('a frame of %d ns is not believed', (elapsedNs) => {
  const timer = measuring();
  Object.assign(device, { isAvailable: true, elapsedNs });
  timer.begin(gl);
  expect(timer.newestMs).toBeNull();
});

it('measures no more when an answer never comes', () => {
  const timer = measuring();
  for (let frame = 0; frame < 2000; frame++) timer.begin(gl);
  device.isAvailable = true;
  timer.begin(gl);
  expect(commands).toEqual(['begin', 'end']);
  expect(timer.neededMs(9)).toBeNull();
});
