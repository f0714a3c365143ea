import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, use, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { ThemedArea } from './themed-area.ts';
import ground from './popover.module.css';
import css from './popover-button.module.css';

interface PopoverButtonProps {
  /** Name of the button and of its popover. */
  label: string;
  className?: string | undefined;
  /**
   * The content of the popover. A choice by pointer or with Enter closes it, unless it is for several choices; arrows
   * choose too, and go on.
   */
  content: ReactNode;
  staysOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The element to the left of which it opens, in place of below the button. */
  leftOf?: RefObject<Element | null>;
  children: ReactNode;
}

/** A popover over the stage does not cover its compass: gap, compass and gap. */
const BELOW_COMPASS_PX = 76;

/** A button that opens a popover beside itself; an outside press or Escape closes it. */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, className, content, staysOpen = false, onOpenChange, leftOf, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (isNow: boolean) => {
    setIsOpen(isNow);
    onOpenChange?.(isNow);
  };
  const isChoice = ({ target }: { target: EventTarget }) => !staysOpen && target instanceof HTMLInputElement;
  const closeAfterClick = (event: MouseEvent) => {
    // Arrows click too, without a pointer. The change comes after the click, and needs the input.
    if (isChoice(event) && event.detail > 0) setTimeout(() => setOpen(false));
  };
  const closeAfterEnter = (event: KeyboardEvent) => {
    if (isChoice(event) && event.key === 'Enter') setOpen(false);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button aria-label={label} className={classNames(css.button, className)}>
        {children}
      </Button>
      <Popover
        offset={leftOf ? 8 : 4}
        placement={leftOf ? 'left top' : 'bottom start'}
        {...(leftOf && { triggerRef: leftOf, crossOffset: BELOW_COMPASS_PX })}
        className={ground.popover!}
        data-theme={use(ThemedArea)}
      >
        <Dialog aria-label={label} className={css.content!}>
          <div onClickCapture={closeAfterClick} onKeyDownCapture={closeAfterEnter}>
            {content}
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
