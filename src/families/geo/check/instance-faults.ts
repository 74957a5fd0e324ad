import { J_PER_KWH } from '../../../../models/units.js';
import type { DataCentre, GeoInstance } from '../../../../models/families/geo/instance.js';
import type { CentreSeries, GeoSeries } from '../../../../models/families/geo/series.js';
import { sinusoidalArrivals } from './arrivals.js';

/** Relative tolerance when the series that the run uses are compared with the values listed in the instance. */
const SERIES_TOLERANCE = 1e-12;
/** Tolerance when sinusoidal arrival rates are compared with their recomputed values, relative to the mean rate. */
const WAVE_TOLERANCE = 1e-12;

/** Returns one phrase for each contradiction in the instance data. If there are any, plans cannot be evaluated. */
export function geoInstanceFaults(instance: GeoInstance, series: GeoSeries): string[] {
  const found: string[] = [];
  const unless = (holds: boolean, phrase: string): void => {
    if (!holds) found.push(phrase);
  };
  const { horizon, rules, dataCentres, taskTypes, nodeTypes } = instance;
  unless(Number.isInteger(horizon.epochs) && horizon.epochs >= 1, `${horizon.epochs} epochs`);
  unless(horizon.epochMinutes > 0 && horizon.epochMinutes < Infinity, `epochs of ${horizon.epochMinutes} minutes`);
  const epochS = horizon.epochMinutes * 60;
  unless(rules.transitionS >= 0 && rules.transitionS <= epochS, `transitions of ${rules.transitionS} s`);
  unless(rules.utilisation >= 0 && rules.utilisation <= 1, `utilisation ${rules.utilisation}`);
  for (const [name, value] of Object.entries({
    carbonUsdPerTonne: rules.carbonUsdPerTonne ?? 0,
    carbonCapKg: rules.carbonCapKg ?? 0,
    demandChargeShare: rules.demandChargeShare ?? 0,
    feedIn: rules.surplus.rule === 'feed-in' ? rules.surplus.usdPerKwh : 0,
  })) {
    unless(value >= 0 && value < Infinity, `${name} ${value}`);
  }
  for (const { name, idlePowerW, psuEfficiency = 1, sleepPowerW = 0, peakDynamicPowerW = 0 } of nodeTypes) {
    const powers = [idlePowerW, sleepPowerW, peakDynamicPowerW];
    unless(
      powers.every((watts) => watts >= 0 && watts < Infinity),
      `node type "${name}": powers ${powers.join(', ')} W`,
    );
    unless(psuEfficiency > 0 && psuEfficiency <= 1, `node type "${name}": psuEfficiency ${psuEfficiency}`);
  }
  unless(new Set(dataCentres.map(({ name }) => name)).size === dataCentres.length, 'data centres of the same name');
  unless(new Set(taskTypes.map(({ name }) => name)).size === taskTypes.length, 'task types of the same name');
  unless(new Set(nodeTypes.map(({ name }) => name)).size === nodeTypes.length, 'node types of the same name');

  const rates = series.arrivalRatePerS;
  if (rates.length !== horizon.epochs * taskTypes.length || series.centres.length !== dataCentres.length) {
    return [...found, 'series of another shape than the instance'];
  }
  unless(
    rates.every((rate) => rate >= 0 && rate < Infinity),
    'arrival rates that are no rates',
  );
  for (const [i, { name, arrivalRatePerS: given }] of taskTypes.entries()) {
    // A wave is computed a second time. At full swing its least value is near 0, so the tolerance is relative to its mean.
    const known = 'meanPerS' in given ? sinusoidalArrivals(horizon, given) : given;
    const slack = 'meanPerS' in given ? WAVE_TOLERANCE * given.meanPerS : 0;
    const same = Array.from({ length: horizon.epochs }, (_, t) =>
      close(rates[t * taskTypes.length + i]!, known?.[t], slack),
    );
    unless(!same.includes(false), `arrivals of "${name}" are not those of the instance`);
  }
  for (const [d, centre] of dataCentres.entries()) {
    found.push(...centreFaults(instance, centre, series.centres[d]!).map((phrase) => `${centre.name}: ${phrase}`));
  }
  return found;
}

