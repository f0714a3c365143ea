import { type RefObject, useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover, type PopoverProps } from 'react-aria-components';
import { noteColor } from '../../state/preferences.ts';
import ground from '../popover.module.css';
import { ColorPicker, type ColorPickerProps } from './color-picker.tsx';
import css from './color-picker.module.css';

interface ColorButtonProps extends Omit<ColorPickerProps, 'onDone'> {
  /** Of the button. */
  label: string;
  className?: string;
  /** The element beside which the picker opens, in place of the button. */
  anchor?: RefObject<Element | null>;
  placement?: NonNullable<PopoverProps['placement']>;
}

/** A swatch that opens the picker of its colour. Escape restores the initial colour. */
export function ColorButton({ label, className, anchor, placement = 'bottom start', ...picker }: ColorButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const opened = useRef(picker.value);
  const newest = useRef(picker.value);
  const change = (color: string) => {
    newest.current = color;
    picker.onChange(color);
  };
  const setOpenOrNote = (isNowOpen: boolean) => {
    if (isNowOpen) opened.current = newest.current = picker.value;
    else if (newest.current !== opened.current) noteColor(newest.current);
    setOpen(isNowOpen);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpenOrNote}>
      <Button aria-label={label} className={className ?? css.swatch!} style={{ background: picker.value }} />
      <Popover offset={8} placement={placement} className={ground.popover!} {...(anchor && { triggerRef: anchor })}>
        <Dialog aria-label={picker.title} className={css.picker!}>
          <div
            role="presentation"
            onKeyDownCapture={(event) => {
              if (event.key === 'Escape') change(opened.current);
            }}
          >
            <ColorPicker {...picker} onChange={change} onDone={() => setOpenOrNote(false)} />
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
