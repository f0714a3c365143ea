import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
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
  const named = found.data ? personEntry(found.data.user) : { id: userId ?? 0, name: `User ${userId}`, hint: '' };
  const person = isPicked ? picked : named;
  return (
    <div className={css.person}>
      <DirectoryBox
        // The name of an address comes later than the field.
        key={found.data ? 'named' : 'plain'}
        kind="user"
        label="Person"
        isLabelHidden
        placeholder="Anybody"
        chosen={userId === null ? null : person}
        onChoose={(entry) => {
          setPicked(entry);
          onChange(entry.id);
        }}
      />
      {userId !== null && <IconButton icon={X} label="Anybody" onClick={() => onChange(null)} />}
    </div>
  );
}
