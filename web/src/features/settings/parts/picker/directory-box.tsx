import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, use, useState } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { SETTINGS_MESSAGES } from '@overlook/shared/messages';
import { type DirectoryEntry, type DirectoryKind, useDirectory } from '../../../../api/directory.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { ThemedArea } from '../../../../ui/themed-area.ts';
import { useSettled } from '../../../../ui/use-settled.ts';
import ground from '../../../../ui/popover.module.css';
import labelled from '../../../../ui/field/labelled.module.css';
import css from './directory-box.module.css';

interface DirectoryBoxProps {
  kind: DirectoryKind;
  label: string;
  isLabelHidden?: boolean;
  placeholder?: string;
  /** These are not offered. */
  exceptIds?: ReadonlySet<number>;
  /** The text of the field while nothing is typed; without it the field is emptied after a choice. */
  chosen?: DirectoryEntry | null;
  onChoose: (entry: DirectoryEntry) => void;
}

/** Finds a person, role or team by typing: the server searches, so that ten thousand of them are as quick as ten. */
export function DirectoryBox(props: DirectoryBoxProps) {
  const { kind, label, isLabelHidden = false, placeholder, exceptIds, chosen = null, onChoose } = props;
  const theme = use(ThemedArea);
  const [text, setText] = useState(chosen?.name ?? '');
  const [shownId, setShownId] = useState(chosen?.id);
  // A choice from outside, as when all filters are cleared, changes the text too.
  if (shownId !== chosen?.id) {
    setShownId(chosen?.id);
    setText(chosen?.name ?? '');
  }
  const [isOpen, setOpen] = useState(false);
  // A new box after each choice: the list of the old one would stay open, because nothing is selected in it.
  const [round, setRound] = useState(0);
  const typed = text === chosen?.name ? '' : text;
  const found = useDirectory(kind, useSettled(typed), isOpen).filter(({ id }) => !exceptIds?.has(id));
  // The chosen entry is always among the options, so that the field recognises its own text and stays closed.
  const isOffered = chosen === null || found.some(({ id }) => id === chosen.id);
  const offered = isOffered ? found : [chosen, ...found];
  const choose = (key: string | number | null) => {
    const entry = found.find(({ id }) => id === key);
    if (!entry) return;
    setText(exceptIds ? '' : entry.name);
    setOpen(false);
    setRound((count) => count + 1);
    onChoose(entry);
  };
  const keepEscape = (event: KeyboardEvent) => {
    // It closes the list; the page around it stays.
    if (event.key === 'Escape' && isOpen) event.preventDefault();
  };
  return (
    <ComboBox
      key={round}
      autoFocus={round > 0}
      className={labelled.column!}
      items={offered}
      inputValue={text}
      onInputChange={setText}
      selectedKey={chosen?.id ?? null}
      onSelectionChange={choose}
      onOpenChange={setOpen}
      onBlur={() => setText(chosen?.name ?? '')}
      menuTrigger="input"
      allowsEmptyCollection
      allowsCustomValue
    >
      <Label className={isLabelHidden ? 'visually-hidden' : labelled.label!}>{label}</Label>
      <div className={css.box} role="presentation" onKeyDown={keepEscape}>
        <Input className={css.input!} placeholder={placeholder ?? ''} />
        <Button className={css.button!}>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Button>
      </div>
      <Popover offset={4} className={classNames(ground.popover, css.popover)} data-theme={theme}>
        <ListBox<DirectoryEntry>
          className={css.list!}
          renderEmptyState={() => <p className={css.none}>{SETTINGS_MESSAGES['settings.noneFound']}</p>}
        >
          {({ id, name, hint }) => (
            <ListBoxItem id={id} textValue={name} className={css.option!}>
              <Text slot="label" className={css.name!}>
                {name}
              </Text>
              {hint && (
                <Text slot="description" className={css.hint!}>
                  {hint}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
