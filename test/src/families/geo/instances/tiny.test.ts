import { describe, expect, it } from 'vitest';
import type { EndPoints } from '../../../../../models/facility/facility.js';
import type { GeoInstance } from '../../../../../models/families/geo/instance.js';
import { tinyGeoInstances } from '../../../../support/bundled.js';

/**
 * Least cost by trying every number of awake nodes and every division of the arrivals in steps of 1 / 40. Formulas spelled out, nothing
 * shared with the product. For instances of one node type without co-location, whose task types take the same times and powers.
 */
function bruteForce(instance: GeoInstance): number {
  const { horizon, dataCentres, taskTypes } = instance;
  const nodes = instance.rooms['room']!.nodeGroups[0]!.count;
  const series = taskTypes.map(({ arrivalRatePerS }) => arrivalRatePerS as readonly number[]);
  // cost[t][counts]: cheapest division of the arrivals of epoch t among the data centres with so many awake nodes each.
  const counts = combinations(dataCentres.map(() => nodes + 1));
  const perEpoch = Array.from({ length: horizon.epochs }, (_, t) =>
    counts.map((awake) => {
      let least = Infinity;
      for (const rates of divisions(
        instance,
        series.map((one) => one[t]!),
      )) {
        least = Math.min(
          least,
          awake.reduce((sum, n, d) => sum + energyUsd(instance, d, t, n, rates[d]!), 0),
        );
      }
      return least;
    }),
  );
  let best = perEpoch[0]!.map((usd, c) => ({ usd, counts: [counts[c]!] }));
  for (let t = 1; t < horizon.epochs; t++) {
    best = best.flatMap((before) =>
      counts.map((awake, c) => ({ usd: before.usd + perEpoch[t]![c]!, counts: [...before.counts, awake] })),
    );
  }
  return Math.min(...best.map(({ usd, counts: all }) => usd + transitionUsd(instance, all)));
}

/** Rates by data centre: each task type divided among those that may serve it. */
function divisions({ dataCentres, taskTypes }: GeoInstance, arrivals: readonly number[]): number[][] {
  const steps = 40;
  let partial: number[][] = [dataCentres.map(() => 0)];
  for (const [i, { allowedDataCentres }] of taskTypes.entries()) {
    const may = dataCentres.map(({ name }) => allowedDataCentres?.includes(name) ?? true);
    const ways =
      dataCentres.length === 1
        ? [[1]]
        : Array.from({ length: steps + 1 }, (_, k) => [k / steps, 1 - k / steps]).filter((way) =>
            way.every((share, d) => share === 0 || may[d]),
          );
    partial = partial.flatMap((rates) => ways.map((way) => rates.map((rate, d) => rate + way[d]! * arrivals[i]!)));
  }
  return partial;
}

/** Infinity where so many nodes cannot do it. Cores at 1 GHz as far as they suffice, the rest of the work by cores at 2 GHz. */
function energyUsd(instance: GeoInstance, d: number, t: number, awake: number, ratePerS: number): number {
  const type = instance.nodeTypes[0]!;
  const time = type.tasks[0]!.timeS as EndPoints;
  const power = type.tasks[0]!.corePowerW as EndPoints;
  const cores = awake * type.cores;
  const [fast, slow] = [1 / time.atHighestFrequency, 1 / time.atLowestFrequency];
  if (ratePerS > cores * fast + 1e-12) return Infinity;
  const fastCores = Math.max(0, (ratePerS - cores * slow) / (fast - slow));
  const slowCores = Math.min(ratePerS / slow, cores - fastCores);
  const asleep = instance.rooms['room']!.nodeGroups[0]!.count - awake;
  const nodesW =
    awake * type.idlePowerW +
    asleep * type.sleepPowerW! +
    fastCores * power.atHighestFrequency +
    slowCores * power.atLowestFrequency;
  const kWh = (nodesW * 1.25 * 1.1) / 1000;
  const centre = instance.dataCentres[d]!;
  const usdPerKwh = (centre.price as { usdPerKwh: readonly number[] }).usdPerKwh[t]!;
  const solar = centre.renewables?.solar;
  const sunKwh =
    solar === undefined
      ? 0
      : (solar.panelAreaM2 * solar.efficiency * (solar.irradiance as { wPerM2: readonly number[] }).wPerM2[t]!) / 1000;
  const { surplus } = instance.rules;
  const worth = surplus.rule === 'printed' ? usdPerKwh : surplus.rule === 'feed-in' ? surplus.usdPerKwh : 0;
  const grams = (centre.carbon as { gramsPerKwh: readonly number[] } | undefined)?.gramsPerKwh[t] ?? 0;
  const carbonUsdPerKwh = (grams * (instance.rules.carbonUsdPerTonne ?? 0)) / 1e6;
  return (usdPerKwh + carbonUsdPerKwh) * Math.max(0, kWh - sunKwh) - worth * Math.max(0, sunKwh - kWh);
}

