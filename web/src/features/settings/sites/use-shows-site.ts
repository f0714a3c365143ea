import { useSnapshot } from 'valtio';
import { screens } from '../../../state/screens.ts';
import { stageChoices } from '../../../state/stage.ts';

/** Whether the stage behind the settings shows this site. */
export function useShowsSite(siteId: number): boolean {
  const { active } = useSnapshot(stageChoices);
  return useSnapshot(screens)[active]?.siteId === siteId;
}
