import type { UtilityEnvironment, UtilityInstance } from '../../../models/families/utility/instance.js';
import { randomStream } from '../../../src/random/stream.js';

/** Length of a day, s. */
const DAY_S = 86_400;

/**
 * Tiny instance with midnights, drawn by a seed: tasks arrive about them, are long against what is left until them, and the budget of a day is of the
 * size of one of them. Minutes with one midnight, or hours with up to three; budgets of energy or of money; in `parallel` perhaps nodes asleep.
 */
export function randomMidnights(environment: UtilityEnvironment, seed: number): UtilityInstance {
  const { integer, uniform } = randomStream(seed, `midnights ${environment}`);
  const isLong = uniform() < 0.4;
  const unitS = isLong ? 3600 : 60;
  const beforeS = isLong ? DAY_S * integer(0, 2) + unitS * integer(1, 23) : unitS * integer(1, 8);
  const measuredFromS = isLong && uniform() < 0.2 ? DAY_S * integer(1, 2) : beforeS;
  const durationS = measuredFromS + (isLong ? DAY_S : unitS * integer(4, 12));
  const midnights = Array.from({ length: Math.floor(measuredFromS / DAY_S) + 1 }, (_, d) => measuredFromS - d * DAY_S);
  const pools = Array.from({ length: integer(1, 2) }, (_, j) => ({ name: `pool-${j}`, nodes: integer(1, 3) }));
  const widths = (nodes: number): number[] =>
    environment === 'parallel' ? Array.from({ length: nodes }, (_, k) => k + 1) : [1];
  const timeS = (): number => (uniform() < 0.5 ? unitS * integer(1, isLong ? 30 : 12) : unitS * uniform(0.3, 8));
  const types = Array.from({ length: integer(1, 3) }, (_, t) => {
    const [baseS, baseW, isScaled] = [timeS(), 50 * integer(1, 4), uniform() < 0.6];
    return {
      name: `type-${t}`,
      runs: pools.flatMap(({ name, nodes }, j) =>
        widths(nodes).map((width) => ({
          pool: name,
          nodes: width,
          pStates: [
            { timeS: (baseS * (1 + 0.2 * j)) / width, powerW: baseW * width },
            ...(isScaled ? [{ timeS: (1.5 * baseS * (1 + 0.2 * j)) / width, powerW: 0.5 * baseW * width }] : []),
          ],
        })),
      ),
    };
  });
  const mostJ = Math.max(...types.flatMap(({ runs }) => runs.map(({ pStates: [one] }) => one!.timeS * one!.powerW)));
  const budgetJ = mostJ * uniform(0.1, 2.5);
  const usdPerKwh = Array.from({ length: 24 }, () => integer(0, 4) / 10);
  const first = isLong ? Math.max(...usdPerKwh) : (usdPerKwh[0] ||= 0.2);
  const isOfMoney = first > 0 && uniform() < 0.35;
  const widest = Math.max(...pools.map(({ nodes }) => nodes));
  const tasks = Array.from({ length: integer(2, 10) }, (_, n) => {
    const aboutS = midnights[integer(0, midnights.length - 1)]! - unitS * uniform(-2, 10);
    return {
      name: `task-${n}`,
      taskType: `type-${integer(0, types.length - 1)}`,
      startingUtility: integer(1, 8),
      arrivalS: Math.max(0, Math.min(durationS - 1, Math.round(aboutS))),
      utilityClass: uniform() < 0.5 ? 'lasts' : 'falls',
      ...(environment === 'parallel' ? { cores: integer(1, widest) } : {}),
      ...(environment === 'preemptive' ? { mayPreempt: uniform() < 0.8, mayBePreempted: uniform() < 0.8 } : {}),
    };
  }).sort((a, b) => a.arrivalS - b.arrivalS);
  const isAsleep = environment === 'parallel' && uniform() < 0.4;
  return {
    format: 'plenum.utility',
    formatVersion: 1,
    name: `midnights-${seed}`,
    environment,
    seed: 1,
    period: { durationS, measuredFromS },
    eventIntervalS: unitS * (uniform() < 0.7 ? 1 : uniform(0.7, 3)),
    droppingThreshold: 0,
    urgencyUnitS: unitS,
    ...(isOfMoney
      ? { energyPrice: { source: 'series', usdPerKwh }, costBudgetUsdPerDay: (budgetJ / 3.6e6) * 0.3 }
      : { energyBudgetJPerDay: budgetJ }),
    ...(environment === 'preemptive' ? { preemption: { overheadS: unitS * integer(0, 1) } } : {}),
    pools,
    ...(isAsleep
      ? {
          allowedCores: pools.map(({ name, nodes }) => ({
            pool: name,
            fromS: Math.round(measuredFromS * uniform(0, 1.1)),
            cores: integer(0, nodes),
          })),
        }
      : {}),
    utility: {
      classes: [
        { name: 'lasts', shape: 'points', points: [{ ageS: 0, utility: 1 }] },
        {
          name: 'falls',
          shape: 'points',
          points: [
            { ageS: 0, utility: 1 },
            { ageS: 40 * unitS, utility: 0 },
          ],
        },
      ],
    },
    taskTypes: { source: 'table', types },
    arrivals: { source: 'table', tasks },
  };
}
