import type { PointFile } from '../point-file.ts';
import type { PointSource, StatedCrs } from '../point-source.ts';
import { E57Pages } from './e57-pages.ts';
import { readE57Content } from './e57-scans.ts';
import { firstPointOf, readScan } from './read-scan.ts';
import { gridOf, type LaidScan } from './scan-grid.ts';
import { layoutOf, unreadFields } from './scan-layout.ts';
import { packetsOf } from './scan-packets.ts';
import { has16BitColors } from './scan-scales.ts';

/**
 * The points of an E57 file (ASTM E2807-11): all its scans, each a part, placed by their poses, in one grid. Points that the file
 * marks as invalid, or that have no finite coordinates, are left out. Throws the refusals of `file`.
 */
export async function e57Source(file: PointFile): Promise<PointSource> {
  const pages = new E57Pages(file);
  const content = await readE57Content(file, pages, await pages.readHeader());
  const scans: LaidScan[] = content.scans
    .filter(({ records }) => records > 0)
    .map((scan) => ({ scan, layout: layoutOf(scan, file) }));
  for (const { scan } of scans) await packetsOf(file, pages, scan);
  const is16Bit = scans.some(({ scan, layout }) => has16BitColors(scan, layout));
  const grid = gridOf(scans, (await firstPointOf(file, pages, scans)) ?? ORIGIN);
  const { crs, warnings } = statedCrs(content.coordinateMetadata);
  return {
    facts: {
      format: 'e57',
      points: scans.reduce((sum, { scan }) => sum + scan.records, 0),
      grid,
      crs,
      fields: {
        color: scans.some(({ layout }) => layout.color !== null),
        intensity: scans.some(({ layout }) => layout.intensity !== null),
        classification: false,
        returns: false,
        gpsTime: null,
      },
      warnings: [...warnings, ...unreadWarnings(scans)],
      parts: scans.length,
      isCheapToReread: false,
    },
    async read(from, to, sink, signal) {
      // Each call has pages of its own, so that parts can be read at the same time.
      const own = new E57Pages(file);
      for (const laid of scans.slice(from, to)) await readScan(file, own, laid, { grid, is16Bit }, sink, signal);
    },
    close: () => file.close(),
  };
}

const ORIGIN = { stored: [0, 0, 0], point: [0, 0, 0] } as const;

/** The standard requires WKT; some programs write a code. */
export function statedCrs(metadata: string): { crs: StatedCrs | null; warnings: string[] } {
  if (metadata === '') return { crs: null, warnings: [] };
  const code = /^(?:urn:ogc:def:crs:)?EPSG:+(\d{4,6})$/i.exec(metadata)?.[1];
  if (code !== undefined) return { crs: { kind: 'epsg', horizontal: Number(code), vertical: null }, warnings: [] };
  if (/^[A-Z_0-9]+\s*[[(]/i.test(metadata)) return { crs: { kind: 'wkt', wkt: metadata }, warnings: [] };
  return {
    crs: null,
    warnings: [
      'What the file says of its coordinate system is no WKT and is not read; state its code when you import.',
    ],
  };
}

function unreadWarnings(scans: readonly LaidScan[]): string[] {
  const names = new Set(scans.flatMap(({ scan, layout }) => unreadFields(scan, layout)));
  return names.size > 0 ? [`Fields of the points are not read: ${[...names].slice(0, 12).join(', ')}.`] : [];
}
