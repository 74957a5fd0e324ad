// @ts-check
// Three studies of one instance: what its power cap is worth, a day of it, and its plan under uncertain times and arrivals.
//
//   node studies.mjs [directory]
import { join } from 'node:path';
import { day, formatFaults, simulate, solve, sweep } from 'plenum';

const [out = 'out/studies'] = process.argv.slice(2);
const instance = 'tiny-two-node-types';

/**
 * An answer, or an end of this program with everything that is wrong.
 *
 * @template {{ ok: true }} Answer
 * @param {Answer | import('plenum').Refused} answer
 * @returns {Answer}
 */
function accepted(answer) {
  if (!answer.ok) throw new Error(formatFaults(answer.faults));
  return /** @type {Answer} */ (answer);
}

const swept = accepted(await sweep(instance, ['powerCapW=x0.8:x1.2:x0.2'], { out: join(out, 'sweep') }));
const points = /** @type {{ values: number[], objective: number | null }[]} */ (swept.record.details.points);
console.log(`sweep: ${points.length} points, reward ${points.map(({ objective }) => objective).join(', ')} reward/s`);

const planned = accepted(await day(instance, { profile: 'diurnal', out: join(out, 'day') }));
const { objective, gap } = planned.record;
console.log(`day: ${objective} reward, gap ${gap}`);

accepted(await solve(instance, { out: join(out, 'solved') }));
const plan = join(out, 'solved', 'plan.json');
const simulated = accepted(await simulate(instance, [plan], { samples: 200, seed: 7 }));
console.log(`simulate: 200 epochs, ${simulated.record.termination}`);
