import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { LAYERS_MESSAGES, layerMovedText, formatMessage } from '@overlook/shared/messages';
import { type LayerRow as Row, moveLayer, setLayerVisible } from '../../../state/layers.ts';
import { announce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { SwitchTrack } from '../../../ui/inputs/switch.tsx';
import { LayerDetails } from './layer-details.tsx';
import { LAYER_ICON } from './layer-icon.ts';
import type { LayerFiles } from './layer-actions.tsx';
import { useRowDrag } from './use-row-drag.ts';
import css from './layer-row.module.css';

interface LayerRowProps {
  row: Row;
  /** Place in its group, from 1, and how many the group has. */
  place: number;
  of: number;
  /** The list is filtered by a search, so its order has no meaning. */
  isOrderFixed: boolean;
  isRevealed: boolean;
  /** Buttons move it, in place of the switch: for fingers. */
  isOrdering: boolean;
  files: LayerFiles;
}

/** A layer: its handle, name, switch and content. */
export function LayerRow({ row, place, of, isOrderFixed, isRevealed, isOrdering, files }: LayerRowProps) {
  const { id, title, icon, isVisible, failure } = row;
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const isOpen = isChosen ?? (failure !== null || isRevealed);
  const titleId = useId();
  const Icon = LAYER_ICON[icon];
  const move = (by: number) => {
    const to = Math.min(of, Math.max(1, place + by));
    if (isOrderFixed || to === place) return;
    moveLayer(id, by);
    announce(layerMovedText(title, to, of));
  };
  const drag = useRowDrag(move);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return (
    <li className={css.layer} data-failed={failure !== null} data-layer-row aria-labelledby={titleId}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the element in the row that has the focus */}
      <div className={css.row} onKeyDown={onKeyDown}>
        <button
          type="button"
          className={css.handle}
          aria-label={formatMessage(LAYERS_MESSAGES['layers.move'], { title })}
          data-tooltip={LAYERS_MESSAGES['layers.howToMove']}
          disabled={isOrderFixed || of < 2}
          {...drag}
        >
          <GripVertical size={14} strokeWidth={1.75} aria-hidden />
        </button>
        <span className={css.icon}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </span>
        <span className={css.words}>
          <span id={titleId} className={css.title}>
            {title}
          </span>
          <span className={css.summary}>{summaryOf(row)}</span>
        </span>
        {isOrdering ? (
          <MoveButtons title={title} isFirst={place === 1} isLast={place === of} onMove={move} />
        ) : (
          <>
            <SwitchTrack
              className={css.switch}
              isOn={isVisible}
              aria-labelledby={titleId}
              onChange={(isOn) => setLayerVisible(id, isOn)}
            />
            <IconButton
              size="s"
              icon={isOpen ? ChevronUp : ChevronDown}
              label={formatMessage(
                isOpen ? LAYERS_MESSAGES['layers.closeNamed'] : LAYERS_MESSAGES['layers.openNamed'],
                { title },
              )}
              aria-expanded={isOpen}
              onClick={() => setChosen(!isOpen)}
            />
          </>
        )}
      </div>
      {isOpen && !isOrdering && <LayerDetails row={row} files={files} />}
    </li>
  );
}

interface MoveButtonsProps {
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
}

const MoveButtons = ({ title, isFirst, isLast, onMove }: MoveButtonsProps) => (
  <>
    <IconButton
      icon={ArrowUp}
      label={formatMessage(LAYERS_MESSAGES['layers.moveUp'], { title })}
      disabled={isFirst}
      onClick={() => onMove(-1)}
    />
    <IconButton
      icon={ArrowDown}
      label={formatMessage(LAYERS_MESSAGES['layers.moveDown'], { title })}
      disabled={isLast}
      onClick={() => onMove(1)}
    />
  </>
);

function summaryOf({ failure, isVisible, report }: Row): string {
  if (failure) return LAYERS_MESSAGES['layers.switchedOff'];
  if (!isVisible) return '';
  return report?.status === 'ready' ? (report.summary ?? '') : LAYERS_MESSAGES['layers.loading'];
}
