import { LocateFixed, RotateCcw } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { EXPORT_BOX } from '@overlook/shared/config';
import { volumeText } from '@overlook/shared/format';
import { boxVolume } from '@overlook/shared/maths';
import { EXPORTS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { SectionBox } from '@overlook/engine';
import { AxisFields, RotationField } from '../../../parts/box/axis-fields.tsx';
import { BOX_MODES } from '../../../parts/box/box-modes.ts';
import { headingDegOf } from '../../../parts/box/section-box.ts';
import { command } from '../../../state/commands.ts';
import {
  type BoxOutside,
  section,
  setBoxOutside,
  setSectionMode,
  setSectionVolume,
  toggleSection,
} from '../../../state/section.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { exportDraft } from './export-draft.ts';
import css from './export-form.module.css';

/** Sides after "Clear selection". */
const RESET: SectionBox['size'] = [EXPORT_BOX.resetSideM, EXPORT_BOX.resetSideM, EXPORT_BOX.resetSideM];

/** The box of the export in figures: it is the section box of the stage. */
export function BoxPart() {
  const { volume, isOpen } = useSnapshot(section);
  const box = volume?.box as SectionBox | null | undefined;
  return (
    <section className={css.part} aria-labelledby="export-box">
      <div className={css.titleRow}>
        <h2 id="export-box" className={css.title}>
          {EXPORTS_MESSAGES['export.box']}
        </h2>
        {box && (
          <>
            <Button tone="ghost" icon={RotateCcw} onClick={() => change({ ...box, size: RESET })}>
              {EXPORTS_MESSAGES['export.clearSelection']}
            </Button>
            <IconButton icon={LocateFixed} label={EXPORTS_MESSAGES['export.flyToTheBox']} onClick={() => flyTo(box)} />
          </>
        )}
      </div>
      {box ? <BoxFigures box={box} hasPlanes={volume!.planes.length > 0} /> : <NoBox isOpen={isOpen} />}
    </section>
  );
}

const OUTSIDES: readonly Segment<BoxOutside>[] = [
  { value: 'dimmed', label: EXPORTS_MESSAGES['export.dimmed'] },
  { value: 'hidden', label: EXPORTS_MESSAGES['export.hidden'] },
  { value: 'shown', label: EXPORTS_MESSAGES['export.shown'] },
];

/** The distance of the view, in lengths of the longest side. */
const FLY_TO_SIDES = 3;

const flyTo = ({ centerEcef, size }: SectionBox): void =>
  command('flyTo', { pointEcef: centerEcef, distanceMetres: FLY_TO_SIDES * Math.max(...size) });

const change = (box: SectionBox): void => setSectionVolume({ box, planes: section.volume?.planes ?? [] });

function NoBox({ isOpen }: { isOpen: boolean }) {
  if (isOpen) return <p className={css.hint}>{EXPORTS_MESSAGES['export.placing']}</p>;
  return (
    <div className={css.titleRow}>
      <p className={css.hint}>{EXPORTS_MESSAGES['export.noBox']}</p>
      <Button onClick={toggleSection}>{EXPORTS_MESSAGES['export.showTheBox']}</Button>
    </div>
  );
}

function BoxFigures({ box, hasPlanes }: { box: SectionBox; hasPlanes: boolean }) {
  const { mode: shownMode, outside } = useSnapshot(section);
  const start = useStart() ?? box;
  const mode = shownMode === 'plane' ? 'resize' : shownMode;
  return (
    <>
      <div className={css.modes}>
        <Segmented
          label={EXPORTS_MESSAGES['export.handles']}
          segments={BOX_MODES}
          value={mode}
          onChange={setSectionMode}
        />
      </div>
      {mode === 'rotate' ? (
        <RotationField variant="row" box={box} onChange={change} />
      ) : (
        <AxisFields variant="row" start={start} box={box} isMoving={mode === 'move'} isForExport onChange={change} />
      )}
      <p className={css.summary}>
        <span className={css.hint}>
          {mode === 'rotate'
            ? formatMessage(EXPORTS_MESSAGES['export.step'], { turnStepDeg: EXPORT_BOX.turnStepDeg })
            : formatMessage(EXPORTS_MESSAGES['export.stepOfBox'], { round: Math.round(headingDegOf(box)) })}
        </span>
        <output className={css.volume} aria-label={EXPORTS_MESSAGES['export.volume']}>
          {volumeText(boxVolume(box))}
        </output>
      </p>
      <div className={css.outside}>
        <span className={css.label} aria-hidden>
          {EXPORTS_MESSAGES['export.outsideTheBox']}
        </span>
        <Segmented
          label={EXPORTS_MESSAGES['export.outsideTheBox']}
          segments={OUTSIDES}
          value={outside}
          onChange={setBoxOutside}
        />
      </div>
      {hasPlanes && <p className={css.hint}>{EXPORTS_MESSAGES['export.planesIgnored']}</p>}
    </>
  );
}

const useStart = () => useSnapshot(exportDraft).start as SectionBox | null;
