import type { MenuSectionOf } from '../../../ui/menu/menu-list.tsx';
import { VALUE_WORDS, type PermissionValue, PERMISSION_VALUES, type CellKey } from './permission-entries.ts';

/** The menu entries of a head that set its whole row or column. */
export function setAllSection(
  cells: readonly CellKey[],
  onSet: (cells: readonly CellKey[], value: PermissionValue) => void,
): MenuSectionOf {
  return {
    key: 'set',
    entries: PERMISSION_VALUES.map((value) => ({
      key: value,
      label: `${VALUE_WORDS[value]} all`,
      onAction: () => onSet(cells, value),
    })),
  };
}
