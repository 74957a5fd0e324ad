import type { GeoNodeType, Renewables, Room } from '../../../../models/families/geo/instance.js';
import { haurwitzWPerM2 } from '../../../../models/physics/renewables/clear-sky.js';
import { cosineOfZenith } from '../../../../models/physics/renewables/solar-position.js';
import { pStateTable } from '../../../../models/physics/power/p-states.js';
import { SLEEP_SHARE } from '../../../../models/families/geo/model.js';
import { atWallW } from '../../../../models/physics/power/power-supply.js';
import { fourDigits } from '../../../instances/four-digits.js';

// This file sizes solar and wind power for the bundled instances: a given share of the data centre's largest power
// (section 4.5.1).

/** Half an hour, ms: the step at which the sun's position is computed. */
const HALF_HOUR_MS = 1_800_000;
/** Year whose sun positions are used to size a site's panels. */
const SUN_YEAR = 2017;
/** Density of the standard atmosphere at sea level, 15 C (ISO 2533), kg/m3. */
const STANDARD_AIR_KG_PER_M3 = 1.225;
/** Efficiency of solar panels, as a fraction of the irradiance. Our choice: modules reach about 0.2. */
const PANEL_EFFICIENCY = 0.18;
/** Efficiency of wind turbines, as a fraction of the wind's power. Our choice: below Betz' limit of 16 / 27. */
const TURBINE_EFFICIENCY = 0.4;
/** Ratio of wind speeds at 80 m (hub) and 10 m (weather station), by the power law with exponent 1/7. */
const HUB_FACTOR = 8 ** (1 / 7);
/** Wind speed at which turbines reach their rated power, m/s. */
const RATED_WIND_M_PER_S = 12;
/**
 * Mean of the cubed wind speed v^3 divided by the cube of the mean. For a Rayleigh distribution it is 6 / pi; a daily
 * swing of 0.2 adds the factor 1 + 3 x 0.2^2 / 2.
 */
const CUBE_FACTOR = (6 / Math.PI) * 1.06;

/** Middle of each month, ms since 1970 in UTC; it represents the month. */
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(SUN_YEAR, month, 15));

export interface Climate {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Global horizontal irradiation of a typical year, kWh/m2. */
  readonly yearlyKwhPerM2: number;
  /** Mean wind speed at 10 m above ground, m/s. */
  readonly meanWindMPerS: number;
}

/** Returns the clear-sky irradiance of each month, averaged over day and night, W/m2. */
function clearSkyByMonth({ latitudeDeg, longitudeDeg }: Climate): number[] {
  return MONTHS.map((midnightMs) => {
    let sum = 0;
    for (let half = 0; half < 48; half++) {
      const middleMs = midnightMs + (half + 0.5) * HALF_HOUR_MS;
      sum += haurwitzWPerM2(cosineOfZenith(latitudeDeg, longitudeDeg, middleMs));
    }
    return sum / 48;
  });
}

/**
 * Returns the renewables of a site: solar panels, wind turbines, or both with half of the power each. They are sized so
 * that their mean power in the best month is the fraction `share` of `mostPowerW`, the data centre's largest power.
 *
 * Clear-sky irradiance is scaled to the typical year's irradiation. Mean wind speed is the same all year. Wind power
 * follows Eq. 31, but without the rated power, which would cut off only a few per cent.
 */
export function renewablesFor(
  climate: Climate,
  kinds: { readonly solar: boolean; readonly wind: boolean },
  share: number,
  mostPowerW: number,
  seed: number,
): Renewables {
  const meanW = (share * mostPowerW) / (kinds.solar && kinds.wind ? 2 : 1);
  const byMonth = clearSkyByMonth(climate);
  const clearYearKwh = (byMonth.reduce((sum, value) => sum + value, 0) / 12) * 8.76;
  const clearness = fourDigits(Math.min(1, climate.yearlyKwhPerM2 / clearYearKwh));
  const hubMPerS = fourDigits(climate.meanWindMPerS * HUB_FACTOR);
  const wPerRotorM2 = (TURBINE_EFFICIENCY * STANDARD_AIR_KG_PER_M3 * CUBE_FACTOR * hubMPerS ** 3) / 2;
  return {
    ...(kinds.solar
      ? {
          solar: {
            panelAreaM2: fourDigits(meanW / (PANEL_EFFICIENCY * clearness * Math.max(...byMonth))),
            efficiency: PANEL_EFFICIENCY,
            irradiance: { source: 'clear-sky', clearness },
          },
        }
      : {}),
    ...(kinds.wind
      ? {
          wind: {
            rotorAreaM2: fourDigits(meanW / wPerRotorM2),
            efficiency: TURBINE_EFFICIENCY,
            speed: { source: 'model', meanMPerS: hubMPerS, seed },
            ratedPowerW: fourDigits((meanW / (CUBE_FACTOR * hubMPerS ** 3)) * RATED_WIND_M_PER_S ** 3),
          },
        }
      : {}),
  };
}

/** Returns a room's node power at the wall, W, with every core at mean power in P-state 0: sum of P^S + P^D. */
export function mostNodePowerW(room: Room, nodeTypes: readonly GeoNodeType[]): number {
  const powerOf = new Map(nodeTypes.map((type) => [type.name, awakePowerW(type)]));
  return room.nodeGroups.reduce((sum, { nodeType, count }) => sum + count * powerOf.get(nodeType)!, 0);
}

/** Returns the total node power of a room at the wall with all nodes asleep, W. */
export function sleepNodePowerW(room: Room, nodeTypes: readonly GeoNodeType[]): number {
  return room.nodeGroups.reduce((sum, { nodeType, count }) => {
    const type = nodeTypes.find(({ name }) => name === nodeType)!;
    return sum + count * (type.sleepPowerW ?? atWallW(type, SLEEP_SHARE * type.idlePowerW));
  }, 0);
}

function awakePowerW(type: GeoNodeType): number {
  const coreW = type.tasks.reduce((total, task) => total + pStateTable(type, task).powerW[0]!, 0) / type.tasks.length;
  return atWallW(type, type.idlePowerW) + type.cores * coreW;
}
