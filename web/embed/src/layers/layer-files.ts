import { csvText } from '@overlook/shared/format';
import type { LayerContext, LayerExport } from './layer-definition.ts';

/** Exports a layer as a file; null if it does not support the format. */
export function layerFile(
  files: LayerExport<unknown>,
  kind: 'geojson' | 'csv',
  context: LayerContext<unknown>,
): Blob | null {
  if (kind === 'geojson') {
    const made = files.geojson?.(context);
    return made ? new Blob([JSON.stringify(made)], { type: 'application/geo+json' }) : null;
  }
  const table = files.csv?.(context);
  return table ? new Blob([csvText(table.columns, table.rows)], { type: 'text/csv' }) : null;
}
