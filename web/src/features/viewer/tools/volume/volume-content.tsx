import { CloudOff, Info, TriangleAlert } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useState } from 'react';
import { HEIGHT_ERROR_M } from '@overlook/shared/config';
import { type Units, volumeText } from '@overlook/shared/format';
import { llaFromEcef } from '@overlook/shared/maths';
import {
  AREA_RULES,
  COMMON_MESSAGES,
  formatMessage,
  forTouch,
  TOOLS_MESSAGES,
  VOLUME_MESSAGES,
} from '@overlook/shared/messages';
import type { Volume } from '@overlook/shared/schemas';
import type { AreaTool } from '@overlook/engine';
import { useSnapshot } from 'valtio';
import { useCaptures } from '../../../../api/captures.ts';
import { preferences } from '../../../../state/preferences.ts';
import { announce } from '../../../../ui/announcer.tsx';
import { Button } from '../../../../ui/button/button.tsx';
import { ErrorState } from '../../../../ui/status/state-message.tsx';
import { Skeleton } from '../../../../ui/status/skeleton.tsx';
import { useIsTouch } from '../../../../ui/use-is-touch.ts';
import { useTool } from '../use-tool.ts';
import css from '../cards.module.css';
import { SaveButton } from '../saved/save-button.tsx';
import own from './volume.module.css';
import { rimCapture, type VolumeSettings } from './ask-volume.ts';
import { useRimTool } from './use-rim-tool.ts';
import { useVolume } from './use-volume.ts';
import { VolumeSettingsFields } from './volume-settings.tsx';
import { volumeFacts, volumeNotes, volumeSpoken } from './volume-text.ts';

const SETTINGS: VolumeSettings = { base: { kind: 'plane' }, stepM: null, heightErrorM: HEIGHT_ERROR_M };

/** What the open card holds; another site begins anew. */
export function VolumeContent() {
  const { selectedSiteId } = useSnapshot(preferences);
  return <AtSite key={selectedSiteId} />;
}

/** A new rim begins with a new tool; base and step stay. */
function AtSite() {
  const [rim, setRim] = useState(0);
  const [settings, setSettings] = useState(SETTINGS);
  const startAnew = () => setRim(rim + 1);
  return <Rim key={rim} settings={settings} onChange={setSettings} onNew={startAnew} />;
}

interface RimProps {
  settings: VolumeSettings;
  onChange: (settings: VolumeSettings) => void;
  onNew: () => void;
}

function Rim(props: RimProps) {
  const tool = useRimTool();
  if (tool === 'loading') return <Skeleton />;
  if (tool === 'failed')
    return <ErrorState icon={CloudOff} title={TOOLS_MESSAGES['tools.loadFailed']} onRetry={props.onNew} />;
  return <Measuring {...props} tool={tool} />;
}

function Measuring({ tool, settings, onChange, onNew }: RimProps & { tool: AreaTool }) {
  const { drawing, problem: ringProblem, refused, canUndo } = useTool(tool);
  const { selectedSiteId, units } = useSnapshot(preferences);
  const { data: captures = [] } = useCaptures(selectedSiteId ?? 0);
  const { isAsking, problem, volume, subject, isOutdated, measure } = useVolume(tool, drawing, settings);
  const { corners } = drawing;
  const heights = corners.map(({ pointEcef }) => llaFromEcef(pointEcef).height);
  const reason = refused ?? (corners.length > 2 ? ringProblem : null);
  const isTouch = useIsTouch();
  const hint = VOLUME_MESSAGES['volume.prompt'];
  useSpoken(problem, volume, units);
  return (
    <div role="presentation" className={own.body} onKeyDown={(event) => handleKey(event, tool)}>
      {!drawing.isClosed && <p className={css.prompt}>{isTouch ? forTouch(hint) : hint}</p>}
      <VolumeSettingsFields
        settings={settings}
        captures={captures}
        capture={rimCapture(captures, corners)}
        lowestM={heights.length > 0 ? Math.min(...heights) : null}
        onChange={onChange}
      />
      <div className={css.actions}>
        <Button tone="primary" isBusy={isAsking} disabled={ringProblem !== null} onClick={() => void measure(captures)}>
          {VOLUME_MESSAGES['volume.measure']}
        </Button>
        {corners.length > 0 && (
          <>
            {canUndo && <Button onClick={() => void tool.undo()}>{COMMON_MESSAGES['common.undo']}</Button>}
            <Button onClick={onNew}>{VOLUME_MESSAGES['volume.newRim']}</Button>
            {subject && <SaveButton subjects={() => [{ name: VOLUME_MESSAGES['volume.title'], subject }]} />}
          </>
        )}
      </div>
      {reason && <Warning text={AREA_RULES[reason]} />}
      {problem && <Warning text={problem} />}
      {isAsking && <p className={css.prompt}>{VOLUME_MESSAGES['volume.measuring']}</p>}
      {isOutdated && !isAsking && <p className={css.prompt}>{VOLUME_MESSAGES['volume.changed']}</p>}
      {volume && !isAsking && <Figures volume={volume} units={units} />}
    </div>
  );
}

const Warning = ({ text }: { text: string }) => (
  <p className={css.note}>
    <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
    <span>{text}</span>
  </p>
);

function Figures({ volume, units }: { volume: Volume; units: Units }) {
  return (
    <>
      <p className={css.result}>
        <span className={css.value}>{volumeText(volume.net.m3, units)}</span>
        <span className={css.what}>
          {formatMessage(VOLUME_MESSAGES['volume.net'], { error: volumeText(volume.net.halfWidth95M3, units) })}
        </span>
      </p>
      <dl className={css.facts}>
        {volumeFacts(volume, units).map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {volumeNotes(volume, units).map((note) => (
        <p key={note} className={css.note}>
          <Info size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
          <span>{note}</span>
        </p>
      ))}
    </>
  );
}

/** Tells the outcome of a question. */
function useSpoken(problem: string | null, volume: Volume | null, units: Units): void {
  useEffect(() => {
    if (problem) announce(problem);
  }, [problem]);
  useEffect(() => {
    if (volume) announce(volumeSpoken(volume, units));
  }, [volume, units]);
}

/** Undo, redo and Delete in the card as on the model; a field keeps its keys. */
function handleKey(event: KeyboardEvent, tool: AreaTool): void {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('select, input');
  const isForTool = event.ctrlKey || event.metaKey || event.code === 'Delete';
  if (!isTyping && isForTool && !event.defaultPrevented && tool.key(event)) event.preventDefault();
}
