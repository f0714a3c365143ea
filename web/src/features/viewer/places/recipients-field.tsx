import { PLACES_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { isEmail } from '@overlook/shared/format';
import { api } from '../../../api/client.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { showToast } from '../../../state/toasts.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { splitAddresses } from './check-share.ts';
import css from './share.module.css';

interface RecipientsFieldProps {
  recipients: readonly string[];
  error: string | null;
  onChange: (recipients: readonly string[]) => void;
}

/** The recipients of a mail. Typed texts that are not addresses are dropped (specification §5). */
export function RecipientsField({ recipients, error, onChange }: RecipientsFieldProps) {
  const [typed, setTyped] = useState('');
  const saved = useSignedIn().user.data.recipients.filter((address) => !recipients.includes(address));
  const add = (text: string) => {
    const found = splitAddresses(text.toLowerCase()).filter((piece) => isEmail(piece));
    if (found.length > 0) onChange([...new Set([...recipients, ...found])]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ',', ';', ' '].includes(event.key) || typed.trim() === '') return;
    event.preventDefault();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (splitAddresses(text).length < 2) return;
    event.preventDefault();
    add(text);
  };
  return (
    <div className={css.recipients}>
      <TextField
        label={PLACES_MESSAGES['place.recipients']}
        type="email"
        placeholder={PLACES_MESSAGES['place.nameExampleCom']}
        autoComplete="off"
        value={typed}
        error={error}
        onChange={setTyped}
        onBlur={() => typed.trim() !== '' && add(typed)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {recipients.length > 0 && (
        <ul className={css.chips} aria-label={PLACES_MESSAGES['place.chosenRecipients']}>
          {recipients.map((address) => (
            <li key={address} className={css.chip}>
              <span className={css.address}>{address}</span>
              <IconButton
                icon={X}
                size="s"
                label={formatMessage(PLACES_MESSAGES['place.leaveOut'], { address })}
                onClick={() => onChange(recipients.filter((one) => one !== address))}
              />
            </li>
          ))}
        </ul>
      )}
      {saved.length > 0 && <SavedRecipients saved={saved} onAdd={(address) => onChange([...recipients, address])} />}
    </div>
  );
}

/** Addresses of earlier mails: a press adds one, and each can be forgotten. */
function SavedRecipients({ saved, onAdd }: { saved: readonly string[]; onAdd: (address: string) => void }) {
  const forget = async (recipient: string) => {
    try {
      await api.snapshots.removeRecipient.mutate({ recipient });
    } catch (error) {
      console.warn('The address could not be forgotten.', error);
      return showToast(PLACES_MESSAGES['share.forgetFailed'], 'error');
    }
    await queryClient.invalidateQueries(procedures.auth.check.queryFilter());
  };
  return (
    <div>
      <p className={css.savedTitle}>{PLACES_MESSAGES['place.earlierRecipients']}</p>
      <ul className={css.chips} aria-label={PLACES_MESSAGES['place.earlierRecipients']}>
        {saved.map((address) => (
          <li key={address} className={css.chip}>
            <button type="button" className={css.add} onClick={() => onAdd(address)}>
              <Plus size={12} strokeWidth={2} aria-hidden />
              {address}
            </button>
            <IconButton
              icon={X}
              size="s"
              label={formatMessage(PLACES_MESSAGES['place.forget'], { address })}
              onClick={() => void forget(address)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
