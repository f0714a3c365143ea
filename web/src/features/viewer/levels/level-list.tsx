import { Layers2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { HeightRange } from '@overlook/engine';
import { LEVELS } from '@overlook/shared/config';
import { formatMessage, LEVELS_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { type Level, levelAt, rangeText } from './level-choices.ts';
import type { SiteLevels } from './use-site-levels.ts';
import css from './level-list.module.css';

const waitingRow = () => <Skeleton className={css.waiting} />;

interface LevelListProps {
  siteLevels: SiteLevels;
  slice: HeightRange | null;
  mayName: boolean;
  onSlice: (slice: HeightRange | null) => void;
}

/** The levels of a site, of which one is shown, and a new name for those who may give one. */
export function LevelList({ siteLevels, slice, mayName, onSlice }: LevelListProps) {
  const { list, save, storeys } = siteLevels;
  const chosen = levelAt(list, slice);
  const named = list.filter(({ source }) => source === 'site');
  // The highest is on top, as in a building.
  return (
    <div className={css.panel}>
      <ul className={css.list} aria-label={LEVELS_MESSAGES['levels.list']}>
        <li>
          <button type="button" className={css.level} aria-pressed={slice === null} onClick={() => onSlice(null)}>
            {LEVELS_MESSAGES['levels.all']}
          </button>
        </li>
        {list.toReversed().map((level) => (
          <li key={`${level.source} ${level.name} ${level.fromM}`} className={css.row}>
            <button
              type="button"
              className={css.level}
              aria-pressed={level === chosen}
              onClick={() => onSlice({ fromM: level.fromM, toM: level.toM })}
            >
              <span className={css.name}>{level.name}</span>
              <span className={css.range}>{rangeOf(level)}</span>
            </button>
            {mayName && level.source === 'site' && (
              <IconButton
                size="s"
                icon={Trash2}
                label={formatMessage(LEVELS_MESSAGES['levels.remove'], { level: level.name })}
                onClick={() => save(named.filter((other) => other !== level))}
              />
            )}
          </li>
        ))}
      </ul>
      {storeys.reading === 'loading' && (
        <SkeletonList label={LEVELS_MESSAGES['levels.loading']} count={2} row={waitingRow} />
      )}
      {storeys.reading === 'failed' && (
        <ErrorState icon={Layers2} title={LEVELS_MESSAGES['levels.failed']} onRetry={storeys.retry} />
      )}
      {list.length === 0 && storeys.reading === 'done' && (
        <EmptyState icon={Layers2} title={LEVELS_MESSAGES['levels.none']} hint={LEVELS_MESSAGES['levels.noneHint']} />
      )}
      {mayName && slice && !chosen && named.length < LEVELS.most && (
        <NewLevel key={rangeText(slice)} slice={slice} named={named} siteLevels={siteLevels} />
      )}
    </div>
  );
}

const rangeOf = (level: Level): string =>
  level.source === 'site'
    ? rangeText(level)
    : formatMessage(LEVELS_MESSAGES['levels.ofModel'], { range: rangeText(level) });

interface NewLevelProps {
  slice: HeightRange;
  named: readonly Level[];
  siteLevels: SiteLevels;
}

function NewLevel({ slice: { fromM, toM }, named, siteLevels: { save, isSaving } }: NewLevelProps) {
  const [name, setName] = useState('');
  const given = name.trim();
  const isTaken = named.some((level) => level.name === given);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '' && !isTaken) save([...named, { name: given, fromM, toM }]);
      }}
    >
      <TextField
        label={LEVELS_MESSAGES['levels.name']}
        value={name}
        maxLength={LEVELS.nameLongest}
        error={isTaken ? LEVELS_MESSAGES['levels.taken'] : null}
        onChange={setName}
      />
      <Button type="submit" isBusy={isSaving} disabled={given === '' || isTaken}>
        {LEVELS_MESSAGES['levels.save']}
      </Button>
    </form>
  );
}
