import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type EpsgText, EXPORT_FORMATS, POINT_CLOUD } from '@overlook/shared/config';
import { densityText } from '@overlook/shared/format';
import { EXPORTS_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { Pointcloud } from '@overlook/shared/schemas';
import { requestDrawing, requestExport, requestLayer } from '../../../api/exports.ts';
import type { SectionBox } from '@overlook/engine';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { section } from '../../../state/section.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { CheckboxGroup } from '../../../ui/inputs/checkbox-group.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { BoxPart } from './box-part.tsx';
import type { Estimate } from './estimate.ts';
import { DrawingFields } from './drawing-fields.tsx';
import { exportDraft, keepExportValues, keepSentExport } from './export-draft.ts';
import {
  ECEF_LABEL,
  checkExport,
  type CoordinateChoice,
  coordinatesText,
  densityOf,
  drawingInputOf,
  exportInputOf,
  type ExportSources,
  type ExportValues,
  layerInputOf,
  offeredChoice,
  ownSystem,
  utmEpsgAt,
} from './export-values.ts';
import { SourceSelect } from './source-select.tsx';
import { useEstimate } from './use-estimate.ts';
import css from './export-form.module.css';

interface ExportFormProps {
  siteSlug: string;
  sources: ExportSources;
  initial: ExportValues;
  /** Null for those who may not see them. */
  onShowDownloads: (() => void) | null;
}

/** The form of an export (specification §5, §9 "Export"). Typed values are stored immediately. */
export function ExportForm({ siteSlug, sources, initial, onShowDownloads }: ExportFormProps) {
  const [isSent, setSent] = useState(false);
  const fields = useForm<ExportValues>({
    initial,
    check: checkExport,
    isDraftKept: true,
    async save(now) {
      const box = section.volume?.box as SectionBox;
      const { key } = exportDraft;
      await send(now, box, { siteSlug, sources });
      if (key !== null) keepSentExport(key, now, box);
      set('description', '');
      setSent(true);
    },
  });
  const { form, values, failure, isBusy, set, submit } = fields;
  useEffect(() => keepExportValues(values), [values]);
  const estimate = useEstimate(sources, values);
  // In the half sheet of a phone it remains visible next to the button that it disables.
  const isPhone = useLayout() === 'phone';
  const line = <EstimateLine estimate={estimate} />;
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={EXPORTS_MESSAGES['export.export']}
      noValidate
      onChange={() => setSent(false)}
      onSubmit={(event) => void submit(event)}
    >
      <div className={css.parts}>
        <BoxPart />
        <OutputPart sources={sources} fields={fields} estimate={isPhone ? null : line} />
        <NotificationPart fields={fields} />
        <FormFailure failure={failure && { ...failure, fields: ownFields(failure.fields, values) }} />
      </div>
      <div className={css.foot}>
        {isPhone && line}
        {isSent && <Sent onShowDownloads={onShowDownloads} />}
        <Button
          tone="primary"
          size="l"
          type="submit"
          className={css.submit}
          isBusy={isBusy}
          disabledReason={estimate.isRefused ? estimate.text : null}
        >
          {EXPORTS_MESSAGES['export.submitExport']}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  fields: ReturnType<typeof useForm<ExportValues>>;
}

interface OutputPartProps extends PartProps {
  sources: ExportSources;
  estimate: ReactNode;
}

function OutputPart({ sources, fields, estimate }: OutputPartProps) {
  const { values, set, field } = fields;
  const cloud = values.modeltypeId === null ? sources.cloud : null;
  const capture = sources.captureOf(values.modeltypeId ?? POINT_CLOUD.id);
  return (
    <section className={css.part} aria-labelledby="export-output">
      <h2 id="export-output" className={css.title}>
        {EXPORTS_MESSAGES['export.output']}
      </h2>
      <SourceSelect
        sources={sources}
        value={values.modeltypeId}
        onChange={(modeltypeId) => set('modeltypeId', modeltypeId)}
      />
      {capture && (
        <p className={css.hint}>{formatMessage(EXPORTS_MESSAGES['export.ofCapture'], { date: capture.date })}</p>
      )}
      {cloud ? <PointFields cloud={cloud} fields={fields} /> : <DrawingFields fields={fields} />}
      {estimate}
      {cloud && <CoordinateFields cloud={cloud} own={ownSystem(cloud, sources)} fields={fields} />}
      <TextArea label={COMMON_MESSAGES['common.description']} required rows={2} {...field('description')} />
    </section>
  );
}

function PointFields({ cloud, fields: { values, set, field } }: PartProps & { cloud: Pointcloud }) {
  return (
    <div className={css.pair}>
      <Select
        variant="field"
        label={EXPORTS_MESSAGES['export.density']}
        options={cloud.densities.map((metres) => ({ key: String(metres), label: densityText(metres) }))}
        value={String(densityOf(values, cloud))}
        onChange={(key) => set('density', Number(key))}
      />
      <CheckboxGroup
        label={EXPORTS_MESSAGES['export.formats']}
        values={EXPORT_FORMATS}
        selected={values.formats}
        error={field('formats').error}
        onChange={(formats) => set('formats', formats)}
      />
    </div>
  );
}

interface CoordinateFieldsProps extends PartProps {
  cloud: Pointcloud;
  own: EpsgText | null;
}

function CoordinateFields({ cloud, own, fields: { values, set, field } }: CoordinateFieldsProps) {
  const box = section.volume?.box as SectionBox | undefined;
  const utm = box && utmEpsgAt(box.centerEcef);
  const isUtm = utm !== undefined && values.coordinates !== 'utm' && cloud.coordinateSystem.includes(utm);
  const options: { key: CoordinateChoice; label: string }[] = [
    ...(own
      ? [{ key: 'own' as const, label: formatMessage(EXPORTS_MESSAGES['export.systemOfSite'], { system: own }) }]
      : []),
    { key: 'site', label: cloud.coordinateSystem },
    ...(isUtm
      ? []
      : [{ key: 'utm' as const, label: utm ? coordinatesText(utm)! : EXPORTS_MESSAGES['export.utmWgs84'] }]),
    { key: 'ecef', label: ECEF_LABEL },
    { key: 'epsg', label: EXPORTS_MESSAGES['export.anotherSystem'] },
  ];
  return (
    <>
      <Select
        variant="field"
        label={EXPORTS_MESSAGES['export.coordinates']}
        options={options}
        value={offeredChoice(values.coordinates, own)}
        onChange={(coordinates) => set('coordinates', coordinates)}
      />
      {values.coordinates === 'epsg' && (
        <TextField
          label={EXPORTS_MESSAGES['export.epsgCode']}
          required
          inputMode="numeric"
          {...field('epsg')}
          error={field('epsg').error ?? field('coordinates').error}
          onChange={(epsg) => {
            set('epsg', epsg);
            // The server's error is about the system.
            set('coordinates', 'epsg');
          }}
        />
      )}
    </>
  );
}

function NotificationPart({ fields: { values, set, field } }: PartProps) {
  const email = field('notifyEmail');
  return (
    <section className={css.part} aria-label={EXPORTS_MESSAGES['export.notification']}>
      <div>
        <Switch
          label={EXPORTS_MESSAGES['export.notifyMeEMail']}
          isOn={values.notify}
          onChange={(notify) => set('notify', notify)}
        />
      </div>
      {/* An address that is not needed cannot be wrong. */}
      <TextField
        label={COMMON_MESSAGES['common.email']}
        type="email"
        disabled={!values.notify}
        {...email}
        error={values.notify ? email.error : null}
      />
    </section>
  );
}

/** Sends the request, shows the result, and passes a failure on. */
async function send(
  values: ExportValues,
  box: SectionBox,
  { siteSlug, sources: { cloud, captureOf, siteSystem } }: { siteSlug: string; sources: ExportSources },
): Promise<void> {
  const { modeltypeId } = values;
  const capture = modeltypeId === null ? null : captureOf(modeltypeId);
  try {
    if (modeltypeId !== null) await sendLayer(values, box, { siteSlug, modeltypeId, capture });
    else await requestExport(exportInputOf(values, box, { siteSlug, cloud: cloud!, siteSystem }));
    showToast(
      modeltypeId === null ? EXPORTS_MESSAGES['export.submitted'] : EXPORTS_MESSAGES['export.layerSubmitted'],
      'success',
    );
  } catch (error) {
    showToast(
      modeltypeId === null ? EXPORTS_MESSAGES['export.submitFailed'] : EXPORTS_MESSAGES['export.layerSubmitFailed'],
      'error',
    );
    throw error;
  }
}

const sendLayer = (values: ExportValues, box: SectionBox, of: Parameters<typeof layerInputOf>[2]): Promise<void> =>
  values.isDrawing ? requestDrawing(drawingInputOf(values, box, of)) : requestLayer(layerInputOf(values, box, of));

/** Fields that show their own errors. */
const TELLING: readonly string[] = [
  'formats',
  'drawingFormats',
  'epsg',
  'description',
  'notifyEmail',
] satisfies (keyof ExportValues)[];

/** Errors that fields of this form show. Others, those of the box and of the choices, are shown in one place. */
function ownFields(fields: Readonly<Record<string, string>>, { coordinates }: ExportValues) {
  const telling = coordinates === 'epsg' ? [...TELLING, 'coordinates'] : TELLING;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => telling.includes(name)));
}

function EstimateLine({ estimate: { text, isRefused, isAwaited } }: { estimate: Estimate }) {
  const isFault = isRefused && !isAwaited;
  const Icon = isFault ? CircleAlert : Info;
  return (
    <p className={css.estimate} data-refused={isFault}>
      <Icon size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
      {text}
    </p>
  );
}

const Sent = ({ onShowDownloads }: Pick<ExportFormProps, 'onShowDownloads'>) => (
  <p className={css.sent}>
    <CircleCheck size={16} strokeWidth={1.75} aria-hidden className={css.sentIcon} />
    <span className={css.sentText}>{EXPORTS_MESSAGES['export.inDownloads']}</span>
    {onShowDownloads && <Button onClick={onShowDownloads}>{EXPORTS_MESSAGES['export.showDownloads']}</Button>}
  </p>
);
