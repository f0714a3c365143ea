import { useState } from 'react';
import { saveFile } from './save-file.ts';

/**
 * Saves a table as CSV under its noun and the day. `load` answers with the text, or null when it could not be had and
 * that has been said.
 */
export function useCsvDownload(noun: string, load: () => Promise<string | null>) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const text = await load();
    setBusy(false);
    if (text === null) return;
    const day = new Date().toISOString().slice(0, 10);
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${noun}-${day}.csv`);
  };
  return { isBusy, save };
}
