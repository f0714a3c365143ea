import { CloudOff, LocateFixed, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { dateTimeText } from '@overlook/shared/format';
import { COMMON_MESSAGES, formatMessage, SAVED_MESSAGES } from '@overlook/shared/messages';
import type { SiteMeasurement, WholeMeasurement } from '@overlook/shared/schemas';
import { api } from '../../../../api/client.ts';
import { useMeasurementsChanged, useSavedMeasurement } from '../../../../api/measurements.ts';
import { preferences } from '../../../../state/preferences.ts';
import { showToast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { Skeleton } from '../../../../ui/status/skeleton.tsx';
import { ErrorState } from '../../../../ui/status/state-message.tsx';
import { shapeFacts } from '../shape/shape-text.ts';
import { volumeFacts } from '../volume/volume-text.ts';
import { MeasurementComments } from './measurement-comments.tsx';
import { MeasurementForm } from './measurement-form.tsx';
import css from './saved.module.css';
import { type ChosenUnits, errorOf, kindText, layersProblem, layersText, valueText } from './saved-words.ts';
import { showSaved } from './show-saved.ts';

interface MeasurementDialogProps {
  siteId: number;
  measurement: SiteMeasurement;
  folders: readonly string[];
  onClose: () => void;
  /** It is on the model now, so that everything above closes. */
  onShown: () => void;
}

/** A saved measurement with what its value rests on, and what people say about it. */
export function MeasurementDialog({ siteId, measurement, folders, onClose, onShown }: MeasurementDialogProps) {
  const { id, name, mayChange } = measurement;
  const whole = useSavedMeasurement(siteId, id);
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const show = async () => {
    if (!whole.data) return;
    if (await showSaved(whole.data.measurement)) onShown();
    else showToast(SAVED_MESSAGES['saved.notShown'], 'error');
  };
  return (
    <Modal
      title={name}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button size="l" onClick={onClose}>
            {COMMON_MESSAGES['common.close']}
          </Button>
          {mayChange && (
            <>
              <Button size="l" icon={Trash2} onClick={() => setAsked('delete')}>
                {SAVED_MESSAGES['saved.delete']}
              </Button>
              <Button size="l" icon={Pencil} onClick={() => setAsked('edit')}>
                {SAVED_MESSAGES['saved.edit']}
              </Button>
            </>
          )}
          <Button size="l" tone="primary" icon={LocateFixed} disabled={!whole.data} onClick={() => void show()}>
            {SAVED_MESSAGES['saved.show']}
          </Button>
        </>
      }
    >
      {whole.data && <Certificate measurement={whole.data.measurement} />}
      {whole.isPending && <Skeleton className={css.skeleton} />}
      {whole.isError && (
        <ErrorState
          icon={CloudOff}
          title={SAVED_MESSAGES['saved.fetchFailed']}
          isRetrying={whole.isFetching}
          onRetry={() => void whole.refetch()}
        />
      )}
      <MeasurementComments siteId={siteId} measurement={measurement} />
      {asked === 'edit' && (
        <MeasurementForm siteId={siteId} measurement={measurement} folders={folders} onClose={() => setAsked(null)} />
      )}
      {asked === 'delete' && (
        <DeleteQuestion siteId={siteId} id={id} name={name} onClose={() => setAsked(null)} onDeleted={onClose} />
      )}
    </Modal>
  );
}

/** The value with its error, the layers, the datum, and how it was computed. */
function Certificate({ measurement }: { measurement: WholeMeasurement }) {
  const chosen = useSnapshot(preferences);
  const { value, unit, errorKind, folder, by, createdAt } = measurement;
  const problem = layersProblem(measurement);
  return (
    <Facts
      rows={[
        { name: kindText(measurement), value: valueText(value, unit, chosen) },
        {
          name: errorKind === 'interval95' ? SAVED_MESSAGES['saved.interval95'] : SAVED_MESSAGES['saved.likely'],
          value: errorOf(measurement, chosen),
        },
        {
          name: SAVED_MESSAGES['saved.layer'],
          value: (
            <>
              {layersText(measurement)}
              {problem !== null && <span className={css.problem}>{problem}</span>}
            </>
          ),
        },
        { name: SAVED_MESSAGES['saved.datum'], value: SAVED_MESSAGES['saved.datumText'] },
        { name: SAVED_MESSAGES['saved.computed'], value: computedText(measurement) },
        ...detailRows(measurement, chosen),
        ...(folder === '' ? [] : [{ name: SAVED_MESSAGES['saved.folder'], value: folder }]),
        { name: SAVED_MESSAGES['saved.by'], value: by },
        { name: SAVED_MESSAGES['saved.date'], value: dateTimeText(new Date(createdAt)) },
      ]}
    />
  );
}

const computedText = ({ subject }: WholeMeasurement): string =>
  subject.what === 'figure'
    ? formatMessage(SAVED_MESSAGES['saved.fromPoints'], { count: subject.points.length })
    : SAVED_MESSAGES['saved.fromCloud'];

function detailRows({ details }: WholeMeasurement, { units }: ChosenUnits) {
  if (details === null) return [];
  return 'kind' in details ? shapeFacts(details, units) : volumeFacts(details, units);
}

interface DeleteQuestionProps {
  siteId: number;
  id: number;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteQuestion({ siteId, id, name, onClose, onDeleted }: DeleteQuestionProps) {
  const changed = useMeasurementsChanged();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api.measurements.delete.mutate({ siteId, id });
      onDeleted();
      void changed();
    } catch {
      setBusy(false);
      showToast(SAVED_MESSAGES['saved.deleteFailed'], 'error');
    }
  };
  return (
    <ConfirmDialog
      title={SAVED_MESSAGES['saved.deleteTitle']}
      text={formatMessage(SAVED_MESSAGES['saved.deleteQuestion'], { name })}
      verb={SAVED_MESSAGES['saved.delete']}
      tone="danger"
      icon={Trash2}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
