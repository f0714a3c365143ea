import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { type SiteMocs, watchMocs } from '../../../api/mocs.ts';
import { setMocAreas, setMocPins, setPointedPins } from '../../../state/moc-marks.ts';
import { mocs } from '../../../state/mocs.ts';
import { moments } from '../../../state/moments.ts';
import { preferences } from '../../../state/preferences.ts';
import { stageChoices } from '../../../state/stage.ts';
import { pastDayAt } from './past-day.ts';
import { stageAreas, stagePins, visibleMocs } from './stage-shapes.ts';

/** The change whose areas are drawn more boldly. A group of pins may have thousands, so their areas are not. */
const boldId = (): number | null => (mocs.pointedIds.length === 1 ? mocs.pointedIds[0]! : mocs.openId);

/**
 * Shows the changes of a site on all stages: those that the query cache has, without the hidden ones. Returns what ends
 * it and removes them.
 */
export function showMocMarks(siteId: number): () => void {
  let read: SiteMocs = { mocs: [], areas: {} };
  let visible: ReturnType<typeof visibleMocs> = [];
  let [bold, pastDay] = [boldId(), pastDayAt(siteId)];
  const showAreas = () => {
    [bold, pastDay] = [boldId(), pastDayAt(siteId)];
    const { areLaterAreasShown: areLaterShown } = preferences;
    const drawn = stageAreas(visible, read.areas, { boldId: bold, pastDay, areLaterShown });
    setMocAreas(drawn.filter(({ id }) => !mocs.hiddenAreas.includes(id)));
  };
  const showAll = () => {
    visible = visibleMocs(read.mocs, preferences);
    setMocPins(stagePins(visible));
    showAreas();
  };
  const followBold = () => bold !== boldId() && showAreas();
  const followDay = () => pastDay !== pastDayAt(siteId) && showAreas();
  const followPointed = () => {
    setPointedPins(mocs.pointedIds.map(String));
    followBold();
  };
  const undo = [
    watchMocs(siteId, (now) => {
      const before = read;
      read = now;
      if (now.mocs !== before.mocs) showAll();
      else if (now.areas !== before.areas) showAreas();
    }),
    subscribeKey(preferences, 'areMocsShown', showAll),
    subscribeKey(preferences, 'hiddenMocs', showAll),
    subscribeKey(preferences, 'areLaterAreasShown', showAreas),
    subscribeKey(mocs, 'hiddenAreas', showAreas),
    subscribe(moments, followDay),
    subscribeKey(stageChoices, 'active', followDay),
    subscribeKey(mocs, 'openId', followBold),
    subscribeKey(mocs, 'pointedIds', followPointed),
  ];
  followPointed();
  return () => {
    for (const step of undo) step();
    setMocAreas([]);
    setMocPins([]);
  };
}
