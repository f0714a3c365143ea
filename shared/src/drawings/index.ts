export { PlaneCut } from './cut-triangles.ts';
export type { Drawing, DrawnObject } from './drawing.ts';
export { fitsSheet, SCALES, scaleThatFits, SHEET_NAMES, type SheetName, sheetThatFits } from './sheet.ts';
export { type DrawnLine, stitchLines } from './stitch-lines.ts';
export { writeDxf } from './write-dxf.ts';
export { writePdf } from './write-pdf.ts';
export { writeSvg } from './write-svg.ts';
