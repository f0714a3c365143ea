import { useEffect, useState } from 'react';
import { useCatalogue } from '../api/catalogue.ts';
import { ShareDialog } from '../features/share/share-dialog.tsx';
import { useSignedIn } from '../state/session-context.tsx';
import { shareViewNow } from './link/share-view.ts';

/** Shares the main view in its state when the dialog opens. Without a site there is nothing to share. */
export function SharePart({ onClose }: { onClose: () => void }) {
  const { data } = useCatalogue();
  const { permissions } = useSignedIn();
  const [view] = useState(() => data && shareViewNow(data, permissions));
  useEffect(() => {
    if (!view) onClose();
  }, [view, onClose]);
  return view && <ShareDialog view={view} onClose={onClose} />;
}
