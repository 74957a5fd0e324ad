// @ts-check
// Methods of one instance over seeded trials, each trial held against a proven bound: mean objective and gap with their intervals.
//
//   node compare-methods.mjs [instance [method ...]]
import { compare, formatFaults, list, open } from 'plenum';

const [instance = 'reward-rate/tiny-colocation', ...named] = process.argv.slice(2);
const opened = await open(instance);
if (!opened.ok) throw new Error(formatFaults(opened.faults));

const { methods } = await list();
const all = methods.filter(({ family }) => family === opened.family).map(({ name }) => name);
// Steps, not seconds, end the searches: what is found is the same wherever it is looked for.
const compared = await compare(instance, named.length > 0 ? named : all, { trials: 3, workLimit: 100 });
if (!compared.ok) throw new Error(formatFaults(compared.faults));

/**
 * What a comparison says of a method, as far as it is shown here (docs/studies/comparing.md).
 *
 * @typedef {{ mean: number, interval: { low: number, high: number } | null } | null} Mean
 */
const summary = /** @type {{ method: string, objective: Mean, gap: Mean }[]} */ (compared.record.details.summary);
const text = (/** @type {Mean} */ of) =>
  of === null ? 'none' : `${of.mean.toFixed(4)} (${of.interval?.low.toFixed(4)} to ${of.interval?.high.toFixed(4)})`;
console.table(summary.map(({ method, objective, gap }) => ({ method, objective: text(objective), gap: text(gap) })));
