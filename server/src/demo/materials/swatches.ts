import { hash01 } from '../plant/random.ts';
import type { MaterialId } from '../plant/types.ts';

/**
 * One seamless square of every material, drawn by formula: how much darker or lighter than its paint a spot is. All
 * have the same mean, so that a colour times a texture keeps the colour.
 */
export interface Material {
  /** Metres that the square covers along u and along v. */
  readonly periodU: number;
  readonly periodV: number;
  /** Red, green, blue factors at (u, v) in [0, 1); v runs upwards. */
  readonly draw: (u: number, v: number, out: Float64Array) => void;
}

/** Mean of every swatch after levelling. */
export const SWATCH_MEAN = 0.9;

/** The lattice value of cell (i, j), which repeats after nu and nv cells. */
const lattice = (i: number, j: number, nu: number, nv: number, seed: number): number =>
  hash01((((j % nv) + nv) % nv) * 4099 + (((i % nu) + nu) % nu), seed);

/** Smooth noise that repeats after nu and nv cells. */
function noise(u: number, v: number, nu: number, nv: number, seed: number): number {
  const x = u * nu;
  const y = v * nv;
  const i = Math.floor(x);
  const j = Math.floor(y);
  const sx = (x - i) ** 2 * (3 - 2 * (x - i));
  const sy = (y - j) ** 2 * (3 - 2 * (y - j));
  const low = lattice(i, j, nu, nv, seed) * (1 - sx) + lattice(i + 1, j, nu, nv, seed) * sx;
  const high = lattice(i, j + 1, nu, nv, seed) * (1 - sx) + lattice(i + 1, j + 1, nu, nv, seed) * sx;
  return low * (1 - sy) + high * sy;
}

const fractal = (u: number, v: number, n: number, seed: number): number =>
  0.5 * noise(u, v, n, n, seed) + 0.3 * noise(u, v, 2 * n, 2 * n, seed + 1) + 0.2 * noise(u, v, 4 * n, 4 * n, seed + 2);

const set = (out: Float64Array, r: number, g = r, b = r): void => {
  out[0] = r;
  out[1] = g;
  out[2] = b;
};

/** 1 on a line of the given half width around t = 0 (which repeats), falling to 0 beside it. */
const line = (t: number, halfWidth: number): number => {
  const d = Math.abs(t - Math.round(t));
  return Math.max(0, 1 - d / halfWidth);
};

/** Runs of dirt down a wall: strong under the top edge, thinning downwards. */
const streaks = (u: number, v: number, seed: number): number => {
  const run = noise(u, v, 26, 2, seed) * noise(u, v, 61, 1, seed + 1);
  return Math.max(0, run - 0.28) * (0.35 + 0.65 * noise(u, v, 9, 3, seed + 2));
};

const paint = (u: number, v: number, out: Float64Array): void =>
  set(out, 0.94 + 0.035 * fractal(u, v, 7, 11) - 0.06 * streaks(u, v, 12));

const plate = (u: number, v: number, out: Float64Array): void => {
  const row = v < 0.5 ? 0 : 0.5;
  const seam = Math.max(line(2 * v, 0.014), line(2 * u + row, 0.008) * 0.8);
  const dirt = streaks(u, v, 21);
  const each = hash01(Math.floor(2 * u + row) & 1, row > 0 ? 5 : 6);
  const base = 0.92 + 0.06 * fractal(u, v, 5, 23) + 0.03 * each - 0.2 * seam;
  set(out, base - 0.3 * dirt, base - 0.38 * dirt, base - 0.5 * dirt);
};

const cladding = (u: number, v: number, out: Float64Array): void => {
  const ring = line(2 * v, 0.03);
  const joint = line(u + (v < 0.5 ? 0 : 0.37), 0.012);
  const bead = 0.05 * line(2 * v + 0.07, 0.05);
  const dull = 0.07 * noise(u, v, 1, 2, 31) + 0.05 * fractal(u, v, 7, 32);
  const dirt = streaks(u, v, 33);
  set(
    out,
    0.9 + dull + bead - 0.2 * ring - 0.14 * joint - 0.16 * dirt,
    0.9 + dull + bead - 0.2 * ring - 0.14 * joint - 0.19 * dirt,
    0.9 + dull + bead - 0.2 * ring - 0.14 * joint - 0.23 * dirt,
  );
};

const steel = (u: number, v: number, out: Float64Array): void => {
  const rust = Math.max(0, fractal(u, v, 7, 41) - 0.63) * 2.2;
  const base = 0.9 + 0.12 * fractal(u, v, 10, 42);
  set(out, base + 0.1 * rust, base - 0.28 * rust, base - 0.5 * rust);
};

const concrete = (u: number, v: number, out: Float64Array): void => {
  const pore = noise(u, v, 64, 64, 51) > 0.93 ? 0.12 : 0;
  const stain = 0.16 * Math.max(0, fractal(u, v, 3, 52) - 0.5);
  const base = 0.88 + 0.12 * fractal(u, v, 9, 53) - pore;
  set(out, base - stain, base - stain * 1.1, base - stain * 1.3);
};

