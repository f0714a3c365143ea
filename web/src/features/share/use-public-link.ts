import { useState } from 'react';
import { PASSWORD_SHORTEST } from '@overlook/shared/config';
import { SHARE_MESSAGES, VIEW_GRANTS_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../api/client.ts';
import { procedures, queryClient } from '../../api/queries.ts';
import { type FieldErrors, useForm } from '../../parts/form/use-form.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { endDays, endOfDay } from './end-day.ts';
import { heldTokens, type LayerToken, layersAtFirst } from './granted.ts';
import { madePassword } from './made-password.ts';
import type { ShareView } from './share-view.ts';

export interface PublicLinkValues {
  readonly name: string;
  /** The day that the link ends with, as date fields write it. */
  readonly endDay: string;
  /** Empty for none. */
  readonly password: string;
  readonly scope: 'view' | 'site';
  readonly layers: readonly LayerToken[];
}

/** A link that was made. Its secret and its password are nowhere else. */
export interface MadeLink {
  readonly name: string;
  readonly url: string;
  readonly password: string;
  readonly endsAt: string;
}

function checkPublicLink(values: PublicLinkValues): FieldErrors<PublicLinkValues> {
  const { name, endDay, password, layers } = values;
  return {
    ...(name.trim() === '' && { name: VIEW_GRANTS_MESSAGES['grant.nameRequired'] }),
    ...(endDay === '' && { endDay: SHARE_MESSAGES['share.endRequired'] }),
    ...(password !== '' && password.length < PASSWORD_SHORTEST && { password: ADMIN_MESSAGES['user.passwordShort'] }),
    ...(layers.length === 0 && { layers: VIEW_GRANTS_MESSAGES['grant.layerRequired'] }),
  };
}

/** The state of a new public link: the typed values, and the link once it is made. */
export function usePublicLink(view: ShareView) {
  const { permissions } = useSignedIn();
  const [made, setMade] = useState<MadeLink | null>(null);
  const [initial] = useState<PublicLinkValues>(() => ({
    name: '',
    endDay: endDays(new Date()).usual,
    password: madePassword(),
    scope: 'site',
    layers: layersAtFirst(view.layers),
  }));
  const save = async ({ name, endDay, password, scope, layers }: PublicLinkValues) => {
    const { grant, url } = await api.viewGrants.create.mutate({
      kind: 'link',
      name,
      siteId: view.site.id,
      permissions: [...layers, ...heldTokens(permissions, view.site.id)],
      // Attributes are not shared, and the selected object neither.
      view: scope === 'view' ? view.query(new Set(['camera', 'section', 'profile', 'results'])) : null,
      password: password || null,
      endsAt: endOfDay(endDay, new Date()).toISOString(),
    });
    setMade({ name: grant.name, url, password, endsAt: grant.endsAt });
    void queryClient.invalidateQueries(procedures.viewGrants.all.queryFilter());
  };
  const form = useForm<PublicLinkValues>({ initial, check: checkPublicLink, save });
  return { ...form, made };
}

export type PublicLinkForm = ReturnType<typeof usePublicLink>;
