import { Download } from 'lucide-react';
import { useState } from 'react';
import { UI_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../button/button.tsx';
import { saveFile } from '../save-file.ts';

interface CsvButtonProps {
  /** The name of the file before the day: "users". */
  noun: string;
  /** On the button: "CSV", or with how many when it is not all. */
  label?: string;
  /** What will be in it. */
  hint: string;
  /** Returns the text, or null when it could not be loaded and a toast has reported that. */
  load: () => Promise<string | null>;
}

/** Saves a list as CSV. */
export function CsvButton({ noun, label = UI_MESSAGES['ui.csv'], hint, load }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const text = await load();
    setBusy(false);
    if (text === null) return;
    const day = new Date().toISOString().slice(0, 10);
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${noun}-${day}.csv`);
  };
  return (
    <Button size="l" icon={Download} isBusy={isBusy} data-tooltip={hint} onClick={() => void save()}>
      {label}
    </Button>
  );
}
