/** The shared state of the screens: one camera while they are synchronised, commands to fly, and the shared cursor. */
import { subscribeKey } from 'valtio/utils';
import { LOOK_AT } from '@overlook/shared/config';
import type { Pose } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { onCommand } from '../../../state/commands.ts';
import { preferences } from '../../../state/preferences.ts';
import { activeScreen, openStages } from '../../../state/screens.ts';
import { watchStages } from '../../../state/watch-stages.ts';

/**
 * Synchronises the open stages while the stage view is mounted. Returns what ends it.
 *
 * Each pose that a stage shows is set on the others; they report it back as the very same object, which ends the round.
 */
export function watchCameras(): () => void {
  let common: Pose | null = null;

  const others = (stage: Stage): Stage[] => openStages().flatMap((open) => (open.stage === stage ? [] : [open.stage]));
  const share = (from: Stage, pose: Pose): void => {
    if (!preferences.isSyncOn || pose === common) return;
    common = pose;
    for (const stage of others(from)) stage.setPose(pose);
  };
  const tie = (stage: Stage): (() => void) => {
    const undo = [
      stage.on('pose', (pose) => share(stage, pose)),
      stage.on('cursor', (cursor) => {
        for (const other of others(stage)) other.setSharedCursor(cursor?.pointEcef ?? null);
      }),
    ];
    return () => undo.forEach((step) => step());
  };
  const joinActive = (): void => {
    const { stage } = activeScreen();
    // The others have moved away since the last pose that all had.
    common = null;
    if (stage) share(stage, stage.pose());
  };

  const undo = [
    watchStages(tie),
    subscribeKey(preferences, 'isSyncOn', joinActive),
    onCommand('flyHome', () => activeScreen().stage?.flyHome()),
    onCommand('flyTo', ({ pointEcef, distanceMetres }) =>
      activeScreen().stage?.flyTo(pointEcef, distanceMetres ?? LOOK_AT.distance),
    ),
  ];
  return () => undo.forEach((step) => step());
}
