import { Download } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import css from './security.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The recovery codes, shown this once: the dialog closes by its own button only, so that no stray press loses them. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const save = () => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
  return (
    <Modal
      title="Keep your recovery codes"
      actions={
        <>
          <Button size="l" icon={Download} onClick={save}>
            Download
          </Button>
          <Button tone="primary" size="l" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <p>Each signs you in once when you do not have your authenticator app. They are not shown again.</p>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}
