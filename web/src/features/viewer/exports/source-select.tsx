import { type MeshLayerId, modelType } from '@overlook/shared/config';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { Select } from '../../../ui/inputs/select.tsx';
import type { ExportSources } from './export-values.ts';
import css from './export-form.module.css';

interface SourceSelectProps {
  sources: ExportSources;
  /** Null for the point cloud. */
  value: MeshLayerId | null;
  onChange: (value: MeshLayerId | null) => void;
}

const POINT_CLOUD = modelType(1).label;

/** The choice of the source: the point cloud, or a layer. A site with only a point cloud has no choice. */
export function SourceSelect({ sources: { cloud, layers }, value, onChange }: SourceSelectProps) {
  const options = [
    ...(cloud ? [{ key: 'points', label: POINT_CLOUD }] : []),
    ...layers.map(({ modeltypeId }) => ({
      key: String(modeltypeId),
      label: modelType(modeltypeId).label,
    })),
  ];
  if (layers.length === 0) return null;
  return (
    <>
      {!cloud && <p className={css.hint}>{EXPORTS_MESSAGES['exports.unavailable']}</p>}
      <Select
        variant="field"
        label={EXPORTS_MESSAGES['export.source']}
        options={options}
        value={value === null ? 'points' : String(value)}
        onChange={(key) => onChange(layers.find(({ modeltypeId }) => String(modeltypeId) === key)?.modeltypeId ?? null)}
      />
    </>
  );
}
