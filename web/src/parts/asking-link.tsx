import type { AnchorHTMLAttributes } from 'react';
import { Link, useLocation } from 'wouter';
import { leave, leaving } from '../state/leaving.ts';

interface AskingLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick'> {
  href: string;
}

/** A link within the application that asks first when typed input would be lost. Opening another window loses none. */
export function AskingLink({ href, ...attributes }: AskingLinkProps) {
  const [, navigate] = useLocation();
  return (
    <Link
      {...attributes}
      href={href}
      onClick={(event) => {
        if (leaving.unsaved === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        leave(() => navigate(href));
      }}
    />
  );
}
