import { REWARD_RATE_FORMAT } from '../../../models/families/reward-rate/format.js';
import { REWARD_RATE_PLAN_FORMAT } from '../../../models/families/reward-rate/plan.js';
import { METHODS } from './methods/registry.js';
import { MATRIX_EXPORT } from '../export.js';
import type { FamilyOf } from '../family.js';
import { ROOM_MAKING, ROOM_OPTIONS } from './making.js';
import { CRITERIA } from './runs/alternatives.js';
import { FALLBACK_FILES } from './runs/failures.js';
import { REWARD_RATE_OPTIONS } from './options.js';

/**
 * The reward-rate family (Chapter 3 of the thesis). Its plans maximise a room's reward rate under a power cap and inlet
 * limits ("red lines").
 */
export const REWARD_RATE: FamilyOf<typeof REWARD_RATE_OPTIONS & typeof ROOM_OPTIONS> = {
  name: 'reward-rate',
  format: REWARD_RATE_FORMAT,
  planFormat: REWARD_RATE_PLAN_FORMAT,
  page: 'docs/reward-rate/instances.md',
  kind: 'a reward-rate instance',
  better: 'more',
  listHeading: 'Instances',
  example: 'room-1080-hybrid',
  methodsHeading: 'Methods for reward-rate instances (--method)',
  methods: METHODS,
  baseline: { method: 'fcfs', called: 'all nodes on, first come, first served' },
  verbs: ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'day', 'simulate', 'generate'],
  options: { ...REWARD_RATE_OPTIONS, ...ROOM_OPTIONS },
  outputs: [...Object.values(CRITERIA).map(({ file }) => file), ...FALLBACK_FILES],
  makes: ROOM_MAKING,
  exports: [MATRIX_EXPORT],
  uncertain: {
    'workload.taskTypes[*].arrivalRatePerS': 0.1,
    'workload.taskTypes[*].rewardPerTask': 0.1,
    'workload.taskTypes[*].deadlineS': 0.1,
    'facility.nodeTypes[*].idlePowerW': 0.1,
  },
  load: async () => (await import('./parts.js')).rewardRateParts(),
};
