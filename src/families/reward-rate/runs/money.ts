import { overCapW } from '../../../../models/facility/meter.js';
import { S_PER_H } from '../../../../models/units.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import { boundScope } from '../methods/bound/certificate.js';
import { searchMoney } from '../methods/bound/money.js';
import { afterSearch, isTimeShared, type Judged, plansUnder } from './least-power.js';
import { moneyOf, moneyRate } from './money-rate.js';
import type { Money, Prices } from './result.js';
import type { Proofs, Search, SearchEnd } from './search-state.js';

/** Precision with which the bound on money is proven, as a fraction of the largest revenue. */
const PRECISION = 1e-5;
/** Maximum number of LPs that are solved to prove the bound on money. Ours: each at least halves an interval. */
const MAX_PROGRAMS = 24;
/** Maximum number of power caps under which plans are searched: those with the largest bounds on money. */
const MAX_PLANS = 3;
/**
 * Fraction of the revenue by which amounts of money computed by two programs may differ and still count as equal; it
 * includes the checker's tolerances.
 */
const ROUNDING = 1e-6;

/** Warning that the plan is that of most reward. */
const NO_BOUND = 'Money was not made best: no bound was proven.';

/**
 * Searches for the plan that earns most money, and proves an upper bound on the money. The plan found for reward alone
 * is a candidate, too. If no bound is proven, what was found is returned unchanged, with a warning.
 */
export async function moneyStage(search: Search, prices: Prices): Promise<Partial<SearchEnd>> {
  const { outcome } = search.end;
  const [plan, evaluation] = [search.end.plan!, search.end.evaluation!];
  const input = afterSearch(search, 'money');
  const limits = { precision: PRECISION, maxPrograms: MAX_PROGRAMS };
  const proven = await searchMoney({ ...input, rate: moneyRate(prices), ...limits });
  if (proven === null) return { proofs: { warnings: [NO_BOUND] } };
  let best: Judged = { outcome, plan, evaluation };
  const mayShare = search.request.sharing === 'always' || isTimeShared(plan);
  for (const capW of proven.capsW.slice(0, MAX_PLANS)) {
    if (overCapW(input.model.budget, capW) >= 0) continue;
    if (await input.control.step()) break;
    for (const next of await plansUnder(search, capW, input)) {
      if (next.evaluation.violations.length > 0 || (isTimeShared(next.plan) && !mayShare)) continue;
      if (usdPerSOf(prices, next.evaluation) > usdPerSOf(prices, best.evaluation)) best = next;
    }
  }
  const scope = boundScope(input.model);
  return { ...best, proofs: judgedMoney(best.evaluation, proven.bound.usdPerS, prices, scope) };
}

/** Returns the money that a plan earns (revenue minus cost of its energy and CO2), USD/s. */
export function usdPerSOf(prices: Prices, { rewardPerS, power }: PlanEvaluation): number {
  const rate = moneyRate(prices);
  return rate.usdPerReward * rewardPerS - rate.usdPerWs * power.totalW;
}

/**
 * Returns the plan's money with the proven upper bound, as fields of `SearchEnd`. If the money is above the bound, one of
 * the two is wrong; then `isRefuted` and a warning are returned.
 */
export function judgedMoney(evaluation: PlanEvaluation, boundUsdPerS: number, prices: Prices, scope: string): Proofs {
  const usdPerS = usdPerSOf(prices, evaluation);
  const own = moneyOf(evaluation.rewardPerS, evaluation.power.totalW, prices);
  const turnoverUsdPerS = (own.revenueUsdPerH + own.energyUsdPerH) / S_PER_H;
  if (usdPerS - boundUsdPerS > ROUNDING * turnoverUsdPerS) {
    const warning = `The plan makes ${usdPerS * S_PER_H} an hour, more than the proven greatest of ${boundUsdPerS * S_PER_H} an hour: one of them is wrong. Please report this instance.`;
    return { warnings: [warning], isRefuted: true };
  }
  const bound = Math.max(boundUsdPerS, usdPerS);
  const money: Money = {
    ...own,
    boundUsdPerH: bound * S_PER_H,
    gapUsdPerH: (bound - usdPerS) * S_PER_H,
    gap: bound > 0 ? (bound - usdPerS) / bound : null,
    prices,
    scope,
  };
  return { money };
}
