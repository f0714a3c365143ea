import { useSnapshot } from 'valtio';
import type { Feature } from '../../parts/feature.ts';
import { lazyPart } from '../../parts/lazy-part/lazy-part.tsx';
import { help as store, setHelpOpen } from '../../state/help.ts';
import { preferences } from '../../state/preferences.ts';

const HelpDialog = lazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog, { isSilent: true });

function Help() {
  const { isOpen } = useSnapshot(store);
  const { mousePreset } = useSnapshot(preferences);
  return isOpen && <HelpDialog onClose={() => setHelpOpen(false)} preset={mousePreset} />;
}

export const help: Feature = { onPage: [Help], preload: HelpDialog.preload };
