import { S_PER_H } from '../../models/units.js';
import type { NodePower } from './node-power.js';

/**
 * Warnings about values that are legal but look like another unit, one sentence each: path, value, the unit it looks
 * like, remedy. No bundled instance, thesis node or SPECpower server comes near these values
 * (docs/decisions/unit-warnings.md).
 */

/**
 * Greatest power of a node that raises no warning, W: servers of four units with eight accelerators draw 10 to 14 kW.
 */
const MAX_NODE_W = 20_000;
/**
 * Greatest power at full load, in multiples of idle power, that raises no warning: SPECpower servers have two to ten.
 */
const MAX_LOAD_PER_IDLE = 10;
/** Greatest power of a core that raises no warning, W: where all cores of a socket work, one draws 3 to 12 W. */
const MAX_CORE_W = 15;
/** Least idle power of a server that is not taken for kW, W (ours). */
const MIN_IDLE_W = 5;
/**
 * Least power of all cores at work, as a share of idle power, that raises no warning: real ones add a fifth and more.
 */
const MIN_WORK_PER_IDLE = 0.01;
/**
 * Ranges of temperatures that look like Fahrenheit: nobody cools to so hot a temperature in Celsius; 60 F is 15.6 C,
 * 110 F is 43.3 C.
 */
const FAHRENHEIT = { redLine: [60, 110], setPoint: [50, 90], outletLimit: [80, 150] } as const;
/** Time below which all tasks look like stated in hours beside long deadlines, s (ours). */
const SHORT_TASK_S = 0.1;
/** Deadline that is long in this sense, s (ours). */
const LONG_DEADLINE_S = 3600;
/** Factor by which a deadline must be below every time to look like hours (ours): a tight one is not so far below. */
const SHORTER_BY = 360;

/** Warnings about powers that look like another unit. @param pathOf the node types, e.g. "facility.nodeTypes" */
export function powerUnitWarnings(pathOf: string, powers: readonly NodePower[]): string[] {
  return powers.flatMap(({ cores, idleW, fullLoadW }, index) => {
    const path = `${pathOf}[${index}]`;
    const coresW = fullLoadW - idleW;
    if (cores > 1 && idleW > 0 && idleW < MIN_IDLE_W) {
      return [
        `${path}.idlePowerW: ${short(idleW)} W for a node of ${cores} cores looks like kW; give watts (${short(idleW * 1000)}?).`,
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
 * Warnings about set-points that look like Fahrenheit. @param pathOf the CRACs, e.g. "facility.cracs"; alike ones are
 * named once
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
 * Times against deadlines.
 * @param pathOf of the times and of a deadline
 * @param fastestS of every task type, alone; those that run nowhere are left out
 * @param deadlinesS all that are given
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
