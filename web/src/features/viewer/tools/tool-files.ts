/** The results of a tool, copied as text or saved as a file. */
import type { Units } from '@overlook/shared/format';
import type { Target } from '@overlook/engine';
import { copyText } from '../../../ui/copy-text.ts';
import { exportFileName, saveTextFile } from './save-file.ts';
import type { SessionTool } from '../../../state/session-tools.ts';

export type FileFormat = 'csv' | 'geojson';

const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = { csv: 'text/csv', geojson: 'application/geo+json' };

/** Beginnings of the file names. */
const SUBJECTS: Readonly<Record<SessionTool['id'], string>> = {
  target: 'Targets',
  measure: 'Measurements',
  angle: 'Angles',
};

/** It has been loaded when there is a tool, because the tool is from the same module. */
const loadEngine = () => import('@overlook/engine');

export async function copyResults(tool: SessionTool, units: Units): Promise<void> {
  const engine = await loadEngine();
  if (tool.id === 'measure') return copyText(engine.copyMeasureText(tool.state(), units));
  if (tool.id === 'angle') return copyText(engine.copyAngleText(tool.state()));
  return copyText(engine.copyTargetText(tool.state()));
}

export async function copyTarget(target: Target): Promise<void> {
  const { targetText } = await loadEngine();
  return copyText(targetText(target));
}

export async function saveResults(tool: SessionTool, format: FileFormat): Promise<void> {
  const text = await fileText(tool, format);
  saveTextFile(exportFileName(SUBJECTS[tool.id], format, new Date()), MEDIA_TYPES[format], text);
}

async function fileText(tool: SessionTool, format: FileFormat): Promise<string> {
  const engine = await loadEngine();
  const isCsv = format === 'csv';
  if (tool.id === 'measure') return (isCsv ? engine.exportMeasureCsv : engine.exportMeasureGeoJson)(tool.state());
  if (tool.id === 'angle') return (isCsv ? engine.exportAngleCsv : engine.exportAngleGeoJson)(tool.state());
  return (isCsv ? engine.exportTargetCsv : engine.exportTargetGeoJson)(tool.state());
}
