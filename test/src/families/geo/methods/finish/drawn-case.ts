import type { GeoInstance, GeoRules, Room } from '../../../../../../models/families/geo/instance.js';
import type { CentreSeries } from '../../../../../../models/families/geo/series.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import { geoCase } from '../../../../../models/families/geo/geo-case.js';
import { randomGeoInstance } from '../../../../../support/geo.js';
import { COP } from '../bound/full-lp.js';

export type GeoCase = ReturnType<typeof geoCase>;

/** Prices below 0 and above, sun or wind everywhere, CRACs whose power does not depend on set-points, and no co-location: the best plan is known. */
export function drawnCase(seed: number, rule: GeoRules['surplus']['rule'], carbon: 'none' | 'price' | 'cap'): GeoCase {
  const draw = randomStream(seed, 'whole cost').uniform;
  const drawn = randomGeoInstance(seed, {
    centres: 1 + (seed % 2),
    nodeTypes: 1,
    nodesPerType: 2,
    cores: 2,
    pStates: 2,
    taskTypes: 1 + (seed % 3 === 0 ? 1 : 0),
    epochs: 1 + (seed % 2),
    colocation: 'none',
    renewables: 1,
    hot: false,
    load: draw(0.05, 0.7),
    carbon,
  });
  const rooms = Object.entries(drawn.rooms).map(([name, room]): [string, Room] => [
    name,
    { ...room, coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: COP } },
  ]);
  const dataCentres = drawn.dataCentres.map((centre) => ({
    ...centre,
    price: {
      source: 'series' as const,
      usdPerKwh: Array.from({ length: drawn.horizon.epochs }, () => draw(-0.1, 0.1)),
    },
  }));
  const surplus = rule === 'feed-in' ? { rule, usdPerKwh: 0 } : { rule };
  const instance: GeoInstance = {
    ...drawn,
    rooms: Object.fromEntries(rooms),
    dataCentres,
    rules: { ...drawn.rules, surplus },
  };
  const periods = draw() < 0.5 ? new Map<string, CentreSeries['demandPeriods']>() : demandPeriods(instance, draw);
  const demandChargeShare = draw(0, 0.02);
  const rules = {
    ...instance.rules,
    demandChargeShare,
    ...(carbon === 'price' ? { carbonUsdPerTonne: draw(0, 200) } : {}),
  };
  const one = geoCase({ ...instance, rules }, periods);
  if (rule !== 'feed-in') return one;
  // As much as a kWh bought costs where it costs least, or nothing.
  const wholeUsd = one.model.centres.flatMap(({ usdPerKwh, gramsPerKwh }) =>
    [...usdPerKwh].map((usd, t) => usd + (one.model.carbonUsdPerKg * gramsPerKwh[t]!) / 1000),
  );
  const usdPerKwh = draw(0, 1) * Math.max(0, Math.min(...wholeUsd));
  return geoCase({ ...instance, rules: { ...rules, surplus: { rule, usdPerKwh } } }, periods);
}

function demandPeriods(
  { dataCentres, horizon }: GeoInstance,
  draw: Uniform,
): Map<string, CentreSeries['demandPeriods']> {
  const epochs = [...Array(horizon.epochs).keys()];
  return new Map(
    dataCentres.map(({ name }) => [
      name,
      [
        { name: 'first', usdPerKwMonth: draw(0, 10), epochs: [0] },
        { name: 'all', usdPerKwMonth: draw(0, 10), epochs },
      ],
    ]),
  );
}

/** The same under a carbon cap; Infinity for none. */
export function capped(one: GeoCase, carbonCapKg: number): GeoCase {
  const { carbonCapKg: _, ...rules } = one.instance.rules;
  const instance = { ...one.instance, rules: carbonCapKg < Infinity ? { ...rules, carbonCapKg } : rules };
  return { ...one, instance, model: { ...one.model, instance, carbonCapKg } };
}
