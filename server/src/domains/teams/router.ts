import { z } from 'zod';
import {
  createTeamInputSchema,
  idInputSchema,
  lastSaveSchema,
  successSchema,
  teamPageInputSchema,
  teamSchema,
  teamSummarySchema,
  updateTeamInputSchema,
} from '@overlook/shared/schemas';
import { router, withPermission } from '../../trpc/init.ts';
import { allGroups, findGroup, pageGroups } from '../members/groups.ts';
import { lastSaveOf } from '../members/versions.ts';
import { deleteTeam } from './delete-team.ts';
import { describeTeams, loadTeam, summariseTeams } from './load-team.ts';
import { createTeam, updateTeam } from './save-team.ts';

const oneTeam = z.object({ id: idInputSchema });
const savedTeam = successSchema.extend({ team: teamSchema });

export const teamsRouter = router({
  all: withPermission('TEAMS:VIEW')
    .meta({ summary: 'Every team with its members.' })
    .output(z.object({ teams: z.array(teamSchema) }))
    .query(async ({ ctx: { db } }) => ({ teams: await describeTeams(db, await allGroups(db, 'team')) })),
  page: withPermission('TEAMS:VIEW')
    .meta({ summary: 'A page of the teams list, searched and sorted.' })
    .input(teamPageInputSchema)
    .output(z.object({ teams: z.array(teamSummarySchema), total: z.number().int() }))
    .query(async ({ ctx: { db }, input }) => {
      const { rows, total } = await pageGroups(db, 'team', input);
      return { teams: await summariseTeams(db, rows), total };
    }),
  get: withPermission('TEAMS:VIEW')
    .meta({ summary: 'One team.' })
    .input(oneTeam)
    .output(z.object({ team: teamSchema }))
    .query(async ({ ctx, input }) => ({ team: await loadTeam(ctx.db, input.id) })),
  lastSave: withPermission('TEAMS:VIEW')
    .meta({ summary: 'Who has saved a team last, and when.' })
    .input(oneTeam)
    .output(lastSaveSchema)
    .query(async ({ ctx: { db }, input }) => lastSaveOf(db, await findGroup(db, 'team', input.id))),
  create: withPermission('TEAMS:CREATE')
    .meta({ summary: 'Add a team.' })
    .input(createTeamInputSchema)
    .output(savedTeam)
    .mutation(({ ctx, input }) => createTeam(ctx, input)),
  update: withPermission('TEAMS:UPDATE')
    .meta({ summary: 'Save an edited team.' })
    .input(updateTeamInputSchema)
    .output(savedTeam)
    .mutation(({ ctx, input }) => updateTeam(ctx, input)),
  delete: withPermission('TEAMS:ARCHIVE')
    .meta({ summary: 'Delete a team.' })
    .input(oneTeam)
    .output(successSchema)
    .mutation(({ ctx, input }) => deleteTeam(ctx, input)),
});
