import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, use } from 'react';
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import type { Theme } from '../../state/theme.ts';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { ThemedArea } from '../themed-area.ts';
import css from './modal.module.css';

interface ModalProps {
  title: string;
  /** Called by Escape and by a press on the background. Without it the dialog closes only by its own buttons. */
  onClose?: (() => void) | undefined;
  role?: 'dialog' | 'alertdialog';
  /** 'tabs' and the wider 'list': the content has Close in its header, its own padding and its own buttons; on a phone the dialog fills the screen. */
  size?: 'm' | 'wide' | 'tabs' | 'list';
  /** Theme of the covered region, where that is not the region from which the dialog was opened. */
  theme?: Theme | undefined;
  /** Buttons, safe one first; null where the content has them. */
  actions: ReactNode;
  children: ReactNode;
}

/** What is under a dialog does not hear Escape, even where the dialog itself stays: React sends its keys on to its parents. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

/** A dialog over everything. It traps focus, is named by its title and returns the focus when it closes. */
export function Modal({ title, onClose, role = 'dialog', size = 'm', theme, actions, children }: ModalProps) {
  const isWhole = size === 'tabs' || size === 'list';
  const canClose = onClose !== undefined;
  const areaTheme = use(ThemedArea);
  return (
    <div className={css.place} role="presentation" onKeyDown={keepEscape}>
      <ModalOverlay
        isOpen
        isDismissable={canClose}
        isKeyboardDismissDisabled={!canClose}
        onOpenChange={(isOpen) => !isOpen && onClose?.()}
        className={css.scrim!}
        data-theme={theme ?? areaTheme}
      >
        <AriaModal className={classNames(css.dialog, css[size], isWhole && css.whole)}>
          <Dialog role={role} className={css.content!}>
            <div className={css.head}>
              <Heading slot="title" level={2} className={css.title!}>
                {title}
              </Heading>
              {isWhole && <IconButton icon={X} label={COMMON_MESSAGES['common.close']} size="l" onClick={onClose} />}
            </div>
            <div className={css.body}>{children}</div>
            {actions !== null && <footer className={css.actions}>{actions}</footer>}
          </Dialog>
        </AriaModal>
      </ModalOverlay>
    </div>
  );
}
