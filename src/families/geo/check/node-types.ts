import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import { corePowerW } from '../../../check/p-states.js';

/** Powers of a node type at the wall, W: static P^S, peak dynamic P^D and sleep power P^Sleep of Eqs. 34 and 44. */
export interface CheckedNodeType {
  readonly name: string;
  readonly staticW: number;
  readonly peakDynamicW: number;
  readonly sleepW: number;
}

/** Ratio of sleep power to static power for a node type without a stated sleep power (section 4.5.1). */
const DEFAULT_SLEEP_SHARE = 0.16;

/**
 * Returns the powers of the node types. If not stated, sleep power is 16 % of static (idle) power (section 4.5.1), and
 * peak dynamic power is the number of cores times the mean core power in P-state 0.
 */
export function checkedNodeTypes({ nodeTypes, taskTypes }: GeoInstance): CheckedNodeType[] {
  return nodeTypes.map(({ name, cores, idlePowerW, psuEfficiency, tasks, ...type }) => {
    const supply = psuEfficiency ?? 1;
    const staticW = idlePowerW / supply;
    const powersW = tasks
      .filter(({ taskType }) => taskTypes.some((one) => one.name === taskType))
      .map((task) => corePowerW(task.corePowerW, type.pStateFrequenciesGHz, 0) / supply);
    let sumW = 0;
    for (const powerW of powersW) sumW += powerW;
    return {
      name,
      staticW,
      peakDynamicW: type.peakDynamicPowerW ?? (powersW.length === 0 ? 0 : (cores * sumW) / powersW.length),
      sleepW: type.sleepPowerW ?? DEFAULT_SLEEP_SHARE * staticW,
    };
  });
}
