import { LocateFixed, Move3d, RotateCw } from 'lucide-react';
import type { PlaceState, PlaceTool } from '@overlook/engine';
import type { RigidMove, Vec3 } from '@overlook/shared/maths';
import { formatMessage, PLACING_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { AXES } from '../../../parts/box/axes.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import type { NumberRange } from '../../../ui/number-field/number-step.ts';
import { FitPart } from './fit-part.tsx';
import { placeInView } from './use-place-tool.ts';
import css from './placing.module.css';

const SHIFT: NumberRange = { step: 0.01, decimals: 3, least: -100_000, most: 100_000 };
const TURN: NumberRange = { step: 0.1, decimals: 2, least: -180, most: 180 };
const TILT: NumberRange = { step: 0.1, decimals: 2, least: -90, most: 90 };
const METRES = '\u202Fm';

interface MovePartProps {
  tool: PlaceTool;
  state: PlaceState;
  capture: Capture;
  hasNeighbour: boolean;
}

/** The move in figures, and what computes it. */
export function MovePart({ tool, state, capture, hasNeighbour }: MovePartProps) {
  const { move, isLevel, fitted } = state;
  const set = (change: Partial<RigidMove>) => tool.setMove({ ...move, ...change });
  const shifted = (axis: number, value: number) => move.shiftM.map((old, i) => (i === axis ? value : old)) as Vec3;
  const isDraft = capture.publishedAt === null;
  return (
    <section className={css.part} aria-label={PLACING_MESSAGES['placing.moveAndTurn']}>
      <div className={css.titleRow}>
        <h2 className={css.title}>{PLACING_MESSAGES['placing.moveAndTurn']}</h2>
        <span className={css.count} />
        <Button tone="ghost" icon={LocateFixed} onClick={() => tool.setPivot(placeInView())}>
          {PLACING_MESSAGES['placing.handlesHere']}
        </Button>
      </div>
      {AXES.map(({ letter, direction, className }, axis) => (
        <NumberField
          key={letter}
          variant="row"
          label={formatMessage(PLACING_MESSAGES['placing.moved'], { direction })}
          mark={<span className={className}>{letter}</span>}
          value={move.shiftM[axis]!}
          range={SHIFT}
          unit={METRES}
          onChange={(value) => set({ shiftM: shifted(axis, value) })}
        />
      ))}
      <NumberField
        variant="row"
        label={PLACING_MESSAGES['placing.turned']}
        mark={<RotateCw size={14} strokeWidth={1.75} />}
        value={move.turnDeg}
        range={TURN}
        unit="°"
        onChange={(turnDeg) => set({ turnDeg })}
      />
      <Switch
        label={PLACING_MESSAGES['placing.keepLevel']}
        hint={PLACING_MESSAGES['placing.keepLevelHint']}
        isOn={isLevel}
        onChange={(value) => tool.setLevel(value)}
      />
      {!isLevel && <TiltFields move={move} onChange={(tiltDeg) => set({ tiltDeg })} />}
      <div className={css.buttons}>
        <Button
          tone="primary"
          icon={Move3d}
          disabledReason={fitted ? null : PLACING_MESSAGES['placing.movesNeedPairs']}
          onClick={() => tool.applyPairs()}
        >
          {isDraft ? PLACING_MESSAGES['placing.move'] : PLACING_MESSAGES['placing.movePublished']}
        </Button>
        <FitPart tool={tool} state={state} capture={capture} hasNeighbour={hasNeighbour} />
      </div>
    </section>
  );
}

function TiltFields({ move, onChange }: { move: RigidMove; onChange: (tilt: RigidMove['tiltDeg']) => void }) {
  const [aboutEast, aboutNorth] = move.tiltDeg;
  return (
    <>
      <NumberField
        variant="row"
        label={PLACING_MESSAGES['placing.tiltEast']}
        mark={<span className={AXES[0].className}>↻E</span>}
        value={aboutEast}
        range={TILT}
        unit="°"
        onChange={(value) => onChange([value, aboutNorth])}
      />
      <NumberField
        variant="row"
        label={PLACING_MESSAGES['placing.tiltNorth']}
        mark={<span className={AXES[1].className}>↻N</span>}
        value={aboutNorth}
        range={TILT}
        unit="°"
        onChange={(value) => onChange([aboutEast, value])}
      />
    </>
  );
}
