import { ChevronUp, type LucideIcon, X } from 'lucide-react';
import { UI_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { classNames } from '../class-names.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { MenuButton } from '../menu/menu-button.tsx';
import { useLayout } from '../use-layout.ts';
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

/** The actions on the ticked rows. It is below the last row, never over it. A phone has room for a menu only. */
export function BulkBar({ count, actions, onClear }: BulkBarProps) {
  const isPhone = useLayout() === 'phone';
  return (
    <div className={css.bulk} role="toolbar" aria-label={UI_MESSAGES['ui.selected']}>
      <strong className={css.count}>{formatMessage(UI_MESSAGES['ui.selectedCount'], { count })}</strong>
      {isPhone ? (
        <MenuButton
          variant="label"
          label={UI_MESSAGES['ui.actions']}
          icon={ChevronUp}
          sections={[{ key: 'bulk', entries: actions }]}
        />
      ) : (
        actions.map(({ key, label, icon, isDanger = false, onAction }) => (
          <Button
            key={key}
            tone="ghost"
            icon={icon}
            className={classNames(css.bulkAction, isDanger && css.danger)}
            onClick={onAction}
          >
            {label}
          </Button>
        ))
      )}
      <IconButton icon={X} label={UI_MESSAGES['ui.clearSelection']} onClick={onClear} />
    </div>
  );
}
