import { type LucideIcon, X } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import css from './list-parts.module.css';

export interface BulkAction {
  key: string;
  label: string;
  icon: LucideIcon;
  isDanger?: boolean;
  onAction: () => void;
}

interface BulkBarProps {
  count: number;
  actions: readonly BulkAction[];
  onClear: () => void;
}

/** The actions on the ticked rows. It is below the last row, never over it. */
export function BulkBar({ count, actions, onClear }: BulkBarProps) {
  return (
    <div className={css.bulk} role="toolbar" aria-label="Selected">
      <strong className={css.count}>{count} selected</strong>
      {actions.map(({ key, label, icon, isDanger = false, onAction }) => (
        <Button
          key={key}
          tone="ghost"
          icon={icon}
          className={classNames(css.bulkAction, isDanger && css.danger)}
          onClick={onAction}
        >
          {label}
        </Button>
      ))}
      <IconButton icon={X} label="Clear selection" onClick={onClear} />
    </div>
  );
}
