import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { AUDIT_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { type DirectoryEntry, personEntry } from '../../../api/directory.ts';
import { procedures } from '../../../api/queries.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DirectoryBox } from '../parts/picker/directory-box.tsx';
import css from './audit.module.css';

interface PersonFilterProps {
  userId: number | null;
  onChange: (userId: number | null) => void;
}

/**
 * The person whose entries are shown. An address has only an id, so the name is requested; deleted people keep their
 * number.
 */
export function PersonFilter({ userId, onChange }: PersonFilterProps) {
  const [picked, setPicked] = useState<DirectoryEntry | null>(null);
  const isPicked = picked !== null && picked.id === userId;
  const found = useQuery(
    procedures.users.get.queryOptions({ id: userId ?? 0 }, { enabled: userId !== null && !isPicked }),
  );
  const named = found.data
    ? personEntry(found.data.user)
    : { id: userId ?? 0, name: formatMessage(AUDIT_MESSAGES['audit.user'], { userId: userId ?? 0 }), hint: '' };
  const person = isPicked ? picked : named;
  return (
    <div className={css.person}>
      <DirectoryBox
        // The name of an address comes later than the field.
        key={found.data ? 'named' : 'plain'}
        kind="user"
        label={AUDIT_MESSAGES['audit.person']}
        isLabelHidden
        placeholder={AUDIT_MESSAGES['audit.anybody']}
        chosen={userId === null ? null : person}
        onChoose={(entry) => {
          setPicked(entry);
          onChange(entry.id);
        }}
      />
      {userId !== null && (
        <IconButton icon={X} label={AUDIT_MESSAGES['audit.anybody']} onClick={() => onChange(null)} />
      )}
    </div>
  );
}
