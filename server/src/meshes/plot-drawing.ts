import { readFile, stat, writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { DrawingFormat } from '@overlook/shared/config';
import { type Drawing, type DrawnObject, writeDxf, writePdf, writeSvg } from '@overlook/shared/drawings';
import { niceLength } from '@overlook/shared/format';
import { llaFromEcef, toMat4, invertAffine, transformPoint } from '@overlook/shared/maths';
import type { DrawingSettings, ExportBox } from '@overlook/shared/schemas';
import { planFrame } from '../pointclouds/export/target-system.ts';
import type { ExportCoordinates } from '@overlook/shared/config';
import type { CutObject } from './cut-meshes.ts';
import { exportFrame } from './export-frame.ts';
import type { TreeNames } from './export-meshes.ts';

/** The second step of a drawing: its files. */
export interface DrawingPlot {
  readonly step: 'plot';
  readonly jsonPath: string;
  readonly files: readonly { readonly format: DrawingFormat; readonly path: string }[];
  /** Of the layer's objects by their numbers. */
  readonly names: ReadonlyMap<number, TreeNames>;
  readonly box: ExportBox;
  readonly drawing: DrawingSettings;
  readonly coordinates: ExportCoordinates;
  readonly title: string;
  /** Lines of the title block. */
  readonly facts: readonly string[];
  /** ISO 8601 */
  readonly madeAt: string;
}

/** Longest scale bar on the sheet, millimetres. */
const BAR_MOST_MM = 40;

/** Writes the files of a drawing. Returns their sizes in bytes, in their order. */
export async function plotDrawing(work: DrawingPlot): Promise<number[]> {
  const { jsonPath, files, names, box, drawing, title, facts } = work;
  const objects = (JSON.parse(await readFile(jsonPath, 'utf8')) as CutObject[]).map(
    ({ name, layerId, pen, lines }): DrawnObject => ({
      name: (layerId === null ? undefined : names.get(layerId)?.name) ?? name,
      pen,
      lines,
    }),
  );
  const plane = planeOf(work);
  const sheet: Drawing = {
    objects,
    ...drawing,
    widthM: box.sizeX,
    heightM: drawing.view === 'plan' ? box.sizeY : box.sizeZ,
    title: { title, facts: [...facts, plane.frame] },
    // The box is turned clockwise, so north lies to the left of upwards.
    northDeg: drawing.view === 'plan' ? -box.degrees : null,
    bar: niceLength((BAR_MOST_MM * drawing.scale) / 1000)!,
  };
  const sizes: number[] = [];
  for (const { format, path } of files) {
    const content =
      format === 'DXF'
        ? writeDxf({ objects, title: sheet.title, toFile: plane.toFile, frame: plane.frame })
        : format === 'SVG'
          ? writeSvg(sheet)
          : writePdf(sheet, new Date(work.madeAt), (bytes) => deflateSync(bytes));
    await writeFile(path, content);
    sizes.push((await stat(path)).size);
  }
  return sizes;
}

/** Coordinates of the drawing → those of DXF, and these in words. */
function planeOf({ box, drawing, coordinates }: DrawingPlot) {
  const { centerX, centerY, centerZ, sizeX } = box;
  if (drawing.view === 'section') {
    const { height } = llaFromEcef([centerX, centerY, centerZ]);
    return {
      toFile: (x: number, y: number): [number, number] => [x + sizeX / 2, y + height],
      frame: 'x from the left end of the section, y height above the ellipsoid of WGS 84',
    };
  }
  const frame = planFrame(coordinates, [centerX, centerY, centerZ]);
  const boxToEcef = toMat4(invertAffine(exportFrame(box).ecefToBox));
  const place = new Float64Array(3);
  return {
    toFile: (x: number, y: number): [number, number] => {
      frame.fromEcef(transformPoint(boxToEcef, [x, y, 0]), place);
      return [place[0]!, place[1]!];
    },
    frame: `Grid coordinates in ${frame.description.name}`,
  };
}
