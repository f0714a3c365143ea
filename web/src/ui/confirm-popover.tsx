import type { LucideIcon } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { Button } from './button/button.tsx';
import { FieldError } from './field/field-error.tsx';
import { classNames } from './class-names.ts';
import { ThemedArea } from './themed-area.ts';
import ground from './popover.module.css';
import css from './confirm-popover.module.css';

interface ConfirmPopoverProps {
  /** The label of the button that asks and of the one that confirms. */
  verb: string;
  icon: LucideIcon;
  /** The question. */
  title: string;
  /** The consequence. */
  text: string;
  isBusy: boolean;
  /** Why it could not be done; null while nothing has failed. */
  failure: string | null;
  disabledReason?: string | null;
  /** Rejects when it failed, and the question remains open. */
  onConfirm: () => Promise<unknown>;
}

/** A button that asks for a confirmation beside itself before an action that cannot be undone. Cancel has the focus. */
export function ConfirmPopover(props: ConfirmPopoverProps) {
  const { verb, icon, title, text, isBusy, failure, disabledReason = null, onConfirm } = props;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  // autoFocus is not used, because the dialog checks the focus after that, and would take it itself.
  useEffect(() => {
    if (isOpen) safe.current?.focus();
  }, [isOpen]);
  const confirm = () => {
    void onConfirm().then(
      () => setOpen(false),
      () => undefined, // the caller gives the reason
    );
  };
  return (
    <>
      <Button
        ref={trigger}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      <Popover
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={(isNow) => !isBusy && setOpen(isNow)}
        placement="bottom end"
        offset={4}
        className={classNames(ground.popover, css.popover)}
        data-theme={use(ThemedArea)}
      >
        <Dialog className={css.content!}>
          <Heading slot="title" level={3} className={css.title!}>
            {title}
          </Heading>
          <p className={css.text}>{text}</p>
          {failure !== null && <FieldError id="confirm-failure">{failure}</FieldError>}
          <div className={css.actions}>
            <Button ref={safe} disabled={isBusy} onClick={() => setOpen(false)}>
              {COMMON_MESSAGES['common.cancel']}
            </Button>
            <Button tone="danger" icon={icon} isBusy={isBusy} onClick={confirm}>
              {verb}
            </Button>
          </div>
        </Dialog>
      </Popover>
    </>
  );
}
