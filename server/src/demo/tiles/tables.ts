/** Containers of 3D Tiles 1.0: a header, a feature table and (for models) a batch table and a glTF. */

const encoder = new TextEncoder();

/** JSON padded with spaces so that it ends on a multiple of 8 when it starts at byte `offset`. */
function paddedJson(value: object, offset: number): Uint8Array {
  const text = encoder.encode(JSON.stringify(value));
  const out = new Uint8Array(Math.ceil((offset + text.length) / 8) * 8 - offset).fill(0x20);
  out.set(text);
  return out;
}

function join(magic: string, lengths: readonly number[], sections: readonly Uint8Array[]): Uint8Array {
  const total = 12 + 4 * lengths.length + sections.reduce((sum, section) => sum + section.length, 0);
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  out.set(encoder.encode(magic));
  view.setUint32(4, 1, true);
  view.setUint32(8, total, true);
  lengths.forEach((length, i) => view.setUint32(12 + 4 * i, length, true));
  let offset = 12 + 4 * lengths.length;
  for (const section of sections) {
    out.set(section, offset);
    offset += section.length;
  }
  return out;
}

/** A batched 3D model. `glb` must be a multiple of 8 bytes long; every column of the batch table has `count` entries. */
export function writeB3dm(
  glb: Uint8Array,
  count: number,
  batchTable: Readonly<Record<string, readonly (string | number)[]>>,
): Uint8Array {
  const features = paddedJson({ BATCH_LENGTH: count }, 28);
  const batches = paddedJson(batchTable, 28 + features.length);
  return join('b3dm', [features.length, 0, batches.length, 0], [features, batches, glb]);
}

/** Points of a tile: flat xyz (ENU metres) and rgb (0 to 255). Written with 16-bit positions over their own box. */
export function writePnts(positions: Float64Array, colours: Uint8Array): Uint8Array {
  const count = positions.length / 3;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis]!;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  }
  const scale = low.map((value, axis) => Math.max(1e-3, high[axis]! - value));
  const quantized = new Uint16Array(count * 3);
  for (let axis = 0; axis < 3; axis++) {
    const steps = 65535 / scale[axis]!;
    for (let i = axis; i < positions.length; i += 3) quantized[i] = Math.round((positions[i]! - low[axis]!) * steps);
  }
  const table = {
    POINTS_LENGTH: count,
    POSITION_QUANTIZED: { byteOffset: 0 },
    QUANTIZED_VOLUME_OFFSET: low,
    QUANTIZED_VOLUME_SCALE: scale,
    RGB: { byteOffset: quantized.byteLength },
  };
  const json = paddedJson(table, 28);
  const binary = new Uint8Array(Math.ceil((quantized.byteLength + colours.length) / 8) * 8);
  binary.set(new Uint8Array(quantized.buffer));
  binary.set(colours, quantized.byteLength);
  return join('pnts', [json.length, binary.length, 0, 0], [json, binary]);
}
