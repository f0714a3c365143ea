import { useEffect, useRef, useState } from 'react';
import type { DroppedFile } from '../recognise/dropped-file.ts';
import { readDrop } from '../recognise/read-drop.ts';
import { recognise, type Selection } from '../recognise/recognise.ts';

/** What is dropped: entries of a drop, or the files of an input. */
export type Added = { readonly entries: readonly FileSystemEntry[] } | { readonly files: readonly DroppedFile[] };

interface Found extends Selection {
  /** Files and links that the browser could not open. */
  readonly unread: number;
}

/** The files that a person has chosen, and what they are. More can be added; nothing is sent. */
export function useSelection() {
  const dropped = useRef<DroppedFile[]>([]);
  const unread = useRef(0);
  const reading = useRef<AbortController | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  /** Files so far while they are read; null otherwise. */
  const [count, setCount] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => () => reading.current?.abort(), []);

  /** Adds files and answers what all are now; null where they could not be read, or others were added meanwhile. */
  const add = async (added: Added): Promise<Selection | null> => {
    reading.current?.abort();
    const stopping = new AbortController();
    const { signal } = stopping;
    reading.current = stopping;
    setFailed(false);
    setCount(0);
    try {
      const read =
        'files' in added
          ? { files: added.files, unread: 0 }
          : await readDrop(added.entries, { onCount: setCount, signal });
      for (const file of read.files) dropped.current.push(file);
      unread.current += read.unread;
      const selection = await recognise(dropped.current, signal);
      signal.throwIfAborted();
      setFound({ ...selection, unread: unread.current });
      return selection;
    } catch {
      if (!signal.aborted) setFailed(true);
      return null;
    } finally {
      if (reading.current === stopping) setCount(null);
    }
  };
  const clear = () => {
    reading.current?.abort();
    dropped.current = [];
    unread.current = 0;
    setCount(null);
    setFound(null);
    setFailed(false);
  };
  return { found, count, hasFailed, add, clear };
}
