import { greatestReward } from '../../../models/families/reward-rate/greatest-reward.js';
import { rewardRateModel } from '../../../models/families/reward-rate/model.js';
import { hasAirOfStandby } from '../../../models/families/reward-rate/standby-air.js';
import { refused } from '../../instances/fault.js';
import type { ComparedFamily } from '../compare.js';
import { optionFault } from '../words.js';
import { figures } from './figures.js';
import { varyWorkload } from './instances/generate.js';
import { boundCaveat } from './methods/bound/certificate.js';
import { runChoices, type RunWords } from './run-words.js';
import { modelInMemory, type OpenedModel } from './runs/open.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';
import { unplannedStandbyFault } from './runs/standby-air.js';

/** Warning shown if each run of a comparison has its own bound. */
const BOUND_PER_RUN =
  'The air depends on which nodes are on standby: the bound and the gap of a run hold for plans with exactly the nodes on standby of its own plan, so gaps of methods whose plans have other nodes on standby do not compare. Rewards do.';

/** Command `compare` for reward-rate instances. */
export const compareOfRewardRate: ComparedFamily<OpenedModel> = {
  objectiveUnit: OBJECTIVE_UNIT,
  figures,
  strict: ['objective', 'sharing'],
  boundWords: (words) => {
    const { objective } = words;
    if (objective !== 'money') return words;
    const remedy = 'Leave --objective out: methods are compared by reward. Ask solve for money.';
    return refused(optionFault('--objective', objective, 'reward; reward,power', remedy));
  },
  choicesOf: ({ instance }, { words }) => {
    const choices = runChoices(words as unknown as RunWords);
    const fault = unplannedStandbyFault(choices, instance);
    return fault === null ? { ok: true, choices } : { ok: false, fault };
  },
  variants: { drawn: ({ instance, matrix }, seed) => modelInMemory(varyWorkload(instance, seed), matrix) },
  fresh: (opened) => ({ ...opened, model: rewardRateModel(opened.instance, opened.matrix) }),
  rating: ({ opened: { instance, model, warnings } }) => {
    const caveats = [boundCaveat(model), hasAirOfStandby(instance) ? BOUND_PER_RUN : null];
    return { scale: greatestReward(instance), warnings: [...warnings, ...caveats.filter((one) => one !== null)] };
  },
};
