import { TOUCHED_LISTED_MOST } from '@overlook/shared/config';
import {
  addCommentInputSchema,
  areaInputSchema,
  createMocInputSchema,
  csvAnswerSchema,
  mocAnswerSchema,
  mocCommentAnswerSchema,
  mocCommentsAnswerSchema,
  mocHistoryAnswerSchema,
  mocListSchema,
  mocNoticesSchema,
  mocPeopleAnswerSchema,
  mocsAnswerSchema,
  removeCommentInputSchema,
  saveAreaInputSchema,
  savedAreaSchema,
  savedMocSchema,
  siteAreasAnswerSchema,
  siteEditionInputSchema,
  siteInputSchema,
  siteMocInputSchema,
  successSchema,
  touchedAnswerSchema,
  touchedFeaturesAnswerSchema,
  touchedInputSchema,
  updateMocInputSchema,
} from '@overlook/shared/schemas';
import { checkedOutput, slicedOutput } from '../../services/checked-output.ts';
import { live, router, withPermissionAtSite } from '../../trpc/init.ts';
import { addComment } from './add-comment.ts';
import { archiveArea, restoreArea } from './archive-area.ts';
import { archiveMoc, restoreMoc } from './archive-moc.ts';
import { createMoc } from './create-moc.ts';
import { exportTouched } from './export-touched.ts';
import { findTouched, listTouchedFeatures } from './find-touched.ts';
import { followMocs } from './follow-mocs.ts';
import { listAreas } from './list-areas.ts';
import { listComments } from './list-comments.ts';
import { listMocs } from './list-mocs.ts';
import { listPeople } from './list-people.ts';
import { loadHistory } from './load-history.ts';
import { loadAllMocs, loadMoc } from './load-mocs.ts';
import { removeComment } from './remove-comment.ts';
import { saveArea } from './save-area.ts';
import { updateMoc } from './update-moc.ts';

const viewer = withPermissionAtSite('MOC:VIEW');
// What a person may not see does not exist for them, to be changed either.
const editor = withPermissionAtSite(['MOC:VIEW', 'MOC:UPDATE']);
const archivist = withPermissionAtSite(['MOC:VIEW', 'MOC:DELETE']);

export const mocsRouter = router({
  all: viewer
    .meta({
      summary: 'The MOCs of a site that are not archived, with positions, attachments and areas.',
      isWhole: true,
    })
    .input(siteInputSchema)
    .output(slicedOutput(mocsAnswerSchema))
    .query(({ ctx, input }) => loadAllMocs(ctx, input)),
  list: viewer
    .meta({ summary: 'The MOCs of a site that are not archived, as columns: what lists and pins show of them.' })
    .input(siteEditionInputSchema)
    .output(checkedOutput(mocListSchema))
    .query(({ ctx, input }) => listMocs(ctx, input)),
  areas: viewer
    .meta({ summary: 'The areas of the MOCs of a site as columns, with their corners.' })
    .input(siteEditionInputSchema)
    .output(checkedOutput(siteAreasAnswerSchema))
    .query(({ ctx, input }) => listAreas(ctx, input)),
  get: viewer
    .meta({ summary: 'One MOC, archived or not.' })
    .input(siteMocInputSchema)
    .output(mocAnswerSchema)
    .query(async ({ ctx, input }) => ({ moc: await loadMoc(ctx, input) })),
  history: viewer
    .meta({ summary: 'What was done to a MOC, field by field, the newest first.' })
    .input(siteMocInputSchema)
    .output(mocHistoryAnswerSchema)
    .query(({ ctx, input }) => loadHistory(ctx, input)),
  comments: viewer
    .meta({ summary: 'What people have said about a MOC.' })
    .input(siteMocInputSchema)
    .output(mocCommentsAnswerSchema)
    .query(({ ctx, input }) => listComments(ctx, input)),
  addComment: viewer
    .meta({ summary: 'Comment on a MOC, and mail those who are mentioned.' })
    .input(addCommentInputSchema)
    .output(mocCommentAnswerSchema)
    .mutation(({ ctx, input }) => addComment(ctx, input)),
  removeComment: viewer
    .meta({ summary: 'Remove an own comment on a MOC, or any with MOC:DELETE.' })
    .input(removeCommentInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => removeComment(ctx, input)),
  touched: viewer
    .meta({ summary: 'The objects of the project layer that areas of a MOC hold or cut.' })
    .input(touchedInputSchema)
    .output(touchedAnswerSchema)
    .query(({ ctx, input }) => findTouched(ctx, input, TOUCHED_LISTED_MOST)),
  touchedFeatures: viewer
    .meta({ summary: 'All objects that areas of a MOC hold or cut, as ids and features of the model.', isWhole: true })
    .input(touchedInputSchema)
    .output(touchedFeaturesAnswerSchema)
    .query(({ ctx, input }) => listTouchedFeatures(ctx, input)),
  touchedCsv: viewer
    .meta({ summary: 'The objects that are inside areas of a MOC or cross them, as CSV.', isWhole: true })
    .input(touchedInputSchema)
    .output(slicedOutput(csvAnswerSchema))
    .query(({ ctx, input }) => exportTouched(ctx, input)),
  people: viewer
    .meta({ summary: 'Who can be mentioned in comments at a site.' })
    .input(siteInputSchema)
    .output(mocPeopleAnswerSchema)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  changes: viewer
    .meta({ summary: 'Tells which MOC of a site was saved, as it happens.' })
    .input(siteInputSchema)
    .output(mocNoticesSchema)
    .subscription(({ ctx, input, signal }) => live(followMocs(ctx, input, signal))),
  create: withPermissionAtSite('MOC:CREATE')
    .meta({ summary: 'Add a MOC.' })
    .input(createMocInputSchema)
    .output(savedMocSchema)
    .mutation(({ ctx, input }) => createMoc(ctx, input)),
  update: editor
    .meta({ summary: 'Save an edited MOC.' })
    .input(updateMocInputSchema)
    .output(savedMocSchema)
    .mutation(({ ctx, input }) => updateMoc(ctx, input)),
  archive: archivist
    .meta({ summary: 'Archive a MOC.' })
    .input(siteMocInputSchema)
    .output(savedMocSchema)
    .mutation(({ ctx, input }) => archiveMoc(ctx, input)),
  restore: archivist
    .meta({ summary: 'Take a MOC back from the archive.' })
    .input(siteMocInputSchema)
    .output(savedMocSchema)
    .mutation(({ ctx, input }) => restoreMoc(ctx, input)),
  saveArea: editor
    .meta({ summary: 'Add an area to a MOC, or replace one of its areas.' })
    .input(saveAreaInputSchema)
    .output(savedAreaSchema)
    .mutation(({ ctx, input }) => saveArea(ctx, input)),
  archiveArea: editor
    .meta({ summary: 'Archive an area of a MOC.' })
    .input(areaInputSchema)
    .output(savedMocSchema)
    .mutation(({ ctx, input }) => archiveArea(ctx, input)),
  restoreArea: editor
    .meta({ summary: 'Take an area of a MOC back from the archive.' })
    .input(areaInputSchema)
    .output(savedMocSchema)
    .mutation(({ ctx, input }) => restoreArea(ctx, input)),
});
