/**
 * GPU memory that the tiles of a page may use: the cap of the site, reduced for this device and after lost contexts.
 */
import { TILE_OPTIONS } from '../tiles/tile-options.ts';

const { leastMemoryMib, mobileMemoryMib, systemMemoryShare } = TILE_OPTIONS;

export interface Device {
  /** `navigator.deviceMemory`, GiB; undefined in browsers that do not report it. */
  readonly memoryGib: number | undefined;
  /** Name of the GPU by its driver; empty if it is hidden. */
  readonly renderer: string;
  /** `navigator.platform`. */
  readonly platform: string;
  /** `navigator.maxTouchPoints`. */
  readonly touchPoints: number;
}

/**
 * GPUs of phones and tablets: they take their memory from the system, which ends pages that take too much. Safari gives the
 * GPUs of Macs the same name as those of iPads, and iPads give the platform of a Mac: only iPads have a touch screen.
 */
const MOBILE = /adreno|mali|powervr|videocore/i;
const APPLE = /apple gpu/i;
/** Laptops have an Adreno as well, with the memory of a laptop. */
const LAPTOP = /^Win/;
/** Browsers report at most this much memory, so that larger devices cannot be told apart. */
const MOST_REPORTED_GIB = 8;

/**
 * Bytes. `configuredMib` is the cap of the site at the chosen quality; each lost WebGL context halves the cap of the
 * device, because memory is the most common cause.
 */
export function memoryCapBytes(configuredMib: number, device: Device, lostContexts: number): number {
  const capMib = Math.min(configuredMib, deviceMib(device));
  const halvedMib = capMib / 2 ** lostContexts;
  return Math.max(Math.min(capMib, leastMemoryMib), halvedMib) * 2 ** 20;
}

const isMobile = ({ renderer, platform, touchPoints }: Device): boolean =>
  APPLE.test(renderer) ? touchPoints > 0 : MOBILE.test(renderer) && !LAPTOP.test(platform);

function deviceMib(device: Device): number {
  const { memoryGib } = device;
  const ofSystem =
    memoryGib === undefined || memoryGib >= MOST_REPORTED_GIB ? Infinity : memoryGib * 1024 * systemMemoryShare;
  return Math.max(leastMemoryMib, Math.min(ofSystem, isMobile(device) ? mobileMemoryMib : Infinity));
}