/** Eq. 34 at open ends. */
function transitionUsd(instance: GeoInstance, counts: readonly (readonly number[])[]): number {
  const { rules, nodeTypes, dataCentres } = instance;
  const type = nodeTypes[0]!;
  const extraW = rules.utilisation * type.peakDynamicPowerW! + type.idlePowerW - type.sleepPowerW!;
  const kWh = (1.1 * 1.25 * extraW * rules.transitionS) / 3.6e6;
  let usd = 0;
  for (const [d, { price }] of dataCentres.entries()) {
    for (const [t, awake] of counts.entries()) {
      const [before, after] = [counts[t - 1]?.[d] ?? awake[d]!, counts[t + 1]?.[d] ?? awake[d]!];
      const moved = Math.max(0, after - awake[d]!) + Math.max(0, before - awake[d]!);
      usd += (price as { usdPerKwh: readonly number[] }).usdPerKwh[t]! * kWh * moved;
    }
  }
  return usd;
}

function combinations(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (all, size) => all.flatMap((one) => Array.from({ length: size }, (_, n) => [...one, n])),
    [[]],
  );
}

const named = (name: string): GeoInstance => tinyGeoInstances().find((one) => one.name === name)!;

describe('tiny geo instances', () => {
  it.each(
    tinyGeoInstances()
      .filter(({ colocation }) => colocation.model === 'none')
      .map((instance) => ({ name: instance.name, instance })),
  )('$name: the stated optimum is the least of all divisions', ({ instance }) => {
    expect(instance.knownOptimum!.costUsd).toBeCloseTo(bruteForce(instance), 9);
  });

  it('tiny-colocation: no states of the node do 0.1 tasks/s but one core alone at 2 GHz', () => {
    const instance = named('tiny-colocation');
    const { timeS } = instance.nodeTypes[0]!.tasks[0]!;
    const { atHighestFrequency: fastS, atLowestFrequency: slowS } = timeS as EndPoints;
    const slowedS = instance.nodeTypes[0]!.interference!['M']!.perNeighbourS;
    const arrivals = instance.taskTypes.reduce((sum, one) => sum + (one.arrivalRatePerS as readonly number[])[0]!, 0);
    const states = [
      1 / slowS,
      ...[fastS, slowS].flatMap((a) => [fastS, slowS].map((b) => 1 / (a + slowedS) + 1 / (b + slowedS))),
    ];
    expect(Math.max(...states)).toBeLessThan(1 / fastS);
    expect(arrivals).toBe(1 / fastS);
    // One node with one core at 1 kW, one asleep; or both awake, at 1 GHz throughout at best.
    const oneKw = 2 + 1 + 0.2;
    const bothKw = 2 * 2 + arrivals * slowS * 0.4;
    expect(oneKw).toBeLessThan(bothKw);
    expect(instance.knownOptimum!.costUsd).toBeCloseTo(oneKw * 1.375 * 0.1, 12);
  });

  it('each hangs on what its name says', () => {
    const transition = named('tiny-transition');
    const quick = { ...transition, rules: { ...transition.rules, transitionS: 300 } };
    // 17.88 kWh and a stop and a start of 0.4 kWh: sleeping in the lull pays.
    expect(bruteForce(quick)).toBeCloseTo(18.68 * 0.1375, 9);
    const restricted = named('tiny-restricted');
    const free = {
      ...restricted,
      taskTypes: restricted.taskTypes.map((task) => ({ ...task, allowedDataCentres: undefined })),
    };
    expect(bruteForce(free)).toBeLessThan(restricted.knownOptimum!.costUsd - 0.5);
    const carbon = named('tiny-carbon');
    // Without a price of carbon the west serves.
    const uncharged = { ...carbon, rules: { ...carbon.rules, carbonUsdPerTonne: 0 } };
    expect(bruteForce(uncharged)).toBeCloseTo(9.9 * 0.1 + 0.55 * 0.12, 9);
    const costs = ['printed', 'curtailed', 'feed-in'].map(
      (rule) => named(`tiny-surplus-${rule}`).knownOptimum!.costUsd,
    );
    expect(new Set(costs).size).toBe(3);
  });

  it('cover one epoch, arbitrage, transitions, every surplus rule, co-location, a restriction and carbon', () => {
    expect(tinyGeoInstances().map(({ name }) => name)).toEqual([
      'tiny-arbitrage',
      'tiny-carbon',
      'tiny-colocation',
      'tiny-one-epoch',
      'tiny-restricted',
      'tiny-surplus-curtailed',
      'tiny-surplus-feed-in',
      'tiny-surplus-printed',
      'tiny-transition',
    ]);
  });
});
