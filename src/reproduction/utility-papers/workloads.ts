import type { TypeGroup, UtilityShape } from './instance-shape.js';
import type { PreemptiveWorkload } from './settings.js';

/**
 * Widths of the steps of utility functions of the shape "step", as multiples of the mean execution time, for `critical`
 * and `other` tasks (002 section IV.C).
 */
const STEP_WIDTH = { critical: 1, other: 10 };
/** Urgency (rate of decay) of utility functions of the shape "decaying", per DECAY_UNIT_S (002 section IV.C). */
const DECAY_URGENCY = 0.3;
/** Time over which the utility decays in the shape "decaying", s (200 min, 002 section IV.C). */
const DECAY_S = 12_000;
/**
 * Time unit of DECAY_URGENCY, s. Our choice, because the paper prints none. With a minute as the unit, the utility
 * would be gone after a fraction of the decay time.
 */
const DECAY_UNIT_S = 600;

function step(name: keyof typeof STEP_WIDTH): object {
  return {
    name: `step-${name}`,
    shape: 'intervals',
    intervals: [
      { startOverMeanTime: 0, fraction: 1, approaches: 1, urgencyModifier: 0 },
      { startOverMeanTime: STEP_WIDTH[name], fraction: 0, approaches: 0, urgencyModifier: 0 },
    ],
  };
}

/**
 * Utility function of the shape "decaying": constant for the mean execution time, then decaying for DECAY_S, then 0.
 */
const DECAYING = {
  name: 'decaying',
  shape: 'intervals',
  intervals: [
    { startOverMeanTime: 0, fraction: 1, approaches: 1, urgencyModifier: 0 },
    { startOverMeanTime: 1, fraction: 1, approaches: 0, urgencyModifier: 1 },
    { startOverMeanTime: 1, startS: DECAY_S, fraction: 0, approaches: 0, urgencyModifier: 0 },
  ],
};

/**
 * Returns the bundled preemptive instance with a workload of paper 002.
 *
 * @throws RangeError for any other instance
 */
export function withWorkload(instance: UtilityShape, workload: PreemptiveWorkload): UtilityShape {
  const { taskTypes, arrivals, preemption } = instance;
  const { source, groups } = taskTypes;
  if (source !== 'two-level' || groups === undefined || arrivals.source !== 'generated') {
    throw new RangeError(`${instance.name} is no workload of critical and other tasks`);
  }
  const { classes, burstSize, flags, criticalTimeS } = workload;
  const timed = criticalTimeS === undefined ? groups : withCriticalTime(groups, criticalTimeS);
  const changed: UtilityShape = {
    ...instance,
    taskTypes: { ...taskTypes, groups: timed },
    ...(burstSize === undefined ? {} : { arrivals: { ...arrivals, burstSize } }),
    ...(flags === undefined ? {} : { preemption: { ...preemption, mayPreempt: flags, mayBePreempted: flags } }),
  };
  if (classes === 'step') return withSteps(changed, timed);
  return classes === 'decaying' ? withDecay(changed, timed) : changed;
}

function withCriticalTime(groups: readonly TypeGroup[], meanTimeS: number): readonly TypeGroup[] {
  return groups.map((group) => (group.name === 'critical' ? { ...group, meanTimeS } : group));
}

function withSteps(instance: UtilityShape, groups: readonly TypeGroup[]): UtilityShape {
  const stepped = groups.map((group) => ({ ...group, utilityClass: `step-${group.name}` }));
  return {
    ...instance,
    utility: { ...instance.utility, classes: [step('critical'), step('other')] },
    taskTypes: { ...instance.taskTypes, groups: stepped },
  };
}

function withDecay(instance: UtilityShape, groups: readonly TypeGroup[]): UtilityShape {
  const decaying = groups.map((group) => ({
    ...group,
    priorities: group.priorities!.map((priority) => ({ ...priority, urgency: DECAY_URGENCY })),
  }));
  return {
    ...instance,
    urgencyUnitS: DECAY_UNIT_S,
    utility: { ...instance.utility, classes: [DECAYING] },
    taskTypes: { ...instance.taskTypes, groups: decaying },
  };
}
