import type { CoreShare } from '../../models/facility/core-share.js';
import type { NodeAssignment } from '../../models/families/reward-rate/plan.js';
import type { Uniform } from '../../src/random/stream.js';
import type { NodeOption, Oracle } from './brute-force.js';
import { sumRates } from './brute-force.js';
import { checked } from './checked.js';
import type { TinyFacility } from './tiny-random.js';

/** How a facility spends its time, on average: powers and rates are expectations. */
interface Average {
  readonly zoneW: readonly number[];
  readonly ratePerS: readonly number[];
}

/**
 * The most that a handful of time-sliced mixtures earns: plans that earn too much to be feasible, and random ones, each
 * blended with the best feasible plan or with idling just so far that all limits hold for expected power.
 */
export function bestMixture(
  truth: Oracle,
  hot: readonly (readonly NodeOption[])[],
  best: readonly NodeOption[],
  draw: Uniform,
): number {
  const idle = averageOf(
    truth,
    truth.zones.map(({ zone }) => zone.find(({ coreW, cores }) => coreW === 0 && cores.length === 0)!),
  );
  const good = averageOf(truth, best);
  const any = (): Average =>
    averageOf(
      truth,
      truth.zones.map(({ zone }) => zone[Math.floor(draw(0, zone.length))]!),
    );
  let most = 0;
  const consider = (from: Average, to: Average): void => {
    let low = 0;
    let high = 1;
    if (!truth.operate(from.zoneW).feasible) return;
    for (let n = 0; n < 30; n++) {
      const middle = n === 0 ? 1 : (low + high) / 2;
      if (truth.operate(blend(from, to, middle).zoneW).feasible) low = middle;
      else high = middle;
      if (low === 1) break;
    }
    most = Math.max(most, truth.rewardPerS(blend(from, to, low).ratePerS));
  };
  for (let n = 0; n < Math.min(4, hot.length); n++) {
    const tempting = averageOf(truth, hot[hot.length - 1 - n]!);
    consider(good, tempting);
    consider(idle, blend(tempting, any(), draw(0, 0.5)));
  }
  for (let n = 0; n < 2; n++) consider(n === 0 ? idle : good, blend(any(), any(), draw(0, 1)));
  return most;
}

function averageOf(truth: Oracle, choice: readonly NodeOption[]): Average {
  return { zoneW: choice.map((option, b) => option.coreW + truth.zones[b]!.idleW), ratePerS: sumRates(choice) };
}

function blend(from: Average, to: Average, share: number): Average {
  const mix = (a: readonly number[], b: readonly number[]): number[] =>
    a.map((value, i) => value + share * (b[i]! - value));
  return { zoneW: mix(from.zoneW, to.zoneW), ratePerS: mix(from.ratePerS, to.ratePerS) };
}

/**
 * One random plan of core fractions, shrunk until the limits hold, as the checker rates it at the warmest set-point.
 * Literal co-location may have moments without a positive time: such a plan counts as earning nothing.
 */
export function randomCoreFractions(
  facility: TinyFacility,
  truth: Oracle,
  draw: Uniform,
): { readonly rewardPerS: number; readonly violations: readonly string[] } {
  const { instance, matrix } = facility;
  const zoneShares = matrix.zones.map((zone) => {
    const type = instance.facility.nodeTypes.find(({ name }) => name === zone.nodeType)!;
    // Single (task, P-state) pairs that meet the deadline, with their power.
    const singles = truth.zones[matrix.zones.indexOf(zone)]!.node.filter(({ cores }) => cores.length === 1);
    return Array.from({ length: singles.length === 0 ? 0 : type.cores }, () => {
      const cuts = [draw(0, 1), draw(0, 1)].sort((a, b) => a - b);
      return [cuts[0]!, cuts[1]! - cuts[0]!].map((fraction) => ({
        option: singles[Math.floor(draw(0, singles.length))]!,
        fraction,
      }));
    });
  });
  const zoneW = (scale: number): number[] =>
    truth.zones.map(
      ({ nodeCount, idleW }, b) =>
        idleW +
        scale *
          nodeCount *
          zoneShares[b]!.flat().reduce((sum, { option, fraction }) => sum + fraction * option.coreW, 0),
    );
  let scale = 1;
  while (scale > 1e-3 && !truth.operate(zoneW(scale)).feasible) scale *= 0.8;
  const operation = truth.operate(zoneW(scale));
  if (!operation.feasible) return { rewardPerS: 0, violations: [] };
  const assignments = matrix.zones.map((zone, b): NodeAssignment => ({
    zone: zone.name,
    nodes: zone.nodeCount,
    cores: zoneShares[b]!.map((slices): CoreShare => ({
      count: 1,
      slices: slices.map(({ option, fraction }) => ({ ...option.cores[0]!, fraction: fraction * scale })),
    })),
  }));
  const { rewardPerS, violations } = checked(facility, operation.warmestC, assignments);
  const serious = violations
    .map(({ constraint }) => constraint)
    .filter((constraint) => constraint !== 'colocationModel');
  return { rewardPerS: serious.length < violations.length ? 0 : rewardPerS, violations: serious };
}
