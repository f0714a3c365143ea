import { useEffect } from 'react';
import type { Stage } from '@overlook/engine';
import { hoverPhoto, selectPhoto } from '../../../state/photos.ts';

/** A click on a photo of a stage selects it; the one that is pointed at shows in the lists. */
export function usePhotoClicks(stage: Pick<Stage, 'on'>): void {
  useEffect(() => {
    const undo = [
      stage.on('photoTap', ([first]) => first !== undefined && selectPhoto(Number(first))),
      stage.on('photoHover', ([first]) => hoverPhoto(first === undefined ? null : Number(first))),
    ];
    return () => undo.forEach((step) => step());
  }, [stage]);
}
