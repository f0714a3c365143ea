import { ChevronDown, ChevronUp, Crosshair, Grid3x3, Layers2, X } from 'lucide-react';
import { useState } from 'react';
import type { HeightRange } from '@overlook/engine';
import { LEVELS } from '@overlook/shared/config';
import { formatMessage, LEVELS_MESSAGES } from '@overlook/shared/messages';
import type { ShownBelow } from '@overlook/embed/links/view-link';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import bar from '../../../ui/hud-bar.module.css';
import { levelAt, nextLevel, rangeText } from './level-choices.ts';
import { LevelList } from './level-list.tsx';
import type { SiteLevels } from './use-site-levels.ts';
import css from './level-bar.module.css';

const BELOW: readonly { readonly key: ShownBelow; readonly label: string }[] = [
  { key: 'nothing', label: LEVELS_MESSAGES['levels.belowHidden'] },
  { key: 'next', label: LEVELS_MESSAGES['levels.belowNext'] },
  { key: 'all', label: LEVELS_MESSAGES['levels.belowAll'] },
];

interface LevelBarProps {
  slice: HeightRange | null;
  siteLevels: SiteLevels;
  below: ShownBelow;
  /** The person may name levels for all who view the site. */
  mayName: boolean;
  isPicking: boolean;
  isGridShown: boolean;
  onSlice: (slice: HeightRange | null) => void;
  onStep: (by: 1 | -1) => void;
  onBelow: (below: ShownBelow) => void;
  onPick: () => void;
  onGrid: () => void;
  onClose: () => void;
}

/** The plan in figures, at the bottom of the screen. */
export function LevelBar(props: LevelBarProps) {
  const { slice, siteLevels, below, mayName, isPicking, isGridShown } = props;
  const { list } = siteLevels;
  const level = levelAt(list, slice);
  const levelName = level?.name ?? (slice ? rangeText(slice) : LEVELS_MESSAGES['levels.all']);
  return (
    <section className={classNames(bar.bar, css.bar)} aria-label={LEVELS_MESSAGES['levels.slice']}>
      <h2 className={bar.title}>
        <Layers2 size={16} strokeWidth={1.75} aria-hidden className={classNames(bar.icon, css.icon)} />
        <span className={css.name}>{LEVELS_MESSAGES['levels.slice']}</span>
      </h2>
      <span className={classNames(bar.rule, css.rule)} />
      <Heights key={list[0]?.fromM} {...props} />
      <span className={css.group}>
        <PopoverButton
          label={formatMessage(LEVELS_MESSAGES['levels.chosen'], { level: levelName })}
          className={css.chosen}
          staysOpen
          content={<LevelList siteLevels={siteLevels} slice={slice} mayName={mayName} onSlice={props.onSlice} />}
        >
          <span className={css.levelName}>{levelName}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </PopoverButton>
        {([-1, 1] as const).map((by) => (
          <IconButton
            key={by}
            icon={by === 1 ? ChevronUp : ChevronDown}
            label={by === 1 ? LEVELS_MESSAGES['levels.up'] : LEVELS_MESSAGES['levels.down']}
            keys={by === 1 ? 'Shift+.' : 'Shift+,'}
            disabled={nextLevel(list, slice, by) === null}
            onClick={() => props.onStep(by)}
          />
        ))}
      </span>
      <Select label={LEVELS_MESSAGES['levels.below']} options={BELOW} value={below} onChange={props.onBelow} />
      <span className={classNames(bar.rule, css.rule)} />
      <span className={css.group}>
        <IconButton
          icon={Crosshair}
          label={LEVELS_MESSAGES['levels.pick']}
          aria-pressed={isPicking}
          isOn={isPicking}
          onClick={props.onPick}
        />
        <IconButton
          icon={Grid3x3}
          label={LEVELS_MESSAGES['levels.grid']}
          aria-pressed={isGridShown}
          isOn={isGridShown}
          onClick={props.onGrid}
        />
        <IconButton icon={X} label={LEVELS_MESSAGES['levels.close']} keys="Z" onClick={props.onClose} />
      </span>
    </section>
  );
}

const RANGE = { step: LEVELS.stepM, decimals: 2 } as const;

/** The two heights. Without a slice they are those of the last one, and the first change of one makes a slice. */
function Heights({ slice, siteLevels: { list }, onSlice }: Pick<LevelBarProps, 'slice' | 'siteLevels' | 'onSlice'>) {
  const first = list[0] ?? LEVELS.first;
  const [last, setLast] = useState<HeightRange>(first);
  if (slice && slice !== last) setLast(slice);
  const { fromM, toM } = slice ?? last;
  return (
    <span className={css.group}>
      <NumberField
        variant="compact"
        label={LEVELS_MESSAGES['levels.fromLabel']}
        mark={LEVELS_MESSAGES['levels.from']}
        unit={'\u202Fm'}
        range={{ ...RANGE, least: -LEVELS.heightMostM, most: toM - LEVELS.thicknessLeastM }}
        value={fromM}
        onChange={(next) => onSlice({ fromM: next, toM })}
      />
      <NumberField
        variant="compact"
        label={LEVELS_MESSAGES['levels.toLabel']}
        mark={LEVELS_MESSAGES['levels.to']}
        unit={'\u202Fm'}
        range={{ ...RANGE, least: fromM + LEVELS.thicknessLeastM, most: LEVELS.heightMostM }}
        value={toM}
        onChange={(next) => onSlice({ fromM, toM: next })}
      />
    </span>
  );
}