const corrugated = (u: number, v: number, out: Float64Array): void => {
  const wave = Math.sin(u * 2 * Math.PI * 8);
  const lap = line(v, 0.01) * 0.14;
  const dirt = streaks(u, v, 61);
  const base = 0.9 + 0.11 * wave - lap + 0.05 * fractal(u, v, 4, 62);
  set(out, base - 0.2 * dirt, base - 0.25 * dirt, base - 0.3 * dirt);
};

const grating = (u: number, v: number, out: Float64Array): void => {
  const bars = Math.max(line(v * 16, 0.26), line(u * 5, 0.07));
  set(out, 0.45 + 0.6 * bars);
};

const roofing = (u: number, v: number, out: Float64Array): void => {
  const lap = line(2 * u, 0.02) * 0.16;
  const pool = 0.2 * Math.max(0, fractal(u, v, 3, 71) - 0.52);
  set(out, 0.9 + 0.1 * noise(u, v, 60, 60, 72) - lap - pool);
};

const louvre = (u: number, v: number, out: Float64Array): void => {
  const t = v * 12 - Math.floor(v * 12);
  const post = line(u, 0.03) * 0.25;
  set(out, 0.55 + 0.5 * t ** 0.7 - (t < 0.12 ? 0.18 : 0) + (post > 0 ? 0.1 : 0) + 0.03 * fractal(u, v, 5, 81));
};

const glass = (u: number, v: number, out: Float64Array): void => {
  const frame = Math.max(line(u, 0.05), line(v, 0.06), line(2 * u, 0.025));
  const sky = 0.75 + 0.5 * v + 0.1 * noise(u, v, 3, 3, 91);
  if (frame > 0) set(out, 2.1);
  else set(out, sky * 0.92, sky, sky * 1.12);
};

const foliage = (u: number, v: number, out: Float64Array): void => {
  const leaf = 0.6 * noise(u, v, 14, 14, 101) + 0.4 * noise(u, v, 32, 32, 102);
  const base = 0.5 + 0.85 * leaf;
  set(out, base * (1 + 0.08 * (leaf - 0.5)), base, base * 0.92);
};

const plain = (u: number, v: number, out: Float64Array): void => set(out, 0.95 + 0.06 * fractal(u, v, 8, 111));

export const MATERIALS: Readonly<Record<MaterialId, Material>> = {
  paint: { periodU: 4, periodV: 4, draw: paint },
  plate: { periodU: 8, periodV: 5, draw: plate },
  cladding: { periodU: 3, periodV: 2.2, draw: cladding },
  steel: { periodU: 2, periodV: 2, draw: steel },
  concrete: { periodU: 4, periodV: 4, draw: concrete },
  corrugated: { periodU: 2.4, periodV: 4, draw: corrugated },
  grating: { periodU: 1.6, periodV: 1.6, draw: grating },
  roofing: { periodU: 4, periodV: 4, draw: roofing },
  louvre: { periodU: 3, periodV: 2.4, draw: louvre },
  glass: { periodU: 1.8, periodV: 1.4, draw: glass },
  foliage: { periodU: 2.2, periodV: 2.2, draw: foliage },
  plain: { periodU: 2, periodV: 2, draw: plain },
};

/** A drawn swatch: `side`² texels of red, green, blue factors in [0, 1], row 0 at v = 0. */
export interface Swatch {
  readonly side: number;
  readonly texels: Float32Array;
}

/** The side at which each material is drawn once; other sides are averaged from it. */
const MASTER_SIDE = 128;
const drawn = new Map<string, Swatch>();

/** A material at `side` texels, levelled to the common mean; made once and kept. */
export function swatch(id: MaterialId, side: number): Swatch {
  const key = `${id}/${side}`;
  const known = drawn.get(key);
  if (known) return known;
  const made = side === MASTER_SIDE ? drawMaster(id) : resampled(swatch(id, MASTER_SIDE), side);
  drawn.set(key, made);
  return made;
}

function drawMaster(id: MaterialId): Swatch {
  const side = MASTER_SIDE;
  const texels = new Float32Array(side * side * 3);
  const out = new Float64Array(3);
  let sum = 0;
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      MATERIALS[id].draw((i + 0.5) / side, (j + 0.5) / side, out);
      for (let c = 0; c < 3; c++) {
        texels[(j * side + i) * 3 + c] = out[c]!;
        sum += out[c]!;
      }
    }
  }
  const level = SWATCH_MEAN / (sum / texels.length);
  for (let k = 0; k < texels.length; k++) texels[k] = Math.min(1, texels[k]! * level);
  return { side, texels };
}

const TAPS = 4;

/** Mean of 4 × 4 samples of the larger swatch for each texel of the smaller. */
function resampled(from: Swatch, side: number): Swatch {
  const texels = new Float32Array(side * side * 3);
  const step = from.side / (side * TAPS);
  for (let j = 0; j < side * TAPS; j++) {
    const row = Math.floor((j + 0.5) * step) * from.side;
    for (let i = 0; i < side * TAPS; i++) {
      const source = (row + Math.floor((i + 0.5) * step)) * 3;
      const target = (Math.floor(j / TAPS) * side + Math.floor(i / TAPS)) * 3;
      for (let c = 0; c < 3; c++) texels[target + c]! += from.texels[source + c]! / TAPS ** 2;
    }
  }
  return { side, texels };
}
