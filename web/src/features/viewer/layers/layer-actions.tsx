import { Crosshair, Download, Trash2 } from 'lucide-react';
import type { ContentRow, LayerExtent } from '@overlook/embed/layers';
import { LAYERS_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { type LayerRow, removeOwnLayer } from '../../../state/layers.ts';
import { Button } from '../../../ui/button/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import css from './layer-row.module.css';

/** The actions on drawn layers that the panel needs; the code that connects layers with the stages provides them. */
export interface LayerFiles {
  /** Flies to the place of a row. */
  readonly onGo: (row: ContentRow) => void;
  /** Flies to where all of a layer is seen. */
  readonly onFlyTo: (extent: LayerExtent) => void;
  /** A layer as a file; null for one that gives none. */
  readonly fileOf: (layerId: string, kind: 'geojson' | 'csv') => Blob | null;
}

const KINDS = [
  { kind: 'csv', label: LAYERS_MESSAGES['layers.csv'] },
  { kind: 'geojson', label: LAYERS_MESSAGES['layers.geojson'] },
] as const;

/** Flies to a layer, saves it as the files that it gives, and takes an own layer away. */
export function LayerActions({ row, files }: { row: LayerRow; files: LayerFiles }) {
  const { id, title, group, definition, report } = row;
  const kinds = KINDS.filter(({ kind }) => report?.status === 'ready' && definition?.export?.[kind]);
  const extent = report?.content?.extent;
  if (kinds.length === 0 && !extent && group !== 'own') return null;
  const save = (kind: 'geojson' | 'csv') => {
    const file = files.fileOf(id, kind);
    if (file) saveFile(file, `${title}.${kind}`);
  };
  return (
    <div className={css.actions}>
      {extent && (
        <Button
          icon={Crosshair}
          aria-label={formatMessage(LAYERS_MESSAGES['layers.flyToTitle'], { title })}
          onClick={() => files.onFlyTo(extent)}
        >
          {LAYERS_MESSAGES['layers.flyTo']}
        </Button>
      )}
      {kinds.map(({ kind, label }) => (
        <Button
          key={kind}
          icon={Download}
          aria-label={formatMessage(LAYERS_MESSAGES['layers.saveAs'], { title, label })}
          onClick={() => save(kind)}
        >
          {label}
        </Button>
      ))}
      {group === 'own' && <RemoveButton id={id} title={title} />}
    </div>
  );
}

export function RemoveButton({ id, title }: { id: string; title: string }) {
  return (
    <Button
      tone="ghost"
      icon={Trash2}
      aria-label={formatMessage(LAYERS_MESSAGES['layers.remove'], { title })}
      onClick={() => removeOwnLayer(id)}
    >
      {COMMON_MESSAGES['common.remove']}
    </Button>
  );
}
