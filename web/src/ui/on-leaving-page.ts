/**
 * Runs `task` when the page is hidden or left, which is the last moment that browsers promise. Returns what ends it.
 */
export function onLeavingPage(task: () => void): () => void {
  const onHidden = () => document.visibilityState === 'hidden' && task();
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', task);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('pagehide', task);
  };
}
