import { RotateCw, TriangleAlert } from 'lucide-react';
import { layerFailureText, LAYERS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { type LayerRow, setLayerOpacity, setLayerVisible } from '../../../state/layers.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Slider } from '../../../ui/inputs/slider.tsx';
import { LayerActions, type LayerFiles, RemoveButton } from './layer-actions.tsx';
import { ContentList, LayerLegend } from './layer-content.tsx';
import { LayerSettingsFields } from './layer-settings-fields.tsx';
import css from './layer-row.module.css';

const OPACITY_STEP = 5;

/** Below the row of a layer: why it is off, or its settings, its legend and its content. */
export function LayerDetails({ row, files }: { row: LayerRow; files: LayerFiles }) {
  const { id, failure, report, definition, opacityPercent, settings } = row;
  if (failure) return <Failure row={row} />;
  return (
    <div className={css.details}>
      <div className={css.slider}>
        <span className={css.sliderLabel} aria-hidden>
          {LAYERS_MESSAGES['layers.opacity']}
        </span>
        <Slider
          label={formatMessage(LAYERS_MESSAGES['layers.opacityOf'], { title: row.title })}
          value={opacityPercent}
          least={0}
          most={100}
          step={OPACITY_STEP}
          format={(percent) => `${percent} %`}
          onChange={(percent) => setLayerOpacity(id, percent)}
        />
      </div>
      {report && <LayerLegend entries={report.legend} />}
      {/* The settings of a layer have the types of its definition. */}
      {definition?.settings && (
        <LayerSettingsFields layerId={id} settings={definition.settings} values={settings as never} />
      )}
      {report?.content && <ContentList content={report.content} onGo={files.onGo} />}
      <LayerActions row={row} files={files} />
    </div>
  );
}

function Failure({ row: { id, failure, group, title } }: { row: LayerRow }) {
  return (
    <div className={css.details} role="alert">
      <p className={css.failure}>
        <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className={css.failureIcon} />
        {layerFailureText(failure!)}
      </p>
      <div className={css.actions}>
        <Button
          icon={RotateCw}
          aria-label={formatMessage(LAYERS_MESSAGES['layers.retryTitle'], { title })}
          onClick={() => setLayerVisible(id, true)}
        >
          {LAYERS_MESSAGES['layers.retry']}
        </Button>
        {group === 'own' && <RemoveButton id={id} title={title} />}
      </div>
    </div>
  );
}
