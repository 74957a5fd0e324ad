import { z } from 'zod';
import type { FieldNotes } from './fields.js';

/**
 * Returns the schema of a number of one physical quantity, with unit and range.
 *
 * Values outside the range are typing errors or in another unit. The range exceeds anything built by a factor of ten or
 * more. Within it, no computation overflows or loses all digits by cancellation (docs/decisions/physical-ranges.md).
 */
type Quantity = (meaning: string, notes?: FieldNotes) => z.ZodNumber;

const quantity =
  (unit: string, least: number, most: number): Quantity =>
  (meaning, notes = {}) =>
    z
      .number()
      .min(least)
      .max(most)
      .meta({ description: meaning, unit, ...notes });

/** Allowed range of durations, s, from a nanosecond to thirty years. */
export const TIME_S = { least: 1e-9, most: 1e9 } as const;
export const timeS = quantity('s', TIME_S.least, TIME_S.most);
/** Duration, as `timeS`, except that it may be zero. */
export const spanS = quantity('s', 0, TIME_S.most);
/**
 * Time stamp in a log, as seconds of its own clock, or as Unix time up to 2286. Unix times in milliseconds are above
 * the range.
 */
export const logTimeS = quantity('s', 0, 1e10);
/** Allowed range of variances of times, s2, up to the square of the greatest time. */
export const VARIANCE_S2 = { least: 0, most: 1e18 } as const;
export const varianceS2 = quantity('s2', VARIANCE_S2.least, VARIANCE_S2.most);
export const frequencyGHz = quantity('GHz', 0.001, 100);
/** Power of a core. For comparison: the largest processor on one wafer draws 25 kW. */
export const corePowerW = quantity('W', 0, 1e5);
/** Power of a node. For comparison: racks sold as one computer draw 150 kW. */
export const nodePowerW = quantity('W', 0, 1e6);
/** Energy to start a node. The maximum is the greatest allowed power of a node for an hour. */
export const wakeEnergyJ = quantity('J', 0, 3.6e9);
/** Power of a rack, PDU, room or data centre. For comparison: the largest planned sites draw 10 GW. */
export const sitePowerW = quantity('W', 0, 1e11);
/** Power limit, as `sitePowerW`, except that it is above 0. */
export const capPowerW = quantity('W', 1e-3, 1e11);
export const nodeAirFlowM3PerS = quantity('m3/s', 1e-6, 1e3);
/** Air flow of a node on standby, as `nodeAirFlowM3PerS`, except that it is zero if the node's fans stand still. */
export const standbyAirFlowM3PerS = quantity('m3/s', 0, 1e3);
export const cracAirFlowM3PerS = quantity('m3/s', 1e-4, 1e5);
/** Diffusivity with which turbulent air mixes. */
/** Largest diffusivity of air that can be stated, m2/s. Ours: ten times what keeps rooms well drawn. */
export const MAX_AIR_MIXING_M2_PER_S = 0.5;
export const airMixingM2PerS = quantity('m2/s', 0, MAX_AIR_MIXING_M2_PER_S);
/** Density of air. The range covers high mountains to pressure chambers. */
export const airDensityKgPerM3 = quantity('kg/m3', 0.1, 10);
/** Specific heat capacity of a gas. For comparison: dry air has 1006, helium 5193. */
export const gasHeatCapacityJPerKgK = quantity('J/(kg K)', 100, 10_000);
/** Length of a room or of equipment, above 0. */
export const lengthM = quantity('m', 1e-3, 10_000);
/** Coordinate or distance in a room, which may be 0. */
export const distanceM = quantity('m', 0, 10_000);
export const areaM2 = quantity('m2', 0, 1e10);
export const ratePerS = quantity('1/s', 0, 1e12);
/** Reward or other quantity without a physical unit. */
export const amount = quantity('1', 0, 1e12);
/** Coefficient of Eq. 21 that is added as a time. For comparison: those of the thesis reach 1.8e8. */
export const slowdownS = quantity('s', -1e12, 1e12);
export const slowdownPerGHzS = quantity('s/GHz', -1e12, 1e12);
export const slowdownFactor = quantity('1', -1e6, 1e6);
/** Quadratic coefficient of a CRAC's CoP as a function of temperature. */
export const copPerC2 = quantity('1/C2', -100, 100);
export const copPerC = quantity('1/C', -1000, 1000);
export const cop = quantity('1', -1000, 1000);
export const heatPerPower = quantity('1', 0.01, 1000);
/** Allowed range of a coefficient of variation (standard deviation / mean). */
export const SPREAD = { least: 0, most: 1000 } as const;
export const spread = quantity('1', SPREAD.least, SPREAD.most);
export const thermalMassJPerK = quantity('J/K', 0, 1e9);
export const tasksPerJ = quantity('1/J', 0, 1e12);
/** Length of an interval, from a second to a leap year. */
export const intervalMin = quantity('min', 1 / 60, 527_040);
export const scale = quantity('1', 1e-9, 1e9);
export const feedInUsdPerKwh = quantity('USD/kWh', 0, 20);
export const demandUsdPerKw = quantity('USD/kW', 0, 10_000);
export const carbonUsdPerTonne = quantity('USD/t', 0, 1e6);
export const massKg = quantity('kg', 0, 1e12);
/** Safety margin to a temperature limit, at most as large as the range of such limits. */
export const reserveK = quantity('K', 0, 150);
/** Step between set-points. Our choice: from finer than any thermostat up to the widest range of set-points. */
export const setPointStepC = quantity('C', 0.001, 150);
/**
 * Fraction of a CRAC's capacity that is kept free. Our choice: above 0.95, a CRAC is as good as failed (capacity 0).
 */
export const reserveShare = quantity('1', 0, 0.95);
/**
 * Factor by which an uncertain quantity may differ from its value in the instance. Our choice: more than ten times that
 * value would be another instance.
 */
export const uncertainFactor = quantity('1', 0, 10);
/** Fraction by which an uncertain quantity may deviate, below 1, so that the quantity stays above 0. */
export const uncertainShare = quantity('1', 0, 0.95);
/** Number of monthly demand charges that are paid for one planning horizon, at most twelve. */
export const months = quantity('1', 0, 12);

/** Returns the schema of an efficiency in (0, 1], with a minimum so far above 0 that quotients do not overflow. */
export const efficiency = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0.001)
    .max(1)
    .meta({ description: meaning, ...notes });
