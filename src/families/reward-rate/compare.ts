import { greatestReward } from '../../../models/families/reward-rate/greatest-reward.js';
import { rewardRateModel } from '../../../models/families/reward-rate/model.js';
import { hasAirOfStandby } from '../../../models/families/reward-rate/standby-air.js';
import { compareBySolving } from '../compare-by-solving.js';
import { optionFault } from '../words.js';
import { boundOfRewardRate } from './bound.js';
import { figures } from './figures.js';
import { varyWorkload } from './instances/generate.js';
import { boundCaveat } from './methods/bound/certificate.js';
import { METHODS } from './methods/registry.js';
import { REWARD_RATE_OPTIONS } from './options.js';
import { runChoices, type RunWords } from './run-words.js';
import { modelInMemory, openModel, type OpenedModel } from './runs/open.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';
import { unplannedStandbyFault } from './runs/standby-air.js';
import { solveOfRewardRate } from './solve.js';
import { SCOPE_OF_EACH } from './studies/summary.js';

/** Compares reward-rate methods, including forms that plan as if there were no co-location. */
export const compareOfRewardRate = compareBySolving<OpenedModel>({
  of: { methods: METHODS, options: REWARD_RATE_OPTIONS, better: 'more' },
  open: (file, { words, phase, shouldStop }) => openModel(file, phase, shouldStop, words),
  solve: solveOfRewardRate,
  bound: boundOfRewardRate,
  objectiveUnit: OBJECTIVE_UNIT,
  figures,
  strict: ['objective', 'sharing'],
  wordsFault: ({ objective }) =>
    objective === 'money'
      ? optionFault(
          '--objective',
          objective,
          'reward; reward,power',
          'Leave --objective out: methods are compared by reward. Ask solve for money.',
        )
      : null,
  choicesOf: ({ instance }, { words }) => {
    const choices = runChoices(words as unknown as RunWords);
    const fault = unplannedStandbyFault(choices, instance);
    return fault === null ? { ok: true, choices } : { ok: false, fault };
  },
  variants: {
    mostSeed: Number.MAX_SAFE_INTEGER,
    drawn: ({ instance, matrix }, seed) => modelInMemory(varyWorkload(instance, seed), matrix),
  },
  fresh: (opened) => ({ ...opened, model: rewardRateModel(opened.instance, opened.matrix) }),
  scaleOf: ({ instance }) => greatestReward(instance),
  // A bound in one air is none in another: each run has that of its own nodes on standby.
  boundPerRun: ({ instance }) => (hasAirOfStandby(instance) ? { scope: SCOPE_OF_EACH, caveat: BOUND_PER_RUN } : null),
  caveats: ({ model }) => {
    const caveat = boundCaveat(model);
    return caveat === null ? [] : [caveat];
  },
});

/** Warning shown if each run of a comparison has its own bound. */
const BOUND_PER_RUN =
  'The air depends on which nodes are on standby: the bound and the gap of a run hold for plans with exactly the nodes on standby of its own plan, so gaps of methods whose plans have other nodes on standby do not compare. Rewards do.';
