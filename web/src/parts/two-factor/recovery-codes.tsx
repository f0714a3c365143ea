import { Copy, Download } from 'lucide-react';
import { ACCOUNT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { useUnsaved } from '../../state/leaving.ts';
import type { Theme } from '../../state/theme.ts';
import { Button } from '../../ui/button/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './two-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  theme?: Theme;
  onClose: () => void;
}

/**
 * The recovery codes, which are shown only once: only its own button closes the dialog, and the browser asks before it
 * closes the page, so that an accidental press does not lose them.
 */
export function RecoveryCodes({ codes, theme, onClose }: RecoveryCodesProps) {
  useUnsaved(true);
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal
      title={ACCOUNT_MESSAGES['account.keepYourRecoveryCodes']}
      theme={theme}
      actions={
        <>
          <Button size="l" icon={Copy} onClick={() => void copyText(text)}>
            {COMMON_MESSAGES['common.copy']}
          </Button>
          <Button
            size="l"
            icon={Download}
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
          >
            {COMMON_MESSAGES['common.download']}
          </Button>
          <Button tone="primary" size="l" onClick={onClose}>
            {ACCOUNT_MESSAGES['account.iHaveKeptThem']}
          </Button>
        </>
      }
    >
      <p>{ACCOUNT_MESSAGES['account.signsOnceWhenDo']}</p>
      <ul className={css.codes} aria-label={ACCOUNT_MESSAGES['account.recoveryCodes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}
