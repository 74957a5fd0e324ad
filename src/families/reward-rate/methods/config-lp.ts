import type { LinearProgram } from '../../../../models/forms/linear-program.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { inSlices } from './bound/set-point-slices.js';
import { failedRoomsOf } from '../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset } from '../../../../models/families/reward-rate/on-the-way.js';
import { certificateOf } from './bound/certificate.js';
import { proofOf } from './bound/proof-check.js';
import {
  type ConfigurationLpRequest,
  type ConfigurationLpResult,
  solveConfigurationLp,
} from './room-program/configuration-lp.js';
import type { Proof } from './room-program/proof.js';
import type { Failure } from './room-program/room-lp.js';
import { keepsCommonSetPoint, measure, setPointsFor } from './rounding/node-plan.js';
import {
  type BoundMethodRequest,
  type Certificate,
  type MethodRequest,
  type MethodOutcome,
  placementOf,
  SHARES_PAY,
} from './outcome.js';
import { ofOneConfiguration } from './one-configuration/one-configuration.js';
import type { RunControl } from '../../../methods/control.js';
import { pricingOracle, type PricingOracle } from '../../../pricing/pricing.js';
import { idleConflict, isProven } from './infeasibility.js';
import { rewardScale } from './reward-scale.js';
import { canExchange } from './rounding/exchange.js';
import { type RoundedPlan, roundToNodes, TARGET_GAP } from './rounding/rounding.js';
import { commonLimits, independentLimits } from './rounding/plan-limits.js';
import { sharedPlan } from './sharing/shared-plan.js';
import { canSearchStandby, searchWholeStandby } from './whole-standby/search.js';
import { solveSeveralCracs } from './bound/several-cracs.js';
import { isReached, roundedWithSurplus, servesAll } from './surplus-rounding.js';
import { withoutExcess } from './rounding/without-excess.js';
import { firstColumns, firstPlan, greedyPlan, idlePlan, nextStart, sharedOracles } from './room-program/warm-start.js';

/**
 * Runs method `config-lp`: solves the configuration LP with a certified bound and rounds the solution to one
 * configuration per node. It begins with the greedy plan, so that there is always an answer when the run is stopped.
 */
export async function configLp(input: MethodRequest): Promise<MethodOutcome> {
  const { model, control } = input;
  const firstFound = firstPlan(model, input.start, input.effort === 'none' ? idlePlan : greedyPlan);
  let { nodes, rewardPerS } = firstFound;
  let own = firstFound.from !== 'greedy-power';
  const oracles = sharedOracles(model, input.start) ?? oraclesOf(model);
  const evaluationsBefore = evaluationsOf(oracles);
  const work: Record<string, number> = {};
  const known: Float64Array[] = [];
  const outcome = (certificate: Certificate | null, stoppedEarly: boolean, warnings: string[]): MethodOutcome => {
    work['pricingEvaluations'] = evaluationsOf(oracles) - evaluationsBefore;
    return {
      plan: { setPointsC: setPointsFor(model, nodes, known), ...placementOf(model, nodes) },
      claimedRewardPerS: rewardPerS,
      certificate,
      stoppedEarly,
      ...(own ? {} : { planFrom: firstFound.from }),
      ...(firstFound.from === 'greedy-power' ? { atLeast: [firstFound.from] } : {}),
      warnings,
      work: { ...certificate?.work, ...work },
    };
  };

  if (await control.step({ phase: 'greedy', bound: null, incumbent: rewardPerS })) return outcome(null, true, []);
  const first = firstColumns(model, input.start);
  const lp = await solveLp({ model, oracles, engine: input.engine, control, incumbent: rewardPerS, first });
  if (lp === null) return outcome(null, true, []);
  if ('failure' in lp) {
    return outcome(null, false, [
      `The LP engine did not finish (${lp.failure}): the plan is the greedy one and has no bound.`,
    ]);
  }
  const certificate = certificateOf(model, lp);
  const { solution, bound, rows, at } = lp;
  if (at !== undefined) known.push(at.setPointsC);
  const goalRewardPerS = at?.rewardPerS ?? lp.sliced?.value ?? bound.value;
  const limits = at === undefined ? commonLimits(model, rows) : independentLimits(model, at);
  // Programs for whole nodes may take many times as long as all else, for a plan that is only named beside one whose nodes share time.
  const withoutPrograms = input.shares === 'always' && input.effort === undefined && at === undefined;
  const isServed = at === undefined && input.effort === undefined && canExchange(model, limits) && servesAll(model, lp);
  const watch = stopWatched(control);
  const rounding = {
    model,
    oracles,
    solution,
    goalRewardPerS,
    limits,
    control: watch,
    engine: input.engine,
    bound: at?.bound ?? bound,
    swift: first !== null,
    brief: input.effort !== undefined,
  };
  // Where all arrivals are served, prices are next to zero and lead a dive nowhere: a surplus of arrivals comes first.
  const upTo = withoutPrograms ? 'dive' : isServed ? 'exchanges' : null;
  let rounded =
    input.effort === 'none' ? null : await roundToNodes({ ...rounding, ...(upTo === null ? {} : { upTo }) });
  const falls = (plan: RoundedPlan | null): boolean => plan === null || !isReached(model, plan.rewardPerS);
  if (isServed && falls(rounded) && !lp.stoppedEarly && !watch.wasStopped()) {
    // What is shown is of the model as it is.
    const incumbent = Math.max(rewardPerS, rounded?.rewardPerS ?? 0);
    const shown = { step: () => watch.step({ phase: 'rounding', bound: bound.value, incumbent }) };
    const more = await roundedWithSurplus({ model, oracles, lp, engine: input.engine, control: shown });
    if (more !== null && more.rewardPerS > (rounded?.rewardPerS ?? 0)) rounded = more;
    if ((rounded?.rewardPerS ?? 0) < goalRewardPerS * (1 - TARGET_GAP) && !withoutPrograms && !watch.wasStopped()) {
      const byPrograms = await roundToNodes(rounding);
      if (byPrograms !== null && byPrograms.rewardPerS > (rounded?.rewardPerS ?? 0)) rounded = byPrograms;
    }
  }
  work['roundingPrograms'] = rounded?.programs ?? 0;
  if (rounded !== null && rounded.rewardPerS > rewardPerS) {
    nodes = rounded.nodes;
    own = true;
    rewardPerS = rounded.rewardPerS;
  }
  nodes = withoutExcess(model, nodes);
  const found = rewardPerS;
  rewardPerS = measure(model, nodes).rewardPerS;
  if (rewardPerS > found * (1 + 1e-9)) own = true;
  const kept = nodes;
  const inClass =
    input.oneConfiguration === undefined || lp.stoppedEarly
      ? null
      : await ofOneConfiguration({
          model,
          oracles,
          bound,
          rows,
          control,
          engine: input.engine,
          most: input.oneConfiguration,
          incumbentRewardPerS: rewardPerS,
        });
  if (inClass !== null) work['oneConfigurationPrograms'] = inClass.programs;
  if (inClass !== null && inClass.better !== null) {
    ({ nodes, rewardPerS } = inClass.better);
    own = true;
  }
  const mayPay = rewardPerS * (1 + SHARES_PAY) < goalRewardPerS;
  const wanted = input.shares === 'always' || (input.shares === 'auto' && mayPay);
  const mixture = wanted ? sharedPlan(model, solution, known) : null;
  const incumbent = Math.max(rewardPerS, mixture?.claimedRewardPerS ?? 0);
  const standby =
    wanted && input.wholeStandby === true && !lp.stoppedEarly && canSearchStandby(model)
      ? await searchWholeStandby({ model, oracles, lp, incumbentRewardPerS: incumbent, engine: input.engine, control })
      : null;
  if (standby !== null) work['wholeStandbyPrograms'] = standby.programs;
  const shared = standby?.better ?? mixture;
  const stoppedEarly = lp.stoppedEarly || inClass?.stoppedEarly === true || standby?.stoppedEarly === true;
  return {
    ...outcome(certificate, stoppedEarly, []),
    ...(standby === null ? {} : { wholeStandbyRewardPerS: standby.boundRewardPerS }),
    ...(shared === null ? {} : { shared }),
    ...(inClass === null ? {} : { ofOneConfiguration: inClass.bound }),
    next: nextStart(model, lp, kept, oracles),
  };
}

