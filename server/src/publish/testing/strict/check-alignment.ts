import type { B3dm, Cmpt, I3dm, Pnts, TileContent } from '../../formats/tile-content.ts';
import type { Glb } from '../../formats/glb.ts';
import type { FileFindings } from './findings.ts';

/**
 * Alignment and padding: tiles and their sections to 8 bytes (3D Tiles 1.0 §9.4 to 9.7), GLB chunks to 4 (glTF 2.0
 * §4.4.3). Offsets are counted from the start of the (inner) tile, as the standard does.
 */
export function checkAlignment(content: TileContent, findings: FileFindings): void {
  if ('json' in content) return;
  if (content.kind === 'glb') return checkGlb(content.glb, content.baseOffset, findings);
  multipleOf(8, content.byteLength, `byte ${content.baseOffset + 8}`, 'The length of the tile', findings);
  if (content.kind === 'cmpt') return content.tiles.forEach((tile) => checkInner(tile, content, findings));
  checkTables(content, findings);
  if (content.kind === 'b3dm') checkEmbeddedGlb(content.glb, content.glbOffset, content, findings);
  if (content.kind === 'i3dm' && 'glb' in content.model)
    checkEmbeddedGlb(content.model.glb, content.model.glbOffset, content, findings);
}

function checkInner(tile: TileContent, outer: Cmpt, findings: FileFindings): void {
  if (!('json' in tile))
    multipleOf(
      8,
      tile.baseOffset - outer.baseOffset,
      `byte ${tile.baseOffset}`,
      'The offset of an inner tile',
      findings,
    );
  checkAlignment(tile, findings);
}

function checkTables(tile: B3dm | I3dm | Pnts, findings: FileFindings): void {
  for (const [name, table] of [
    ['feature table', tile.featureTable],
    ['batch table', tile.batchTable],
  ] as const) {
    const end = table.binaryOffset + table.binary.byteLength;
    if (end === table.jsonOffset) continue;
    const at = (offset: number) => `byte ${tile.baseOffset + offset}`;
    multipleOf(8, table.binaryOffset, at(table.binaryOffset), `The end of the JSON of the ${name}`, findings);
    multipleOf(8, end, at(end), `The end of the ${name}`, findings);
  }
}

function checkEmbeddedGlb(glb: Glb, glbOffset: number, tile: B3dm | I3dm, findings: FileFindings): void {
  multipleOf(8, glbOffset, `byte ${tile.baseOffset + glbOffset}`, 'The offset of the GLB', findings);
  checkGlb(glb, tile.baseOffset + glbOffset, findings);
  const rest = tile.byteLength - glbOffset - glb.byteLength;
  if (rest >= 8)
    findings.error(`byte ${tile.baseOffset + glbOffset + 8}`, `The GLB ends ${rest} bytes before the tile does.`);
}

function checkGlb(glb: Glb, offset: number, findings: FileFindings): void {
  multipleOf(4, glb.byteLength, `byte ${offset + 8}`, 'The length of the GLB', findings);
  for (const chunk of glb.chunks)
    multipleOf(4, chunk.byteLength, `byte ${offset + chunk.offset - 8}`, 'The length of a GLB chunk', findings);
  const end = glb.chunks.reduce((last, chunk) => Math.max(last, chunk.offset + chunk.byteLength), 12);
  if (end !== glb.byteLength)
    findings.error(`byte ${offset + 8}`, `The GLB has ${glb.byteLength} bytes, but its chunks end at ${end}.`);
}

function multipleOf(unit: number, value: number, place: string, what: string, findings: FileFindings): void {
  if (value % unit !== 0) findings.error(place, `${what} is ${value}, which is no multiple of ${unit}.`);
}
