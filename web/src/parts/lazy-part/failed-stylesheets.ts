const failed = new Set<HTMLLinkElement>();

/**
 * Notes every stylesheet that could not be loaded. Vite asks for the style of a chunk once only: after a failure it
 * takes the style as loaded, so that the next try would show the chunk without its style.
 */
export function watchStylesheets(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  };
  // Errors of elements do not bubble, so they are caught on the way down.
  document.addEventListener('error', onError, true);
}

/** Loads the stylesheets again that have failed. Rejects when one of them fails again. */
export async function reloadFailedStylesheets(): Promise<void> {
  await Promise.all([...failed].map(reload));
}

function reload(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.addEventListener('load', () => {
      failed.delete(link);
      link.remove();
      resolve();
    });
    next.addEventListener('error', () => {
      // The watch has noted this one too; the first stays, so that it is tried once each time.
      failed.delete(next);
      next.remove();
      reject(new Error(`The stylesheet ${next.href} could not be loaded.`));
    });
    link.after(next);
  });
}
