import { LogOut, X } from 'lucide-react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { signOut } from '../../api/sign-out.ts';
import { useTheme } from '../../state/theme.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { AccountPage } from './account-page.tsx';
import css from './settings-pane.module.css';

/** The settings: a menu and a page over the stage. Its close button, Escape and a press beside it close it. */
export function SettingsPane({ onClose }: { onClose: () => void }) {
  const theme = useTheme();
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={css.scrim!}
      data-theme={theme}
    >
      <Modal className={css.pane!}>
        <Dialog className={css.content!}>
          <div className={css.menu}>
            <Heading slot="title" level={1} className={css.title!}>
              Settings
            </Heading>
            <h2 className={css.group}>Profile Settings</h2>
            <p className={css.entry} aria-current="page">
              Account
            </p>
            <Button tone="ghost" icon={LogOut} className={css.logout} onClick={() => void signOut()}>
              Logout
            </Button>
          </div>
          <div className={css.page}>
            <AccountPage />
          </div>
          <IconButton icon={X} label="Close" className={css.close} onClick={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
