import { Building2, ChevronDown } from 'lucide-react';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import type { Scope } from './scope.ts';
import css from './scope-picker.module.css';

interface ScopePickerProps {
  sites: readonly Scope[];
  shownIds: ReadonlySet<number>;
  onChange: (shownIds: ReadonlySet<number>) => void;
}

/** The choice of sites with a column. The list stays open while several are ticked. */
export function ScopePicker({ sites, shownIds, onChange }: ScopePickerProps) {
  const toggle = (id: number, isShown: boolean) =>
    onChange(new Set(isShown ? [...shownIds, id] : [...shownIds].filter((shown) => shown !== id)));
  return (
    <PopoverButton
      label={formatMessage(ADMIN_MESSAGES['role.shownOfSites'], { size: shownIds.size, length: sites.length })}
      staysOpen
      className={css.button}
      content={
        <ul className={css.list}>
          {sites.map(({ id, name }) => (
            <li key={id}>
              <Checkbox isSelected={shownIds.has(id)} onChange={(isShown) => toggle(id, isShown)}>
                {name}
              </Checkbox>
            </li>
          ))}
        </ul>
      }
    >
      <Building2 size={14} strokeWidth={1.75} aria-hidden />
      {formatMessage(ADMIN_MESSAGES['role.sitesShown'], { shown: shownIds.size, count: sites.length })}
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
    </PopoverButton>
  );
}
