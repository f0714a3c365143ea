import { Ellipsis, ListTree } from 'lucide-react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useLocation } from 'wouter';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { openTree } from '../state/cad.ts';
import { classNames } from '../ui/class-names.ts';
import { Gate } from '../ui/gate.tsx';
import ground from '../ui/popover.module.css';
import { SCREENS, SETTINGS } from './features.tsx';
import { FeedbackButton, HelpButton, isOpenAt, NavLink, RailButton, UserGuide } from './rail-items.tsx';
import css from './sidebar.module.css';

const TABS = SCREENS.filter(({ isInTabs }) => isInTabs);
const OTHERS = SCREENS.filter(({ place, isInTabs, isUnlisted }) => place === 'panel' && !isInTabs && !isUnlisted);

/** The rail of a phone, along the lower edge: 390 px have room for five places. */
export const TabBar = () => (
  <nav className={css.tabs} aria-label={VIEWER_MESSAGES['viewer.main']}>
    {TABS.map((entry) => (
      <NavLink key={entry.path} entry={entry} isExpanded isShort />
    ))}
    <More />
  </nav>
);

/** The entries without room at the lower edge. A choice closes it. */
function More() {
  const [path] = useLocation();
  const isCurrent = [...OTHERS, SETTINGS].some((entry) => isOpenAt(entry, path));
  return (
    <DialogTrigger>
      <Button className={classNames(css.item, css.moreButton)} data-current={isCurrent}>
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
        <span className={css.label}>{VIEWER_MESSAGES['viewer.more']}</span>
      </Button>
      <Popover placement="top end" offset={4} className={ground.popover!}>
        <Dialog aria-label={VIEWER_MESSAGES['viewer.more']} className={css.more!}>
          {({ close }) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on a link or a button is a click, too
            <nav className={css.moreList} aria-label={VIEWER_MESSAGES['viewer.more']} onClick={close}>
              {OTHERS.map((entry) => (
                <NavLink key={entry.path} entry={entry} isExpanded />
              ))}
              <Gate tokens="VIEW:CAD">
                <RailButton
                  icon={ListTree}
                  label={VIEWER_MESSAGES['viewer.objectTree']}
                  isExpanded
                  onPress={openTree}
                />
              </Gate>
              <FeedbackButton isExpanded />
              <UserGuide isExpanded />
              <HelpButton isExpanded />
              <NavLink entry={SETTINGS} isExpanded />
            </nav>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
