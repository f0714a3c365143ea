import { Columns2, Columns3, Link, Square } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { setScreenCount } from '../../../state/stage.ts';
import { IconSwitch } from '../../../ui/button/icon-switch.tsx';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { barOf, useVisibleScreens } from './use-visible-screens.ts';

const OPTIONS = [
  { count: 1, icon: Square },
  { count: 2, icon: Columns2 },
  { count: 3, icon: Columns3 },
] as const;

/** How many screens there are, and whether they share one camera. */
export function ScreenCount() {
  const layout = useLayout();
  const visible = useVisibleScreens();
  const { isSyncOn } = useSnapshot(preferences);
  return (
    <>
      <Segmented
        label="Screens"
        segments={OPTIONS.map(({ count, icon }) => {
          const bar = barOf(count, layout);
          const reason = bar && MESSAGES[bar === 'limit' ? 'stage.viewerLimit' : 'stage.needsWidth'];
          return { value: String(count), label: String(count), icon, ...(reason ? { disabledReason: reason } : {}) };
        })}
        value={String(visible)}
        onChange={(count) => setScreenCount(Number(count))}
      />
      <IconSwitch
        icon={Link}
        label="Sync screens"
        keys="Y"
        isOn={isSyncOn}
        onChange={(isOn) => setPreference('isSyncOn', isOn)}
      />
    </>
  );
}
