declare global {
  interface Window {
    /** Defined by the script of axe-core, which the command line adds to the page. */
    axe: Axe;
  }
}

/** The part of axe-core that is used here. */
interface Axe {
  run(): Promise<{ violations: readonly Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly impact?: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

/** Serious and critical findings of axe on this page, each as "rule: what is wrong (where)". */
export async function axeProblems(): Promise<string[]> {
  const { violations } = await window.axe.run();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
}
