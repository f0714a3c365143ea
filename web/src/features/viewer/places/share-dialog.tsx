import { useRef } from 'react';
import { NAME_LONGEST, SHARE_BODY_LONGEST } from '@overlook/shared/config';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import type { PlaceSummary } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { placePicture, usePlacesChanged } from '../../../api/places.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { leave } from '../../../state/leaving.ts';
import { newUuid } from '../../../state/new-uuid.ts';
import { showToast } from '../../../state/toasts.ts';
import { DialogActions } from '../../../parts/form/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { checkShare, type ShareValues } from './check-share.ts';
import { usePlaceAddress } from './place-address.ts';
import { RecipientsField } from './recipients-field.tsx';
import css from './share.module.css';

const FORM_ID = 'share-place';

/** Sends a Place by mail (specification §2, §5 "Share place"). Typed input is kept when sending fails. */
export function ShareDialog({ place, onClose }: { place: PlaceSummary; onClose: () => void }) {
  const changed = usePlacesChanged();
  const shareURL = usePlaceAddress(place);
  // The same in all attempts of one text, so that no mail is sent twice when an answer was lost.
  const message = useRef({ text: '', guid: '' });
  const save = async ({ recipients, subject, body }: ShareValues) => {
    const text = JSON.stringify([subject, body]);
    if (message.current.text !== text) message.current = { text, guid: newUuid() };
    const { guid } = message.current;
    try {
      await api.snapshots.share.mutate({ recipients: [...recipients], subject, body, shareURL, guid });
    } catch (error) {
      showToast(PLACES_MESSAGES['email.failed'], 'error');
      throw error;
    }
    showToast(PLACES_MESSAGES['email.sent'], 'success');
    onClose();
    void changed();
    // The addresses are kept with the person.
    void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
  };
  const { form, values, failure, errors, isBusy, set, field, submit } = useForm<ShareValues>({
    initial: { recipients: [], subject: place.name, body: '' },
    check: checkShare,
    save,
  });
  const close = () => leave(onClose);
  const picture = placePicture(place, 'thumb');
  return (
    <Modal
      title={PLACES_MESSAGES['place.sharePlace']}
      size="wide"
      onClose={isBusy ? undefined : close}
      actions={<DialogActions formId={FORM_ID} verb={PLACES_MESSAGES['place.send']} isBusy={isBusy} onCancel={close} />}
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} />
        <RecipientsField
          recipients={values.recipients}
          error={errors.recipients ?? null}
          onChange={(recipients) => set('recipients', recipients)}
        />
        <TextField label={PLACES_MESSAGES['place.subject']} maxLength={NAME_LONGEST} {...field('subject')} />
        <TextArea label={PLACES_MESSAGES['place.message']} rows={4} maxLength={SHARE_BODY_LONGEST} {...field('body')} />
        <div className={css.included}>
          {picture && <img src={picture} alt="" className={css.picture} />}
          <p className={css.note}>{PLACES_MESSAGES['share.linkIsIncluded']}</p>
        </div>
      </form>
    </Modal>
  );
}
