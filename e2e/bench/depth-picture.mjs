/**
 * The depth of a picture of tiles, drawn on the processor: which boxes it hides, as the queries of the engine answer it.
 * For tilesets of plain glTF as the demo sites have them: float positions, no compression, one mesh, Y up.
 */
import { readFileSync } from 'node:fs';

/** Positions in the tile's frame, Z up, and triangles; kept, because a tile is drawn many times. */
const meshes = new Map();

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const COMPONENT_BYTES = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const bytesOfAccessor = ({ count, type, componentType }) => count * COMPONENTS[type] * COMPONENT_BYTES[componentType];

function meshOf(url) {
  const known = meshes.get(url);
  if (known) return known;
  const bytes = readFileSync(new URL(url));
  const jsonLength = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + jsonLength));
  const bin = bytes.subarray(28 + jsonLength);
  const view = (index, Kind, components) => {
    const { bufferView, byteOffset = 0, count } = json.accessors[index];
    const { byteOffset: from = 0 } = json.bufferViews[bufferView];
    const start = from + byteOffset;
    return new Kind(
      bin.buffer.slice(bin.byteOffset + start, bin.byteOffset + start + count * components * Kind.BYTES_PER_ELEMENT),
    );
  };
  const mesh = json.meshes.flatMap(({ primitives }) =>
    primitives.map(({ attributes, indices, material }) => {
      const yUp = view(attributes.POSITION, Float32Array, 3);
      const positions = new Float32Array(yUp.length);
      for (let i = 0; i < yUp.length; i += 3) positions.set([yUp[i], -yUp[i + 2], yUp[i + 1]], i);
      const Kind = json.accessors[indices].componentType === 5125 ? Uint32Array : Uint16Array;
      return {
        positions,
        indices: view(indices, Kind, 1),
        attributeBytes: Object.values(attributes).reduce(
          (sum, index) => sum + bytesOfAccessor(json.accessors[index]),
          0,
        ),
        isDoubleSided: json.materials?.[material]?.doubleSided ?? false,
      };
    }),
  );
  meshes.set(url, mesh);
  return mesh;
}

/** Draw calls, triangles, and bytes of positions, other attributes and indices of a tile. */
export function countsOf({ urls }) {
  const counts = { draws: 0, triangles: 0, bytes: 0 };
  for (const url of urls) {
    for (const { indices, attributeBytes } of meshOf(url)) {
      counts.draws++;
      counts.triangles += indices.length / 3;
      counts.bytes += attributeBytes + indices.byteLength;
    }
  }
  return counts;
}

export class DepthPicture {
  /** By pixel, 1 / distance along the view; 0 for nothing. */
  #nearness;
  /** Pixels that were drawn on, and how often surfaces were drawn on them: all of them, and those nearer than what was there. */
  covered = 0;
  drawn = 0;
  passed = 0;
  #cutouts = null;

  /** `camera` is a CameraFrame; `scale` the pixels of the picture to its CSS pixels. */
  constructor(camera, scale = 0.5) {
    this.camera = camera;
    this.width = Math.round(camera.widthPx * scale);
    this.height = Math.round(camera.heightPx * scale);
    this.focal = camera.pixelsPerMetre * scale;
    this.#nearness = new Float32Array(this.width * this.height);
  }

  /** Draws what a selection has chosen. */
  draw(items) {
    for (const { tile, cutouts } of items) {
      this.#cutouts = cutouts;
      for (const url of tile.urls) this.#drawTile(tile.matrixEnu, url);
    }
  }

