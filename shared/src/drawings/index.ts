export { composeSheet } from './compose-sheet.ts';
export { clipLine, cutTriangles, NUDGE_M } from './cut-triangles.ts';
export {
  DRAWING_SCALES,
  fitsOnSheet,
  largestScale,
  SHEET_NAMES,
  type SheetName,
  sizeAtScale,
  smallestSheet,
} from './fit-sheet.ts';
export type { Xy } from './sheet-items.ts';
export { stitchLines } from './stitch-lines.ts';
export { type DrawnObject, writeDxf } from './write-dxf.ts';
export { writePdf } from './write-pdf.ts';
export { writeSvg } from './write-svg.ts';
