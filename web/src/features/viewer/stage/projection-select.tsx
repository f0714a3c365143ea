import { useSnapshot } from 'valtio';
import { PROJECTIONS } from '@overlook/shared/config';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { useSiteSystem } from '../../../parts/site-system/use-site-system.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { Select } from '../../../ui/inputs/select.tsx';

/** How coordinates are written: in the system of the site, where it has one, in degrees or in UTM. */
export function ProjectionSelect() {
  const { projection } = useSnapshot(preferences);
  const { code, system } = useSiteSystem();
  const own = code ? [{ key: 'site' as const, label: system?.name ?? code }] : [];
  return (
    <Select
      label={STAGE_MESSAGES['stage.projection']}
      options={[...own, ...PROJECTIONS]}
      value={code || projection !== 'site' ? projection : 'wgs84'}
      onChange={(chosen) => setPreference('projection', chosen)}
    />
  );
}
