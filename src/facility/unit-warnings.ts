import { S_PER_H, W_PER_KW } from '../../models/units.js';
import type { NodePower } from './node-power.js';

/** Greatest full-load power without a warning, W. Our choice: 4U servers with 8 accelerators draw 10 to 14 kW. */
const MAX_NODE_W = 20_000;
/** Greatest ratio of full-load to idle power without a warning. Our choice: SPECpower servers have two to ten. */
const MAX_LOAD_PER_IDLE = 10;
/** Greatest core power without a warning, W. Our choice: when all cores of a socket work, each draws 3 to 12 W. */
const MAX_CORE_W = 15;
/** Least idle power without a warning, W. Our choice: smaller values look like kW. */
const MIN_IDLE_W = 5;
/**
 * Least power that all busy cores of a node add without a warning, as a fraction of its idle power. Our choice: real
 * servers add a fifth or more.
 */
const MIN_WORK_PER_IDLE = 0.01;
/**
 * Ranges of temperatures that are probably in Fahrenheit, because nobody cools to such temperatures in Celsius (60 F is
 * 15.6 C, 110 F is 43.3 C).
 */
const FAHRENHEIT = { redLine: [60, 110], setPoint: [50, 90], outletLimit: [80, 150] } as const;
/** If all execution times are below this, s, and deadlines are long, a warning says that the times look like hours. */
const SHORT_TASK_S = 0.1;
/** A deadline of at least this counts as long, s (see SHORT_TASK_S). */
const LONG_DEADLINE_S = 3600;
/**
 * A warning says that a deadline seems to be in hours if every execution time exceeds it by more than this factor.
 * Merely tight deadlines are not so much shorter.
 */
const SHORTER_BY = 360;

/**
 * Returns warnings about powers of nodes and cores that seem to be in another unit.
 *
 * @param pathOf path of the node types, e.g. "facility.nodeTypes"
 */
export function powerUnitWarnings(pathOf: string, powers: readonly NodePower[]): string[] {
  return powers.flatMap(({ cores, idleW, fullLoadW }, index) => {
    const path = `${pathOf}[${index}]`;
    const coresW = fullLoadW - idleW;
    if (cores > 1 && idleW > 0 && idleW < MIN_IDLE_W) {
      return [
        `${path}.idlePowerW: ${short(idleW)} W for a node of ${cores} cores looks like kW; give watts (${short(idleW * W_PER_KW)}?).`,
      ];
    }
    if (coresW > 0 && coresW < MIN_WORK_PER_IDLE * idleW) {
      return [
        `${path}: ${cores} cores at work add ${short(coresW)} W to ${short(idleW)} W at idle; core power looks like kW; give watts.`,
      ];
    }
    const coreW = coresW / cores;
    const isBeyond = fullLoadW > MAX_NODE_W;
    if (cores === 1 || !(isBeyond || (coreW > MAX_CORE_W && fullLoadW > MAX_LOAD_PER_IDLE * idleW && idleW > 0)))
      return [];
    return [
      `${path}: ${short(coreW)} W per core make ${short(fullLoadW)} W of a node of ${cores} cores (idle ${short(idleW)} W); this looks like the power of a whole node given per core: divide it by its cores (${short(coreW / cores)} W?).`,
    ];
  });
}

export function temperatureUnitWarnings(path: string, valueC: number, what: keyof typeof FAHRENHEIT): string[] {
  const [least, most] = FAHRENHEIT[what];
  if (valueC < least || valueC > most) return [];
  const fromF = ((valueC - 32) * 5) / 9;
  return [`${path}: ${valueC} C looks like Fahrenheit; give Celsius (${fromF.toFixed(1)}?).`];
}

/**
 * Returns warnings about set-points that look like Fahrenheit, for the first CRAC with such set-points.
 *
 * @param pathOf path of the CRACs, e.g. "facility.cracs"
 */
export function setPointUnitWarnings(
  pathOf: string,
  cracs: readonly { readonly setPointMinC: number; readonly setPointMaxC: number }[],
): string[] {
  for (const [index, { setPointMinC, setPointMaxC }] of cracs.entries()) {
    const found = [
      ...temperatureUnitWarnings(`${pathOf}[${index}].setPointMinC`, setPointMinC, 'setPoint'),
      ...temperatureUnitWarnings(`${pathOf}[${index}].setPointMaxC`, setPointMaxC, 'setPoint'),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Returns warnings about execution times and deadlines that seem to be in different units.
 *
 * @param pathOf paths of the times and of a deadline
 * @param fastestS shortest execution time of every task type that some node type runs, s
 * @param deadlinesS all deadlines that are given, s
 */
export function timeUnitWarnings(
  pathOf: { readonly times: string; readonly deadline: string },
  fastestS: readonly number[],
  deadlinesS: readonly number[],
): string[] {
  const least = (values: readonly number[]): number => values.reduce((one, value) => Math.min(one, value), Infinity);
  const longestS = fastestS.reduce((one, value) => Math.max(one, value), -Infinity);
  const [quickestS, tightestS] = [least(fastestS), least(deadlinesS)];
  if (longestS < 0 || tightestS === Infinity) return [];
  if (longestS < SHORT_TASK_S && tightestS >= LONG_DEADLINE_S) {
    return [
      `${pathOf.times}: no task takes more than ${short(longestS)} s where it is fastest, deadlines are ${short(tightestS)} s or more; the times look like hours: give seconds (${short(longestS * S_PER_H)}?).`,
    ];
  }
  if (tightestS * SHORTER_BY <= quickestS) {
    return [
      `${pathOf.deadline}: ${short(tightestS)} s, and no task takes less than ${short(quickestS)} s; the deadline looks like hours (${short(tightestS * S_PER_H)} s?), or the times like milliseconds: give seconds.`,
    ];
  }
  return [];
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