function centreFaults({ horizon, rooms }: GeoInstance, centre: DataCentre, series: CentreSeries): string[] {
  const found: string[] = [];
  const unless = (holds: boolean, phrase: string): void => {
    if (!holds) found.push(phrase);
  };
  const { powerOverhead, coolingPerPower = 1, powerCapW = 1, price, carbon } = centre;
  const { usdPerKwh, gramsPerKwh, renewableKwh, demandPeriods } = series;
  unless(Object.hasOwn(rooms, centre.room), `unknown room "${centre.room}"`);
  unless(powerOverhead >= 1 && powerOverhead < Infinity, `powerOverhead ${powerOverhead}`);
  unless(coolingPerPower > 0 && coolingPerPower < Infinity, `coolingPerPower ${coolingPerPower}`);
  unless(powerCapW >= 0 && powerCapW < Infinity, `powerCapW ${powerCapW}`);
  const lengths = [usdPerKwh.length, gramsPerKwh.length, renewableKwh.length];
  if (lengths.some((length) => length !== horizon.epochs))
    return [...found, 'series of other lengths than the horizon'];
  unless(usdPerKwh.every(Number.isFinite), 'prices that are no numbers');
  unless(
    [...gramsPerKwh, ...renewableKwh].every((value) => value >= 0 && value < Infinity),
    'carbon or renewables',
  );
  const equal = (values: Float64Array, given: readonly number[], what: string): void => {
    unless(!Array.from(values, (value, t) => close(value, given[t])).includes(false), `${what} not of the instance`);
  };
  if (price.source === 'series') equal(usdPerKwh, price.usdPerKwh, 'prices');
  if (carbon?.source === 'series') equal(gramsPerKwh, carbon.gramsPerKwh, 'carbon intensities');
  if (carbon === undefined) equal(gramsPerKwh, new Array<number>(horizon.epochs).fill(0), 'carbon intensities');
  const renewable = writtenRenewables(centre, horizon.epochs, horizon.epochMinutes * 60);
  if (renewable !== null) equal(renewableKwh, renewable, 'renewables');
  for (const { name, usdPerKwMonth, epochs } of demandPeriods) {
    const inside = epochs.every((t) => Number.isInteger(t) && t >= 0 && t < horizon.epochs);
    unless(inside && usdPerKwMonth >= 0 && usdPerKwMonth < Infinity, `demand period "${name}"`);
  }
  return found;
}

/**
 * Returns the energy of sun and wind by epoch, kWh (Eqs. 30-32). Returns null if irradiance or wind speed comes from
 * another source than a series listed in the instance.
 */
function writtenRenewables({ renewables }: DataCentre, epochs: number, epochS: number): number[] | null {
  const { solar, wind } = renewables ?? {};
  if (solar !== undefined && solar.irradiance.source !== 'series') return null;
  if (wind !== undefined && wind.speed.source !== 'series') return null;
  return Array.from({ length: epochs }, (_, t) => {
    let powerW = 0;
    if (solar?.irradiance.source === 'series') {
      powerW += solar.efficiency * solar.panelAreaM2 * (solar.irradiance.wPerM2[t] ?? NaN);
    }
    if (wind?.speed.source === 'series') {
      const { mPerS, airDensityKgPerM3: given } = wind.speed;
      const density = typeof given === 'number' ? given : (given[t] ?? NaN);
      const speed = mPerS[t] ?? NaN;
      const windW = 0.5 * wind.efficiency * density * wind.rotorAreaM2 * speed * speed * speed;
      powerW += wind.ratedPowerW === undefined ? windW : Math.min(windW, wind.ratedPowerW);
    }
    return (powerW * epochS) / J_PER_KWH;
  });
}

function close(value: number, expected: number | undefined, slack = 0): boolean {
  return expected !== undefined && Math.abs(value - expected) <= SERIES_TOLERANCE * Math.abs(expected) + slack;
}
