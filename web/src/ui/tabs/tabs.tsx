import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import css from './tabs.module.css';

export interface TabPart<Id extends string> {
  id: Id;
  title: string;
  /** A number beside the title; null for none. `label` names the counted things. */
  count?: { value: number; label: string } | null;
  /** Cannot be chosen now, and why. */
  disabledReason?: string | null;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabPart<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}

/** Parts of a panel, of which one is shown: arrows move and select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useFocusKept(list, selected);
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(key as Id)} className={css.tabs!}>
      <TabList ref={list} aria-label={label} className={css.list!}>
        {tabs.map(({ id, title, count, disabledReason = null }) => (
          <Tab
            key={id}
            id={id}
            className={css.tab!}
            isDisabled={disabledReason !== null}
            {...(disabledReason !== null && { 'data-tooltip': disabledReason })}
          >
            {title}
            {count && (
              <span className={css.count}>
                {count.value}
                <span className="visually-hidden"> {count.label}</span>
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={css.panel!}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/**
 * A tab panel may open another one and be removed with the focused element: then the tab of the shown panel takes the
 * focus.
 */
function useFocusKept(list: RefObject<HTMLElement | null>, selected: string): void {
  const before = useRef(selected);
  useEffect(() => {
    if (before.current === selected) return undefined;
    before.current = selected;
    // The part before is still there now.
    const frame = requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost) list.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [list, selected]);
}
