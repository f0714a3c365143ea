import { DRAWING_FORMATS, HAS_OUTLINES, MESH_FORMAT } from '@overlook/shared/config';
import { SCALES, SHEET_NAMES, type SheetName } from '@overlook/shared/drawings';
import { numberText } from '@overlook/shared/format';
import { EXPORTS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { DrawingView } from '@overlook/shared/schemas';
import type { useForm } from '../../../parts/form/use-form.ts';
import { CheckboxGroup } from '../../../ui/inputs/checkbox-group.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import type { ExportValues } from './export-values.ts';
import css from './export-form.module.css';

const KINDS: readonly { readonly value: 'meshes' | 'drawing'; readonly label: string }[] = [
  { value: 'meshes', label: formatMessage(EXPORTS_MESSAGES['export.meshes'], { format: MESH_FORMAT }) },
  { value: 'drawing', label: EXPORTS_MESSAGES['export.drawing'] },
];
const VIEWS: readonly { readonly value: DrawingView; readonly label: string }[] = [
  { value: 'plan', label: EXPORTS_MESSAGES['export.drawingViewPlan'] },
  { value: 'section', label: EXPORTS_MESSAGES['export.drawingViewSection'] },
];
const HINTS = {
  plan: EXPORTS_MESSAGES['export.drawingHintPlan'],
  section: EXPORTS_MESSAGES['export.drawingHintSection'],
} as const;

interface DrawingFieldsProps {
  fields: ReturnType<typeof useForm<ExportValues>>;
}

/** Of a layer: its meshes, or a drawing with its plane, sheet and scale. */
export function DrawingFields({ fields: { values, set, field } }: DrawingFieldsProps) {
  const { isDrawing, drawing, drawingFormats, modeltypeId } = values;
  const hasOutlines = modeltypeId !== null && HAS_OUTLINES[modeltypeId];
  return (
    <>
      <Segmented
        label={EXPORTS_MESSAGES['export.kind']}
        segments={KINDS}
        value={isDrawing ? 'drawing' : 'meshes'}
        onChange={(kind) => set('isDrawing', kind === 'drawing')}
      />
      {isDrawing ? (
        <>
          <Segmented
            label={EXPORTS_MESSAGES['export.drawingView']}
            segments={VIEWS}
            value={drawing.view}
            onChange={(view) => set('drawing', { ...drawing, view })}
          />
          <p className={css.hint}>{HINTS[drawing.view]}</p>
          <div className={css.pair}>
            <Select
              variant="field"
              label={EXPORTS_MESSAGES['export.drawingSheet']}
              options={SHEET_NAMES.map((sheet) => ({ key: sheet, label: sheet }))}
              value={drawing.sheet}
              onChange={(sheet: SheetName) => set('drawing', { ...drawing, sheet })}
            />
            <Select
              variant="field"
              label={EXPORTS_MESSAGES['export.drawingScale']}
              options={SCALES.map((scale) => ({
                key: String(scale),
                label: formatMessage(EXPORTS_MESSAGES['export.drawingScaleOf'], { scale: numberText(scale, 0) }),
              }))}
              value={String(drawing.scale)}
              onChange={(scale) => set('drawing', { ...drawing, scale: Number(scale) })}
            />
          </div>
          <Switch
            label={EXPORTS_MESSAGES['export.behind']}
            hint={hasOutlines ? EXPORTS_MESSAGES['export.behindHint'] : EXPORTS_MESSAGES['export.behindTextured']}
            isOn={drawing.behind && hasOutlines}
            isDisabled={!hasOutlines}
            onChange={(behind) => set('drawing', { ...drawing, behind })}
          />
          <CheckboxGroup
            label={EXPORTS_MESSAGES['export.formats']}
            values={DRAWING_FORMATS}
            selected={drawingFormats}
            error={field('drawingFormats').error}
            onChange={(formats) => set('drawingFormats', formats)}
          />
        </>
      ) : (
        <p className={css.hint}>{EXPORTS_MESSAGES['export.glbHint']}</p>
      )}
    </>
  );
}
