import { useState } from 'react';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { procedures, queryClient } from '../../api/queries.ts';
import { type FieldErrors, useForm } from '../../parts/form/use-form.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { grantOf, heldTokens, type LayerToken, layersAtFirst, toolChoices, type VisitorTool } from './granted.ts';
import { putOnClipboard } from './copy-button.tsx';
import { embedCode } from './embed-code.ts';
import type { ShareView } from './share-view.ts';

export interface EmbedValues {
  readonly origins: readonly string[];
  readonly layers: readonly LayerToken[];
  readonly tools: readonly VisitorTool[];
}

const checkEmbed = ({ origins, layers }: EmbedValues): FieldErrors<EmbedValues> => ({
  ...(origins.length === 0 && { origins: VIEW_GRANTS_MESSAGES['grant.originRequired'] }),
  ...(layers.length === 0 && { layers: VIEW_GRANTS_MESSAGES['grant.layerRequired'] }),
});

/** The state of a new embed: the chosen values, and its address once it is made. */
export function useEmbed(view: ShareView) {
  const { permissions } = useSignedIn();
  const { id: siteId, name: siteName } = view.site;
  const held = heldTokens(permissions, siteId);
  const [url, setUrl] = useState<string | null>(null);
  /** Origin → why the server refuses it. */
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [initial] = useState<EmbedValues>(() => ({
    origins: [],
    layers: layersAtFirst(view.layers),
    tools: toolChoices(held).map(({ value }) => value),
  }));
  const save = async ({ origins, layers, tools }: EmbedValues) => {
    const what = grantOf(layers, tools, held);
    const name = `${siteName} on ${new URL(origins[0]!).host}`;
    const made = await api.viewGrants.create
      .mutate({ kind: 'embed', name, siteId, origins: [...origins], ...what })
      .catch((error: unknown) => {
        const { fields } = failureOf(error);
        const refused = origins.flatMap((origin, i) =>
          fields[`origins.${i}`] ? [[origin, fields[`origins.${i}`]!]] : [],
        );
        setRefusals(Object.fromEntries(refused) as Record<string, string>);
        throw error;
      });
    setUrl(made.url);
    void queryClient.invalidateQueries(procedures.viewGrants.all.queryFilter());
    await putOnClipboard(embedCode(made.url, siteName));
  };
  const form = useForm<EmbedValues>({ initial, check: checkEmbed, save });
  const refused = form.values.origins.find((origin) => refusals[origin] !== undefined);
  return {
    ...form,
    url,
    held,
    originError: form.errors.origins ?? (refused === undefined ? null : refusals[refused]!),
  };
}

export type EmbedForm = ReturnType<typeof useEmbed>;