  #drawTile(m, url) {
    for (const { positions, indices, isDoubleSided } of meshOf(url)) {
      const seen = new Float64Array(positions.length);
      for (let i = 0; i < positions.length; i += 3) {
        const x = positions[i];
        const y = positions[i + 1];
        const z = positions[i + 2];
        this.#toView(
          seen,
          i,
          m[0] * x + m[4] * y + m[8] * z + m[12],
          m[1] * x + m[5] * y + m[9] * z + m[13],
          m[2] * x + m[6] * y + m[10] * z + m[14],
        );
      }
      for (let i = 0; i < indices.length; i += 3)
        this.#triangle(seen, 3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2], isDoubleSided, false);
    }
  }

  /** Whether the picture is in front of all that is seen of a box, grown by so many metres on each side. */
  hides({ cx, cy, cz, axes }, grownMetres) {
    const corners = new Float64Array(24);
    const steps = [0, 3, 6].map((at) => {
      const by = 1 + grownMetres / Math.max(Math.hypot(axes[at], axes[at + 1], axes[at + 2]), 1e-9);
      return [axes[at] * by, axes[at + 1] * by, axes[at + 2] * by];
    });
    for (let k = 0; k < 8; k++) {
      const signs = [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1];
      const at = [cx, cy, cz].map(
        (c, i) => c + signs[0] * steps[0][i] + signs[1] * steps[1][i] + signs[2] * steps[2][i],
      );
      this.#toView(corners, 3 * k, ...at);
      if (corners[3 * k + 2] <= this.camera.near) return false;
    }
    return FACES.every(
      ([a, b, c, d]) =>
        !this.#triangle(corners, 3 * a, 3 * b, 3 * c, true, true) &&
        !this.#triangle(corners, 3 * b, 3 * d, 3 * c, true, true),
    );
  }

  #isCutOut({ finished, missing }, px, py, away) {
    const { x, y, z, direction: d, right: r, up: u } = this.camera;
    const across = ((px - this.width / 2) / this.focal) * away;
    const upward = ((this.height / 2 - py) / this.focal) * away;
    const at = [x, y, z].map((from, i) => from + d[i] * away + r[i] * across + u[i] * upward);
    return finished.some((box) => box.contains(...at)) && !missing.some((box) => box.contains(...at));
  }

  /** Right, up and along the view, metres. */
  #toView(out, at, x, y, z) {
    const { camera } = this;
    const dx = x - camera.x;
    const dy = y - camera.y;
    const dz = z - camera.z;
    const { right: r, up: u, direction: d } = camera;
    out[at] = r[0] * dx + r[1] * dy + r[2] * dz;
    out[at + 1] = u[0] * dx + u[1] * dy + u[2] * dz;
    out[at + 2] = d[0] * dx + d[1] * dy + d[2] * dz;
  }

  /** Draws a triangle, or tests it: whether any of it is seen. */
  #triangle(v, a, b, c, isDoubleSided, isTest) {
    const { near } = this.camera;
    const outside = (v[a + 2] < near ? 1 : 0) + (v[b + 2] < near ? 1 : 0) + (v[c + 2] < near ? 1 : 0);
    if (outside === 3) return false;
    if (outside === 0)
      return this.#flat(
        v[a],
        v[a + 1],
        v[a + 2],
        v[b],
        v[b + 1],
        v[b + 2],
        v[c],
        v[c + 1],
        v[c + 2],
        isDoubleSided,
        isTest,
      );
    const kept = [];
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const [p, q] = [v[from + 2], v[to + 2]];
      if (p >= near) kept.push([v[from], v[from + 1], p]);
      if (p >= near === q >= near) continue;
      const t = (near - p) / (q - p);
      kept.push([v[from] + t * (v[to] - v[from]), v[from + 1] + t * (v[to + 1] - v[from + 1]), near]);
    }
    for (let i = 2; i < kept.length; i++)
      if (this.#flat(...kept[0], ...kept[i - 1], ...kept[i], isDoubleSided, isTest)) return true;
    return false;
  }

  #flat(x1, y1, z1, x2, y2, z2, x3, y3, z3, isDoubleSided, isTest) {
    const { width, height, focal } = this;
    const buffer = this.#nearness;
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const [na, nb, nc] = [1 / z1, 1 / z2, 1 / z3];
    const ax = halfWidth + focal * x1 * na;
    const ay = halfHeight - focal * y1 * na;
    const bx = halfWidth + focal * x2 * nb;
    const by = halfHeight - focal * y2 * nb;
    const cx = halfWidth + focal * x3 * nc;
    const cy = halfHeight - focal * y3 * nc;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    // Y points down here, so that faces towards the camera are negative.
    if (area === 0 || (!isDoubleSided && area > 0)) return false;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    for (let row = top; row <= bottom; row++) {
      const py = row + 0.5;
      for (let column = left; column <= right; column++) {
        const px = column + 0.5;
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
        if (wa < 0) continue;
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
        const wc = 1 - wa - wb;
        if (wb < 0 || wc < 0) continue;
        const nearness = wa * na + wb * nb + wc * nc;
        const at = row * width + column;
        if (isTest) {
          if (nearness >= buffer[at]) return true;
          continue;
        }
        this.drawn++;
        if (nearness <= buffer[at]) continue;
        if (this.#cutouts && this.#isCutOut(this.#cutouts, px, py, 1 / nearness)) continue;
        this.passed++;
        if (buffer[at] === 0) this.covered++;
        buffer[at] = nearness;
      }
    }
    return false;
  }
}

const FACES = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [0, 1, 4, 5],
  [2, 3, 6, 7],
  [0, 2, 4, 6],
  [1, 3, 5, 7],
];