/** Returns the same control with a function `wasStopped`: true once the control has ended the run. */
function stopWatched(control: RunControl): RunControl & { readonly wasStopped: () => boolean } {
  let stopped = false;
  return {
    step: async (progress) => {
      stopped = (await control.step(progress)) || stopped;
      return stopped;
    },
    wasStopped: () => stopped,
  };
}

/** Returns the bound of the configuration LP without rounding, for methods that prove no bound themselves. */
export async function configurationBound(
  input: BoundMethodRequest,
  incumbent: number | null,
  onProgram?: (program: LinearProgram) => unknown,
): Promise<Certificate | null> {
  return (await provenBound(input, incumbent, onProgram))?.certificate ?? null;
}

async function provenBound(
  input: BoundMethodRequest,
  incumbent: number | null,
  onProgram?: (program: LinearProgram) => unknown,
): Promise<{ readonly certificate: Certificate; readonly proof: Proof } | null> {
  const scale = rewardScale(input.model);
  const { model } = scale;
  const lp = await solveLp({
    model,
    oracles: sharedOracles(model, input.start) ?? oraclesOf(model),
    engine: input.engine,
    control: scale.control(input.control),
    incumbent: scale.toScaled(incumbent),
    first: firstColumns(model, input.start),
    onProgram,
  });
  if (lp === null || 'failure' in lp) return null;
  return { certificate: scale.certificate(certificateOf(model, lp)), proof: proofOf(model, lp, scale.factor) };
}

/**
 * Returns the bound of the configuration LP, with its proof, for a model whose idle facility may break limits. 'none': it is proven that
 * there is no plan. 'unknown': not known whether even the idle facility keeps the limits. Null: the LP gave no answer,
 * for example because it was stopped.
 */
export async function boundIfAny(
  input: BoundMethodRequest,
): Promise<{ readonly certificate: Certificate; readonly proof: Proof } | 'none' | 'unknown' | null> {
  const conflict = idleConflict(input.model);
  if (conflict !== null) return isProven(conflict) ? 'none' : 'unknown';
  return provenBound(input, null);
}

/**
 * Solves the configuration LP. With one CRAC or very many, all CRACs share one set-point, which is a column of the LP.
 * Otherwise every CRAC has its own, and the bound needs a search.
 */
export async function solveLp(input: ConfigurationLpRequest): Promise<ConfigurationLpResult | Failure | null> {
  const { model } = input;
  const own = model.cracs.length > 1 && !keepsCommonSetPoint(model);
  if (own) return solveSeveralCracs(input);
  const whole = await solveConfigurationLp(input);
  if ('failure' in whole || failedRoomsOf(model).some(hasReset)) return whole;
  return inSlices(input, whole);
}

export function oraclesOf(model: RewardRateModel): PricingOracle[] {
  return model.nodeTypes.map((_, type) => pricingOracle(model, type));
}

function evaluationsOf(oracles: readonly PricingOracle[]): number {
  return oracles.reduce((sum, oracle) => sum + oracle.evaluations, 0);
}
