import { BookOpen, CircleQuestionMark, type LucideIcon, MessageSquarePlus } from 'lucide-react';
import { useLocation } from 'wouter';
import { openFeedback } from '../features/feedback/feedback-store.ts';
import { USER_GUIDE_PATH } from '@overlook/shared/config';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { AskingLink } from '../parts/asking-link.tsx';
import type { ScreenPart } from '../parts/feature.ts';
import { setHelpOpen } from '../state/help.ts';
import { Gate } from '../ui/gate.tsx';
import css from './sidebar.module.css';

/** Whether the screen of an entry, or one below it, is open. */
export const isOpenAt = (entry: ScreenPart, path: string): boolean =>
  path === entry.path || path.startsWith(`${entry.path}/`);

/** A link that opens its route, and closes it again when it is open (specification §2 "Sidebar routes"). */
export function NavLink({
  entry,
  isExpanded,
  isShort = false,
}: {
  entry: ScreenPart;
  isExpanded: boolean;
  isShort?: boolean;
}) {
  const [path] = useLocation();
  const isOpen = isOpenAt(entry, path);
  const link = (
    <AskingLink
      href={isOpen ? '/' : entry.path}
      className={css.item}
      aria-label={entry.title}
      aria-current={isOpen ? 'page' : undefined}
      data-tooltip={isExpanded ? undefined : entry.title}
      data-keys={entry.keys}
    >
      <entry.icon size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{(isShort && entry.shortTitle) || entry.title}</span>
    </AskingLink>
  );
  if (!entry.tokens) return link;
  return (
    <Gate tokens={entry.tokens} rule="or">
      {link}
    </Gate>
  );
}

export const FeedbackButton = ({ isExpanded }: { isExpanded: boolean }) => (
  <Gate tokens="FEATURE:PRODUCTFEEDBACK">
    <RailButton
      icon={MessageSquarePlus}
      label={VIEWER_MESSAGES['viewer.leaveFeedback']}
      isExpanded={isExpanded}
      onPress={openFeedback}
    />
  </Gate>
);

/** Opens the PDF beside the application (specification §2). */
export function UserGuide({ isExpanded }: { isExpanded: boolean }) {
  return (
    <a
      href={USER_GUIDE_PATH}
      target="_blank"
      rel="noopener"
      className={css.item}
      aria-label={VIEWER_MESSAGES['viewer.userGuide']}
      data-tooltip={isExpanded ? undefined : VIEWER_MESSAGES['viewer.userGuide']}
    >
      <BookOpen size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{VIEWER_MESSAGES['viewer.userGuide']}</span>
    </a>
  );
}

export const HelpButton = ({ isExpanded }: { isExpanded: boolean }) => (
  <RailButton
    icon={CircleQuestionMark}
    label={VIEWER_MESSAGES['viewer.keysAndMouse']}
    keys="?"
    isExpanded={isExpanded}
    onPress={() => setHelpOpen(true)}
  />
);

interface RailButtonProps {
  icon: LucideIcon;
  label: string;
  keys?: string;
  isExpanded: boolean;
  onPress: () => void;
}

export function RailButton({ icon: Icon, label, keys, isExpanded, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      className={css.item}
      aria-label={label}
      data-tooltip={isExpanded ? undefined : label}
      data-keys={keys}
      onClick={onPress}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{label}</span>
    </button>
  );
}
