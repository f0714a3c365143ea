import { Check, RotateCw, TriangleAlert } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { QUALITY_LEVELS } from '@overlook/shared/config';
import { layersOffText, STAGE_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { failedLayers, type LayerRow, layers, LAYERS_PATH, revealLayer } from '../../../state/layers.ts';
import { leave } from '../../../state/leaving.ts';
import { uploads } from '../../../state/uploads.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { QualityChip } from './quality/quality-chip.tsx';
import { type ProgressLine, progressLine, progressPercent } from '@overlook/embed/controls/progress-text';
import { useScreen } from './screen-context.ts';
import { retryFailed, useStageProgress } from './stage-progress.ts';
import { useShownSite } from './use-stage-site.ts';
import css from './footer.module.css';

/** There are no coordinates before the first picture, which need not wait for them. */
const FooterCoordinates = lazyPart(async () => (await import('./footer-coordinates.tsx')).FooterCoordinates, {
  isSilent: true,
});
const CentreCoordinates = lazyPart(async () => (await import('./coordinates.tsx')).CentreCoordinates, {
  isSilent: true,
});

/** Under the stage: how complete the view is, where the cursor is, how fine the model is drawn. */
export function StageFooter() {
  return (
    <footer className={css.footer}>
      <TileStatus />
      <LayersOff />
      <Uploads />
      <Credits />
      <span className={css.grow} />
      <FooterCoordinates />
      <QualityChip />
      <Gate tokens="VIEW:ADJUSTQUALITY">
        <QualitySelect />
      </Gate>
    </footer>
  );
}

/** The same in two lines, as the phone's sheet shows it at its lowest. */
export function StagePeek() {
  return (
    <div className={css.peek}>
      <TileStatus />
      <CentreCoordinates />
    </div>
  );
}

function TileStatus() {
  const progress = useStageProgress();
  const shown = useShownSite();
  if (!shown || shown.layer === null) return <span className={css.status} />;
  const line = progressLine(progress, shown.site.name);
  return (
    <span className={css.status} data-state={line.state}>
      <StatusMark line={line} percent={progressPercent(progress)} />
      {line.text}
      {line.state === 'failed' && (
        <Button tone="ghost" icon={RotateCw} className={css.retry} onClick={retryFailed}>
          {STAGE_MESSAGES['stage.retry']}
        </Button>
      )}
    </span>
  );
}

function StatusMark({ line, percent }: { line: ProgressLine; percent: number }) {
  if (line.state === 'settled') return <Check size={14} strokeWidth={1.75} aria-hidden />;
  if (line.state !== 'loading')
    return <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className={css.warning} />;
  return (
    <span className={css.bar} aria-hidden>
      <span className={css.fill} style={{ transform: `scaleX(${percent / 100})` }} />
    </span>
  );
}

/** Layers by others that were switched off after failures, with a button that shows the reasons. */
function LayersOff() {
  const [, navigate] = useLocation();
  const failed = failedLayers(useSnapshot(layers).rows as readonly LayerRow[]);
  if (failed.length === 0) return null;
  const show = () => {
    revealLayer(failed[0]!.id);
    leave(() => navigate(LAYERS_PATH));
  };
  return (
    <button type="button" className={css.layersOff} onClick={show}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      {layersOffText(failed.length)}
    </button>
  );
}

const UploadsLine = lazyPart(async () => (await import('./uploads-line.tsx')).UploadsLine, { isSilent: true });

/** Few views send something: the line is loaded when one does. */
function Uploads() {
  const { sendings } = useSnapshot(uploads);
  return sendings.length > 0 && <UploadsLine />;
}

function Credits() {
  const { attributions } = useScreen();
  if (attributions.length === 0) return null;
  return <small className={css.credits}>{attributions.join(' · ')}</small>;
}

function QualitySelect() {
  const { quality } = useSnapshot(preferences);
  return (
    <Select
      label={STAGE_MESSAGES['stage.quality']}
      options={QUALITY_LEVELS}
      value={quality}
      onChange={(chosen) => setPreference('quality', chosen)}
    />
  );
}
