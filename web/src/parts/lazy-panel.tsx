import type { ComponentType } from 'react';
import { Panel } from '../ui/panel.tsx';
import type { ScreenProps } from './feature.ts';
import { lazyPart } from './lazy-part/lazy-part.tsx';

/** A panel whose code is a separate load; a failure is shown in an empty panel with its title. */
export const lazyPanel = (title: string, load: () => Promise<ComponentType<ScreenProps>>) =>
  lazyPart<ScreenProps>(load, {
    FailureFrame: ({ onClose, children }) => (
      <Panel title={title} onClose={onClose}>
        {children}
      </Panel>
    ),
  });
