import { type FormEvent, useState } from 'react';
import { NAME_LONGEST } from '@overlook/shared/config';
import { PLACES_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { usePlacesChanged } from '../../../api/places.ts';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { PlaceView } from './place-view.ts';
import { pictureOrNull, placeSaver, reportSaved } from './save-place.ts';
import css from './places.module.css';

/** The name of a new Place, typed before anything else. The view is the one that was shown when it opened. */
export function NewPlaceField({ view, onDone }: { view: PlaceView; onDone: () => void }) {
  const [captured] = useState(() => view.capture());
  // The picture is begun now, so that it shows the view that is saved, also when the camera moves while the name is typed.
  const [savePlace] = useState(() => captured && placeSaver(captured, pictureOrNull(view)));
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changed = usePlacesChanged();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !captured || !savePlace) return;
    if (name.trim() === '') return setProblem(PLACES_MESSAGES['place.nameRequired']);
    setBusy(true);
    try {
      const saved = await savePlace(name);
      await changed();
      reportSaved(saved, captured);
      onDone();
    } catch (error) {
      const failure = failureOf(error);
      setProblem(failure.fields['name'] ?? sentenceOf(failure));
      showToast(PLACES_MESSAGES['place.createFailed'], 'error');
      setBusy(false);
    }
  };
  return (
    <form className={css.newPlace} onSubmit={(event) => void save(event)}>
      <TextField
        label={PLACES_MESSAGES['place.nameOfThePlace']}
        size="m"
        // The person has just asked to name it.
        autoFocus
        autoComplete="off"
        maxLength={NAME_LONGEST}
        value={name}
        error={problem}
        onChange={(text) => {
          setName(text);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onDone();
        }}
      />
      <div className={css.actions}>
        <Button tone="primary" type="submit" isBusy={isBusy} disabled={!captured}>
          {isBusy ? PLACES_MESSAGES['place.saving'] : COMMON_MESSAGES['common.save']}
        </Button>
        <Button tone="ghost" disabled={isBusy} onClick={onDone}>
          {COMMON_MESSAGES['common.cancel']}
        </Button>
      </div>
    </form>
  );
}
