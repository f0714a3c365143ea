import { useEffect, useState } from 'react';
import { forTouch, VOLUME_MESSAGES } from '@overlook/shared/messages';
import type { AreaTool } from '@overlook/engine';
import { carryOverride, dropOverride } from '../../../../state/tools.ts';
import { useIsTouch } from '../../../../ui/use-is-touch.ts';
import { RIM_COLOR } from './volume-marks.ts';

/** A new tool for a rim, which gets the clicks on the model while the caller is mounted; it is loaded with the engine. */
export function useRimTool(): AreaTool | 'loading' | 'failed' {
  const [tool, setTool] = useState<AreaTool | 'loading' | 'failed'>('loading');
  const isTouch = useIsTouch();
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const { AreaTool: Tool } = await import('@overlook/engine');
      if (!isGone) setTool(new Tool({ stateColor: RIM_COLOR, onCancel: () => undefined }));
    };
    open().catch((error: unknown) => {
      console.warn('The tool could not be loaded.', error);
      setTool('failed');
    });
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    if (typeof tool === 'string') return undefined;
    const prompt = VOLUME_MESSAGES['volume.prompt'];
    carryOverride(tool, isTouch ? forTouch(prompt) : prompt, { hasCard: true });
    return () => dropOverride(tool);
  }, [tool, isTouch]);
  return tool;
}
