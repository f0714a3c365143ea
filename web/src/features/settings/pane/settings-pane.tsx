import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { X } from 'lucide-react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { DiscardDialog } from '../../../parts/form/discard-dialog.tsx';
import { leave } from '../../../state/leaving.ts';
import { useTheme } from '../../../state/theme.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { PageFrameContext } from '../../../ui/page/page-frame.ts';
import { ThemedArea } from '../../../ui/themed-area.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import { MenuSelect } from './menu/menu-select.tsx';
import { SettingsMenu } from './menu/settings-menu.tsx';
import css from './settings-pane.module.css';

interface SettingsPaneProps {
  /** Path of the menu entry that the page belongs to. */
  current: string | null;
  /** Where the page's Back leads; null for a page of the menu itself. */
  parentPath: string | null;
  /** The open page; null shows the menu alone on a phone. */
  children: ReactNode;
  onOpen: (path: string) => void;
  onClose: () => void;
}

/** Path of the menu itself, which a phone shows as a page. */
const MENU_PATH = '/settings';

/**
 * The settings: a menu and a page over the stage. The close button and a press outside close it; Escape clears the
 * selection on the page, then returns to the parent page. All of them ask before something typed is lost.
 */
export function SettingsPane({ current, parentPath, children, onOpen, onClose }: SettingsPaneProps) {
  const theme = useTheme();
  const layout = useLayout();
  const isPhone = layout === 'phone';
  const open = (path: string) => leave(() => onOpen(path));
  const close = () => leave(onClose);
  const abovePath = parentPath ?? (isPhone && children !== null ? MENU_PATH : null);
  const back = abovePath === null ? null : () => open(abovePath);
  const innermostRef = useRef<(() => void) | null>(null);
  const frame = { onClose: close, onBack: back, innermostRef };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (innermostRef.current) innermostRef.current();
    else if (back) back();
    else close();
  };
  return (
    <ThemedArea value={theme}>
      <ModalOverlay
        isOpen
        isDismissable
        isKeyboardDismissDisabled
        onOpenChange={(isOpen) => !isOpen && close()}
        className={css.scrim!}
        data-theme={theme}
      >
        <Modal className={css.pane!}>
          <Dialog className={css.content!}>
            <div className={css.columns} role="presentation" data-layout={layout} onKeyDown={onKeyDown}>
              {layout === 'tablet' && <MenuSelect current={current} onOpen={open} />}
              {layout !== 'tablet' && (!isPhone || children === null) && (
                <div className={css.side}>
                  <div className={css.head}>
                    <Heading slot="title" level={1} className={css.title!}>
                      {COMMON_MESSAGES['common.settings']}
                    </Heading>
                    {isPhone && (
                      <IconButton icon={X} label={COMMON_MESSAGES['common.close']} size="l" onClick={close} />
                    )}
                  </div>
                  <SettingsMenu current={current} onOpen={open} />
                </div>
              )}
              {(layout === 'tablet' || (isPhone && children !== null)) && (
                <Heading slot="title" level={1} className="visually-hidden">
                  {COMMON_MESSAGES['common.settings']}
                </Heading>
              )}
              <PageFrameContext value={frame}>{children}</PageFrameContext>
            </div>
            <DiscardDialog />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </ThemedArea>
  );
}
