import { type Patch, type QuadPatch, type RevolvedPatch, profileAt } from './patch.ts';

/** What `profileAt` writes. */
const onProfile = new Float64Array(4);
/** Unit vectors from the axis towards each column, three numbers each. */
let spokes = new Float64Array(3 * 256);

/**
 * Writes the positions (ENU metres, three numbers each) of the (nu + 1) × (nv + 1) points of a patch, row by row: those
 * of `evaluate`, without the normals and with one sine and cosine for each row and column.
 */
export function gridPositions(patch: Patch, nu: number, nv: number, out: Float64Array): void {
  if (patch.kind === 'quad') quadGrid(patch, nu, nv, out);
  else revolvedGrid(patch, nu, nv, out);
}

function quadGrid({ corners }: QuadPatch, nu: number, nv: number, out: Float64Array): void {
  const [a, b, c, d] = corners;
  for (let j = 0, k = 0; j <= nv; j++)
    for (let i = 0; i <= nu; i++, k += 3) {
      const u = i / nu;
      const v = j / nv;
      const wa = (1 - u) * (1 - v);
      const wb = u * (1 - v);
      const wc = u * v;
      const wd = (1 - u) * v;
      out[k] = a[0] * wa + b[0] * wb + c[0] * wc + d[0] * wd;
      out[k + 1] = a[1] * wa + b[1] * wb + c[1] * wc + d[1] * wd;
      out[k + 2] = a[2] * wa + b[2] * wb + c[2] * wc + d[2] * wd;
    }
}

function revolvedGrid({ frame, profile, from, to }: RevolvedPatch, nu: number, nv: number, out: Float64Array): void {
  const { origin: o, x: ax, y: ay, z: az } = frame;
  if (3 * (nu + 1) > spokes.length) spokes = new Float64Array(6 * (nu + 1));
  for (let i = 0; i <= nu; i++) {
    const angle = from + (to - from) * (i / nu);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    spokes[3 * i] = ax[0] * c + ay[0] * s;
    spokes[3 * i + 1] = ax[1] * c + ay[1] * s;
    spokes[3 * i + 2] = ax[2] * c + ay[2] * s;
  }
  for (let j = 0, k = 0; j <= nv; j++) {
    profileAt(profile, j / nv, onProfile);
    const r = onProfile[0]!;
    const z = onProfile[1]!;
    for (let i = 0; i <= 3 * nu; i += 3, k += 3) {
      out[k] = o[0] + spokes[i]! * r + az[0] * z;
      out[k + 1] = o[1] + spokes[i + 1]! * r + az[1] * z;
      out[k + 2] = o[2] + spokes[i + 2]! * r + az[2] * z;
    }
  }
}
