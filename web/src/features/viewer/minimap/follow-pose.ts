import type { Pose } from '@overlook/shared/maths';
import type { Stage } from '../../../engine/index.ts';

/** Shows the pose now and, while it changes, once in `everyMs`, the last one included. Returns what ends it. */
export function followPose(stage: Pick<Stage, 'pose' | 'on'>, everyMs: number, show: (pose: Pose) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showNow = () => {
    timer = undefined;
    show(stage.pose());
  };
  const off = stage.on('pose', () => {
    timer ??= setTimeout(showNow, everyMs);
  });
  showNow();
  return () => {
    off();
    clearTimeout(timer);
  };
}
