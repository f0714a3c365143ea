import { useSnapshot } from 'valtio';
import { VIEW_GRANTS_MESSAGES, SHARE_MESSAGES } from '@overlook/shared/messages';
import { leave } from '../../state/leaving.ts';
import { preferences, setPreference, type ShareTab } from '../../state/preferences.ts';
import { useAllowed } from '../../state/session-context.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { type TabPart, Tabs } from '../../ui/tabs/tabs.tsx';
import { EmbedTab } from './embed-tab.tsx';
import { LinkTab } from './link-tab.tsx';
import { PublicLinkTab } from './public-link-tab.tsx';
import type { ShareView } from './share-view.ts';
import { useEmbed } from './use-embed.ts';
import { usePublicLink } from './use-public-link.ts';

/** Ways to share a view: with people who can sign in, with people without an account, inside another page. */
export function ShareDialog({ view, onClose }: { view: ShareView; onClose: () => void }) {
  const { shareTab } = useSnapshot(preferences);
  const canShareOutside = useAllowed('USERS:CREATE');
  // Here, so that going to another tab and back loses nothing.
  const link = usePublicLink(view);
  const embed = useEmbed(view);
  const isBusy = link.isBusy || embed.isBusy;
  const close = () => leave(onClose);
  const disabledReason = canShareOutside ? null : VIEW_GRANTS_MESSAGES['grant.notAllowed'];
  const tabs: TabPart<ShareTab>[] = [
    {
      id: 'link',
      title: SHARE_MESSAGES['share.link'],
      content: <LinkTab view={view} canShareOutside={canShareOutside} />,
    },
    {
      id: 'public',
      title: SHARE_MESSAGES['share.publicLink'],
      disabledReason,
      content: <PublicLinkTab view={view} link={link} onCancel={close} />,
    },
    {
      id: 'embed',
      title: SHARE_MESSAGES['share.embed'],
      disabledReason,
      content: <EmbedTab view={view} embed={embed} onCancel={close} />,
    },
  ];
  return (
    <Modal title={SHARE_MESSAGES['share.title']} size="tabs" onClose={isBusy ? undefined : close} actions={null}>
      <Tabs
        label={SHARE_MESSAGES['share.title']}
        tabs={tabs}
        selected={canShareOutside ? shareTab : 'link'}
        onSelect={(tab) => setPreference('shareTab', tab)}
      />
    </Modal>
  );
}
