import { useSnapshot } from 'valtio';
import type { Feature } from '../../parts/feature.ts';
import { help as store, setHelpOpen } from '../../state/help.ts';
import { preferences } from '../../state/preferences.ts';
import { HelpDialog } from './help-dialog.tsx';

function Help() {
  const { isOpen } = useSnapshot(store);
  const { mousePreset } = useSnapshot(preferences);
  return <HelpDialog isOpen={isOpen} onClose={() => setHelpOpen(false)} preset={mousePreset} />;
}

export const help: Feature = { onPage: [Help] };
