import { navigate } from 'wouter/use-browser-location';
import { leave } from '../state/leaving.ts';
import { choosePlaced } from '../state/placing.ts';

/** Opens the panel that places a capture of the selected site by hand, once what is unsaved may be left. */
export const placeCapture = (captureId: number, before: () => void = () => undefined): void =>
  leave(() => {
    before();
    choosePlaced(captureId);
    navigate('/place');
  });
