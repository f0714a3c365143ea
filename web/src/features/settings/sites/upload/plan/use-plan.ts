import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { utcDay } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite, UploadOptions } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../../../api/failure.ts';
import { procedures, queryClient } from '../../../../../api/queries.ts';
import { sendDelivery } from '../../../../../api/uploads/send-deliveries.ts';
import { showToast } from '../../../../../state/toasts.ts';
import { announce } from '../../../../../ui/announcer.tsx';
import { assignLayers, type PartChoice, type PartChoices, type PlannedPart } from '../recognise/assign-layers.ts';
import { begunDelivery, type Delivery, deliveryOf } from '../recognise/delivery.ts';
import type { Selection } from '../recognise/recognise.ts';
import { publishedLayer } from './part-words.ts';
import { NO_OPTIONS, type PlanDefaults, type PlanOptions, readOptions } from './plan-options.ts';
import { planProblem } from './plan-problem.ts';
import { type Added, useSelection } from './use-selection.ts';
import { workSeconds } from './work-time.ts';

const NO_CHOICES: PartChoices = {};

/** What will be sent to a site: the chosen files, what they become, and how they are read. */
export function usePlan(site: ManagedSite, spaceBytes: number | null, start = NO_OPTIONS) {
  const [choices, setChoices] = useState<PartChoices>(NO_CHOICES);
  const [values, setValues] = useState<PlanOptions>(start);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selection = useSelection();
  const assigned = selection.found ? assignLayers(selection.found.parts, choices) : [];
  const chosen = assigned.filter(({ isChosen }) => isChosen);
  const defaults = defaultsOf(chosen, site);
  const { options, errors } = readOptions(
    values,
    chosen.flatMap(({ layer }) => layer ?? []),
    defaults,
  );
  const planned = assigned.map((one) => withOpenNotes(one, options, site));
  const clear = () => {
    selection.clear();
    setChoices(NO_CHOICES);
    setValues(start);
    setSelectedId(null);
  };
  const sending = useStart(site.id, clear);
  /** Adds files. A delivery that was begun with the same ones goes on, in place of a new plan. */
  const add = async (added: Added) => {
    const found = await selection.add(added);
    if (found && !(await sending.goOn(found))) announce(recognisedText(found));
  };
  return {
    selection: { ...selection, add, clear },
    planned,
    selected: planned.find(({ part }) => part.id === selectedId) ?? planned[0] ?? null,
    select: setSelectedId,
    choose: (id: string, choice: PartChoice) =>
      setChoices((current) => ({ ...current, [id]: { ...current[id], ...choice } })),
    values,
    defaults,
    errors,
    change: (changed: Partial<PlanOptions>) => setValues((current) => ({ ...current, ...changed })),
    workS: workSeconds(planned, options),
    problem: planProblem({ planned, site, options, errors, spaceBytes }),
    failure: sending.failure,
    isStarting: sending.isStarting,
    start: () => {
      if (selection.found) void sending.start(deliveryOf(selection.found, planned), options);
    },
  };
}

/** The date that the files of points state, and a draft where the site has one of the layers. */
function defaultsOf(chosen: readonly PlannedPart[], site: ManagedSite): PlanDefaults {
  const made = chosen.flatMap(({ part }) => part.points?.made?.[1] ?? []);
  const newest = made.length > 0 ? new Date(Math.max(...made.map((date) => date.getTime()))) : null;
  return {
    captured: newest === null ? '' : utcDay(newest),
    draft: chosen.some(({ layer }) => publishedLayer(site, layer)),
  };
}

/** A part without the notes that the options, or the system of the site, have answered. */
function withOpenNotes(
  planned: PlannedPart,
  { crs, at, altitudes }: UploadOptions,
  { coordinateSystem }: ManagedSite,
): PlannedPart {
  const answers = { place: crs ?? at ?? coordinateSystem ?? undefined, altitudes };
  const { part } = planned;
  const notes = part.notes.filter(({ answeredBy }) => !answeredBy || answers[answeredBy] === undefined);
  return { ...planned, part: { ...part, notes } };
}

/** Begins deliveries to a site, and goes on with those that were begun. `onSending` is called when one is sent. */
function useStart(siteId: number, onSending: () => void) {
  const create = useMutation(procedures.uploads.create.mutationOptions());
  const send = (id: string, { title, bytes, stream }: Pick<Delivery, 'title' | 'bytes' | 'stream'>) => {
    sendDelivery({ id, siteId, title, bytes, stream });
    create.reset();
    onSending();
  };
  return {
    isStarting: create.isPending,
    failure: create.isError ? sentenceOf(failureOf(create.error)) : null,
    async start({ stream, ...delivery }: Delivery, options: UploadOptions) {
      const answer = await create.mutateAsync({ siteId, ...delivery, options }).catch(() => null);
      if (!answer) return; // the foot has the reason
      send(answer.upload.id, { ...delivery, stream });
      await queryClient.invalidateQueries(procedures.uploads.all.queryFilter({ siteId }));
    },
    async goOn(found: Selection): Promise<boolean> {
      const begun = await begunWith(found, siteId);
      if (!begun) return false;
      send(begun.upload.id, { ...begun.delivery, title: begun.upload.title });
      showToast(UPLOAD_PAGE_MESSAGES['uploadPage.goesOn'], 'success');
      return true;
    },
  };
}

const recognisedText = ({ parts }: Selection): string =>
  formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.recognised'], {
    count: parts.filter(({ layers }) => layers.length > 0).length,
    all: parts.length,
  });

/** The delivery of these files that has begun, as the server knows it now; null where it cannot be asked. */
async function begunWith(found: Selection, siteId: number) {
  try {
    const options = procedures.uploads.all.queryOptions({ siteId });
    const { uploads } = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
    return begunDelivery(found, uploads);
  } catch {
    return null;
  }
}
