import { type DragEvent, useState } from 'react';
import { entriesOf } from '../recognise/read-drop.ts';
import type { Added } from './use-selection.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.some((type) => type.toLowerCase() === 'files');

/** Takes files that are dropped on an element. Answers its handlers, and whether files are held over it. */
export function useDropped(onAdd: (added: Added) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        // Without this the browser would open a dropped file in place of the page.
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const entries = entriesOf(event.dataTransfer);
        if (entries.length > 0) onAdd({ entries });
      },
    },
  };
}
