import { expect, it } from 'vitest';
import { loadTools } from '../features/viewer/tools/load-tools.ts';
import { toolsStore } from '../state/session-tools.ts';
import { addCloud, localClouds, updateCloud } from '../state/local-clouds.ts';
import { pointChoices, setClassHidden } from '../state/point-colors.ts';
import { profile, setProfileLine } from '../state/profile.ts';
import { resetSession } from './reset-session.ts';

it('a session does not see points of the earlier session on the same page', () => {
  updateCloud(addCloud('survey.laz'), {
    cloud: { pieces: [], points: 1, ofPoints: 1, leftOut: 0, crsName: null, crsProblem: null },
  });
  addCloud('large.laz');
  setClassHidden(2, true);
  setProfileLine({ aEcef: [1, 0, 0], bEcef: [0, 1, 0] });
  resetSession();
  expect(localClouds.entries).toEqual([]);
  expect(localClouds.shown).toEqual([]);
  expect(pointChoices.hiddenClasses).toEqual([]);
  expect(profile.line).toBeNull();
});

it('a session does not see marks of the earlier session on the same page', async () => {
  await loadTools();
  const { target } = toolsStore.tools!;
  expect(target.restore('{"v":1,"f":[["t","Valve",[1000,2000,3000,3,20]]]}')).toBe(true);
  expect(target.state().targets).toHaveLength(1);
  resetSession();
  await loadTools();
  expect(toolsStore.tools!.target.state().targets).toEqual([]);
  resetSession();
});
