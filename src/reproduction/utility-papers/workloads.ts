import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { IntervalClass } from '../../../models/families/utility/definitions.js';
import type { TwoLevelTaskTypes } from '../../../models/families/utility/task-types.js';
import type { PreemptiveWorkload } from './settings.js';

/** Widths of the step class, in mean execution times: critical tasks, others (002 section IV.C). */
const STEP_WIDTH = { critical: 1, other: 10 };
/** Urgency of the decaying class (002 section IV.C). */
const DECAY_URGENCY = 0.3;
/** Length of its decay, s (200 min, ibid.). */
const DECAY_S = 12_000;
/** Unit of that urgency, s. Chosen: no unit is printed: per minute the decay would be over after a fraction of its length. */
const DECAY_UNIT_S = 600;

function step(name: keyof typeof STEP_WIDTH): IntervalClass {
  return {
    name: `step-${name}`,
    shape: 'intervals',
    intervals: [
      { startOverMeanTime: 0, fraction: 1, approaches: 1, urgencyModifier: 0 },
      { startOverMeanTime: STEP_WIDTH[name], fraction: 0, approaches: 0, urgencyModifier: 0 },
    ],
  };
}

/** Constant for the mean time, then one decay, then nothing. */
const DECAYING: IntervalClass = {
  name: 'decaying',
  shape: 'intervals',
  intervals: [
    { startOverMeanTime: 0, fraction: 1, approaches: 1, urgencyModifier: 0 },
    { startOverMeanTime: 1, fraction: 1, approaches: 0, urgencyModifier: 1 },
    { startOverMeanTime: 1, startS: DECAY_S, fraction: 0, approaches: 0, urgencyModifier: 0 },
  ],
};

/** The bundled preemptive instance with another workload of 002. @throws RangeError for an instance of another kind */
export function withWorkload(instance: UtilityInstance, workload: PreemptiveWorkload): UtilityInstance {
  const { taskTypes, arrivals } = instance;
  if (taskTypes.source !== 'two-level' || arrivals.source !== 'generated') {
    throw new RangeError(`${instance.name} is no workload of critical and other tasks`);
  }
  const { classes, burstSize, flags, criticalTimeS } = workload;
  const timed = criticalTimeS === undefined ? taskTypes : withCriticalTime(taskTypes, criticalTimeS);
  const changed: UtilityInstance = {
    ...instance,
    taskTypes: timed,
    ...(burstSize === undefined ? {} : { arrivals: { ...arrivals, burstSize } }),
    ...(flags === undefined
      ? {}
      : { preemption: { ...instance.preemption, mayPreempt: flags, mayBePreempted: flags } }),
  };
  if (classes === 'step') return withSteps(changed, timed);
  return classes === 'decaying' ? withDecay(changed, timed) : changed;
}

function withCriticalTime(types: TwoLevelTaskTypes, meanTimeS: number): TwoLevelTaskTypes {
  return {
    ...types,
    groups: types.groups.map((group) => (group.name === 'critical' ? { ...group, meanTimeS } : group)),
  };
}

function withSteps(instance: UtilityInstance, types: TwoLevelTaskTypes): UtilityInstance {
  const groups = types.groups.map((group) => ({ ...group, utilityClass: `step-${group.name}` }));
  return {
    ...instance,
    utility: { ...instance.utility, classes: [step('critical'), step('other')] },
    taskTypes: { ...types, groups },
  };
}

function withDecay(instance: UtilityInstance, types: TwoLevelTaskTypes): UtilityInstance {
  const groups = types.groups.map((group) => ({
    ...group,
    priorities: group.priorities!.map((priority) => ({ ...priority, urgency: DECAY_URGENCY })),
  }));
  return {
    ...instance,
    urgencyUnitS: DECAY_UNIT_S,
    utility: { ...instance.utility, classes: [DECAYING] },
    taskTypes: { ...types, groups },
  };
}
