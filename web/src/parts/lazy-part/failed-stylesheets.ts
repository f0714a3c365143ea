const failed = new Set<HTMLLinkElement>();

/**
 * Records every stylesheet that could not be loaded. Vite requests the style of a chunk only once: after a failure it
 * treats the style as loaded, so the next attempt would show the chunk without its style.
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
      // The watch has recorded this one too; the first is kept, so that it is loaded once each time.
      failed.delete(next);
      next.remove();
      reject(new Error(`The stylesheet ${next.href} could not be loaded.`));
    });
    link.after(next);
  });
}
