import { Clock } from 'lucide-react';
import type { ContentRow, LayerContent, LegendEntry } from '@overlook/embed/layers';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import { LayerMark } from './layer-mark.tsx';
import { Sparkline } from './sparkline.tsx';
import css from './layer-content.module.css';

/** What shapes and colours of a layer mean. */
export function LayerLegend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={css.legend} aria-label={LAYERS_MESSAGES['layers.legend']}>
      {entries.map((entry) => (
        <li key={entry.label} className={css.entry}>
          <LayerMark shape={entry.shape} color={entry.color} />
          {entry.label}
        </li>
      ))}
    </ul>
  );
}

interface ContentListProps {
  content: LayerContent;
  /** Flies to a row that has a place. */
  onGo: (row: ContentRow) => void;
}

/** The things of a layer, with their last values. */
export function ContentList({ content: { rows, note }, onGo }: ContentListProps) {
  return (
    <>
      {rows.length > 0 && (
        <ul className={css.rows} aria-label={LAYERS_MESSAGES['layers.content']}>
          {rows.map((row) => (
            <li key={row.id}>
              {row.positionEnu ? (
                <button type="button" className={css.row} onClick={() => onGo(row)}>
                  <RowParts row={row} />
                </button>
              ) : (
                <div className={css.row}>
                  <RowParts row={row} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {note && (
        <p className={css.note}>
          <Clock size={14} strokeWidth={1.75} aria-hidden />
          {note}
        </p>
      )}
    </>
  );
}

function RowParts({ row: { mark, label, series, value, unit, note } }: { row: ContentRow }) {
  return (
    <>
      {mark && <LayerMark {...mark} />}
      <span className={css.label}>{label}</span>
      {series && <Sparkline series={series} isHigh={mark?.color === 'high'} />}
      {note && <span className={css.rowNote}>{note}</span>}
      {value !== undefined && (
        <span className={css.value}>
          {value} {unit && <span className={css.unit}>{unit}</span>}
        </span>
      )}
    </>
  );
}
