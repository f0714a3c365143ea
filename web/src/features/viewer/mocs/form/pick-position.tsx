import { useEffect, useEffectEvent } from 'react';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import { forTouch, MOCS_MESSAGES } from '@overlook/shared/messages';
import type { MocPoi } from '@overlook/shared/schemas';
import { oneClickTool } from '../../../../parts/one-click-tool.ts';
import { command } from '../../../../state/commands.ts';
import { stageChoices } from '../../../../state/stage.ts';
import { carryOverride, dropOverride } from '../../../../state/tools.ts';
import { announce } from '../../../../ui/announcer.tsx';
import { useIsTouch } from '../../../../ui/use-is-touch.ts';

interface PickPositionProps {
  onPick: (poi: MocPoi) => void;
  onCancel: () => void;
}

/** A point of the model as the position of a change. */
export function poiAt(pointEcef: Vec3): MocPoi {
  const { longitude, latitude, height } = llaFromEcef(pointEcef);
  const [x, y, z] = pointEcef;
  return { longitude, latitude, altitude: height, x, y, z };
}

/** While it is mounted, the next click on the model gives the position (specification §2 "Change position"). */
export function PickPosition({ onPick, onCancel }: PickPositionProps) {
  const isTouch = useIsTouch();
  const pick = useEffectEvent(onPick);
  const cancel = useEffectEvent(onCancel);
  const say = useEffectEvent(() => {
    const prompt = MOCS_MESSAGES['moc.pickPoint'];
    announce(isTouch ? forTouch(prompt) : prompt);
  });
  useEffect(() => {
    const tool = oneClickTool(
      'moc-position',
      ({ pointEcef }) => pick(poiAt(pointEcef)),
      () => cancel(),
    );
    carryOverride(tool, MOCS_MESSAGES['moc.pickPoint']);
    // The keyboard picks with the crosshair of the active screen.
    command('focusScreen', stageChoices.active);
    say();
    return () => dropOverride(tool);
  }, []);
  return null;
}
