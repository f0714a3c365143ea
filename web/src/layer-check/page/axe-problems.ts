/** As much of axe-core as is used here. Its script is given to the page by who opens it. */
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
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
}
