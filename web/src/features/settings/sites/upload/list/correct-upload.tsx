import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { Upload } from '@overlook/shared/schemas';
import { failureOf } from '../../../../../api/failure.ts';
import { procedures, queryClient } from '../../../../../api/queries.ts';
import { DialogActions } from '../../../../../parts/form/dialog-actions.tsx';
import { FormFailure } from '../../../../../parts/form/form-failure.tsx';
import { Modal } from '../../../../../ui/dialog/modal.tsx';
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx';
import { CaptureFields } from '../plan/capture-fields.tsx';
import { OptionFields } from '../plan/option-fields.tsx';
import { publishedLayer } from '../plan/part-words.ts';
import { fieldsOf, NO_DEFAULTS, readOptions } from '../plan/plan-options.ts';
import { refusedFile } from './leave-out.ts';
import css from './list.module.css';

/** Corrects how a refused delivery is read, and tries it again. Its bytes are on the server already. */
export function CorrectUpload({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { id, siteId, title } = upload;
  const formId = useId();
  const [values, setValues] = useState(() => fieldsOf(upload.options));
  const [isLeftOut, setLeftOut] = useState(false);
  const file = refusedFile(upload);
  const layers = upload.parts.map(({ part }) => part);
  const { data } = useQuery(procedures.managedSites.get.queryOptions({ siteId }));
  const isThere = data ? layers.some((layer) => publishedLayer(data.site, layer)) : values.replace;
  const { options, errors } = readOptions(values, layers);
  const retry = useMutation(
    procedures.uploads.retry.mutationOptions({
      meta: { failureText: UPLOAD_PAGE_MESSAGES['uploadPage.retryFailed'] },
      onSuccess: async () => {
        await queryClient.invalidateQueries(procedures.uploads.all.queryFilter({ siteId }));
        onClose();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.values(errors).some((error) => error !== null) || retry.isPending) return;
    retry.mutate({ siteId, id, options, ...(isLeftOut && file !== null ? { leftOut: [file] } : {}) });
  };
  return (
    <Modal
      title={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.correctTitle'], { title })}
      onClose={retry.isPending ? undefined : onClose}
      actions={
        <DialogActions
          formId={formId}
          verb={UPLOAD_PAGE_MESSAGES['uploadPage.tryAgain']}
          isBusy={retry.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate className={css.correction} onSubmit={submit}>
        <FormFailure failure={retry.isError ? { ...failureOf(retry.error), fields: {} } : null} />
        <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.nothingSentAgain']}</p>
        {file !== null && (
          <Checkbox isSelected={isLeftOut} onChange={setLeftOut}>
            {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.leaveOut'], { file: upload.failure!.file! })}
          </Checkbox>
        )}
        <OptionFields
          layers={layers}
          values={values}
          errors={errors}
          onChange={(changed) => setValues((current) => ({ ...current, ...changed }))}
        />
        <CaptureFields
          siteId={siteId}
          layers={layers}
          values={values}
          defaults={NO_DEFAULTS}
          errors={errors}
          isThere={isThere}
          onChange={(changed) => setValues((current) => ({ ...current, ...changed }))}
        />
      </form>
    </Modal>
  );
}
