import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, use, useId, useState } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { findSystems, type FoundSystem, isTypedSystem } from '@overlook/shared/crs';
import { UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../ui/class-names.ts';
import { FieldError } from '../../../ui/field/field-error.tsx';
import { ThemedArea } from '../../../ui/themed-area.ts';
import labelled from '../../../ui/field/labelled.module.css';
import css from '../../../ui/field/text-field.module.css';
import ground from '../../../ui/popover.module.css';
import box from '../parts/picker/directory-box.module.css';

interface SystemBoxProps {
  label: string;
  value: string;
  error: string | null;
  /** Beside the label, at its end. */
  labelEnd?: ReactNode;
  /** What an empty box means. */
  placeholder?: string;
  onChange: (crs: string) => void;
  onBlur?: () => void;
}

const OFFERED_MOST = 50;

/** The coordinate system: chosen by code, name or place, or typed as a proj4 text. */
export function SystemBox({
  label,
  value,
  error,
  labelEnd,
  placeholder = UPLOAD_PAGE_MESSAGES['uploadPage.coordinatesPlaceholder'],
  onChange,
  onBlur,
}: SystemBoxProps) {
  const errorId = useId();
  const theme = use(ThemedArea);
  const [isOpen, setOpen] = useState(false);
  // While a list is open a text that is no system yet is a search, not a mistake.
  const shownError = isOpen ? null : error;
  const found = value.trim() === '' || isProj4(value) ? [] : findSystems(value, OFFERED_MOST);
  const keepEscape = (event: KeyboardEvent) => {
    // It closes the list; the page around it stays.
    if (event.key === 'Escape' && isOpen) event.preventDefault();
  };
  return (
    <ComboBox
      className={labelled.column!}
      items={found}
      inputValue={value}
      onInputChange={onChange}
      selectedKey={codeIn(value)}
      onSelectionChange={(key) => key !== null && onChange(`EPSG:${key}`)}
      onOpenChange={setOpen}
      {...(onBlur && { onBlur })}
      isInvalid={shownError !== null}
      menuTrigger="input"
      allowsEmptyCollection={value.trim() !== '' && !isProj4(value) && !isTypedSystem(value)}
      allowsCustomValue
    >
      <div className={css.labelRow}>
        <Label className={labelled.label!}>{label}</Label>
        {labelEnd}
      </div>
      <div className={box.box} role="presentation" onKeyDown={keepEscape}>
        <Input
          className={box.input!}
          placeholder={placeholder}
          spellCheck={false}
          aria-describedby={shownError === null ? undefined : errorId}
        />
        <Button className={box.button!}>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Button>
      </div>
      {shownError !== null && <FieldError id={errorId}>{shownError}</FieldError>}
      <Popover offset={4} className={classNames(ground.popover, box.popover)} data-theme={theme}>
        <ListBox<FoundSystem>
          className={box.list!}
          renderEmptyState={() => <p className={box.none}>{UPLOAD_PAGE_MESSAGES['uploadPage.noSystem']}</p>}
        >
          {({ epsg, name, place }) => (
            <ListBoxItem id={epsg} textValue={`EPSG:${epsg}`} className={box.option!}>
              <Text slot="label" className={box.name!}>
                {name}
              </Text>
              <Text slot="description" className={box.hint!}>
                {place === '' ? `EPSG:${epsg}` : `EPSG:${epsg}, ${place}`}
              </Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** The code of a chosen system, by which the box knows its own text and stays closed. */
function codeIn(text: string): number | null {
  const code = /^EPSG:(\d{1,6})$/.exec(text)?.[1];
  return code === undefined || !isTypedSystem(text) ? null : Number(code);
}

const isProj4 = (text: string): boolean => text.trim().startsWith('+');
