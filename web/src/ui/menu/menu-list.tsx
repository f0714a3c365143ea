import { Check, type LucideIcon } from 'lucide-react';
import { type RefObject, use } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import { keyboardWords } from '../keyboard-words.ts';
import { ThemedArea } from '../themed-area.ts';
import ground from '../popover.module.css';
import css from './menu.module.css';

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  /** The key that does the same. */
  readonly keys?: string;
  /** A figure behind the words: the size of a file. */
  readonly note?: string;
  /** Its action; absent in entries of a section with a choice. */
  readonly onAction?: () => void;
}

/**
 * Entries between two lines of a menu. With `chosen` one of them is ticked, and choosing another is reported; with
 * `ticked` any of them can be, and pressing one is reported.
 */
export interface MenuSectionOf {
  readonly key: string;
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
  readonly chosen?: string;
  readonly onChoose?: (key: string) => void;
  readonly ticked?: readonly string[];
  readonly onToggle?: (key: string) => void;
}

interface MenuListProps {
  label: string;
  sections: readonly MenuSectionOf[];
  /** For a menu without a button: the element beside which it opens, and the function that closes it. */
  openAt?: { anchor: RefObject<Element | null>; onClose: () => void };
}

/** The menu itself, inside a `MenuTrigger` or open at a place. */
export function MenuList({ label, sections, openAt }: MenuListProps) {
  const open = openAt && {
    isOpen: true,
    triggerRef: openAt.anchor,
    onOpenChange: (isOpen: boolean) => !isOpen && openAt.onClose(),
  };
  return (
    <Popover
      offset={4}
      placement={openAt ? 'bottom start' : 'bottom end'}
      className={ground.popover!}
      data-theme={use(ThemedArea)}
      {...open}
    >
      <Menu aria-label={label} className={css.menu!} {...(openAt && { autoFocus: 'first', onClose: openAt.onClose })}>
        {sections.map((section) => (
          <Section key={section.key} section={section} />
        ))}
      </Menu>
    </Popover>
  );
}

function Section({ section }: { section: MenuSectionOf }) {
  const { key, title, entries, chosen, ticked } = section;
  // A section and an entry of the same key would be one to the menu.
  return (
    <MenuSection id={`section ${key}`} className={css.section!} {...selectionOf(section)}>
      {title !== undefined && <Header className={css.title!}>{title}</Header>}
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} isChosen={chosen === entry.key || ticked?.includes(entry.key) === true} />
      ))}
    </MenuSection>
  );
}

type Keys = 'all' | Set<string | number>;

function selectionOf({ chosen, onChoose, ticked, onToggle }: MenuSectionOf) {
  if (chosen !== undefined) {
    return {
      selectionMode: 'single' as const,
      disallowEmptySelection: true,
      selectedKeys: [chosen],
      onSelectionChange: (keys: Keys) => {
        for (const key of keys) onChoose?.(String(key));
      },
    };
  }
  if (ticked === undefined) return {};
  return {
    selectionMode: 'multiple' as const,
    selectedKeys: ticked,
    onSelectionChange: (keys: Keys) => {
      const now = new Set([...keys].map(String));
      for (const key of new Set([...ticked, ...now])) if (now.has(key) !== ticked.includes(key)) onToggle?.(key);
    },
  };
}

function Entry({ entry, isChosen }: { entry: MenuEntry; isChosen: boolean }) {
  const { key, label, icon, isDisabled = false, isDanger = false, keys, note, onAction } = entry;
  const Icon = isChosen ? Check : icon;
  return (
    <MenuItem
      id={key}
      textValue={label}
      isDisabled={isDisabled}
      className={classNames(css.entry, isDanger && css.danger)}
      {...(onAction ? { onAction } : {})}
    >
      <span className={css.icon}>{Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}</span>
      <span className={css.words}>{label}</span>
      {note !== undefined && <span className={css.note}>{note}</span>}
      {keys !== undefined && <kbd className={css.keys}>{keyboardWords.of(keys)}</kbd>}
    </MenuItem>
  );
}
