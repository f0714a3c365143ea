import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlaceSummary } from '@overlook/shared/schemas';
import { procedures } from './queries.ts';
import { postRest } from './rest-call.ts';

/** While mails wait to be sent, their state is requested at this interval, milliseconds. */
const SHARES_EVERY_MS = 5000;

/** The person's own Places, newest first: of one site, or of all with null. */
export function usePlaces(siteId: number | null) {
  return useQuery(
    procedures.snapshots.user.queryOptions(siteId === null ? {} : { siteId }, {
      meta: { failureText: PLACES_MESSAGES['places.fetchFailed'] },
    }),
  );
}

/** Mails of the last days that the person has sent Places with. */
export function useShares() {
  return useQuery(
    procedures.snapshots.shares.queryOptions(
      {},
      {
        refetchInterval: ({ state }) =>
          state.data?.shares.some(({ status }) => status === 'waiting') ? SHARES_EVERY_MS : false,
      },
    ),
  );
}

/** Updates the lists of Places after a change. */
export function usePlacesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: procedures.snapshots.pathKey() });
}

/** Address of a Place's picture; null for one without. `size` as the server names it. */
export const placePicture = ({ filename }: Pick<PlaceSummary, 'filename'>, size: 'thumb' | 'large'): string | null =>
  filename === null ? null : `/api/files/snapshots/${filename}/${size}`;

/**
 * Uploads the picture of a Place. Returns the name by which a Place refers to it. Throws the errors of a procedure
 * call.
 */
export async function uploadPicture(siteId: number, picture: Blob): Promise<string> {
  const form = new FormData();
  form.append('photo', picture, 'view.jpg');
  const answer = await postRest(`/files/snapshots/upload/${siteId}/snapshot`, form);
  return (answer as { uuid: string }).uuid;
}
