import type { Stage } from '@overlook/engine';
import { openStages } from '../../state/screens.ts';

/** Stages that show a layer, screen 1 first. */
export const shownStages = (): Stage[] =>
  openStages().flatMap(({ stage }) => (stage.state().layerId === null ? [] : [stage]));

type Offered = 'overlook' | 'overlookTesting';

/** Defines a global of the page whose value is computed at each access. */
export const offer = <K extends Offered>(name: K, get: () => Window[K]): void =>
  void Object.defineProperty(window, name, { configurable: true, get });

export const withdraw = (name: Offered): void => void Reflect.deleteProperty(window, name);
