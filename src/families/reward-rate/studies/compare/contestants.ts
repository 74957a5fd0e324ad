import type { Method } from '../../methods/registry.js';

/** A method in one of its forms. */
export interface Contestant {
  /** `name`, or `name:naive`. */
  readonly label: string;
  readonly method: Method;
  /** NERR: it ignores co-location; its plan is judged with it. */
  readonly naive: boolean;
}

const NAIVE = ':naive';

/** Reads "ga,greedy:naive"; what cannot be read comes back as `unknown`, names listed twice as `twice`. */
export function parseContestants(
  text: string,
  methods: readonly Method[],
): {
  readonly contestants: readonly Contestant[];
  readonly unknown: readonly string[];
  readonly twice: readonly string[];
} {
  const labels = text.split(',').map((label) => label.trim());
  const contestants: Contestant[] = [];
  const unknown: string[] = [];
  for (const label of new Set(labels)) {
    const naive = label.endsWith(NAIVE);
    const name = naive ? label.slice(0, -NAIVE.length) : label;
    const method = methods.find((candidate) => candidate.name === name);
    if (method === undefined) unknown.push(label);
    else contestants.push({ label, method, naive });
  }
  return { contestants, unknown, twice: labels.filter((label, n) => labels.indexOf(label) < n) };
}
