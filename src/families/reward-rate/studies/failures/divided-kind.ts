import { W_PER_KW } from '../../../../../models/units.js';
import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import { type Configuration, idleConfiguration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { CoreShare, TimeSlice } from '../../../../../models/facility/core-share.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricingOracle, ValuedConfiguration } from '../../../../pricing/pricing.js';
import { standbyPricingOracle } from '../../../../pricing/standby-pricing.js';
import { type Share, timeSlicedRates } from '../../methods/node-shares.js';
import type { Doing } from '../alternatives/placement.js';
import { type Kind, slowed } from './kind.js';

/** What the cores of a working node run. */
type Work = Exclude<Doing, string | null>;

/**
 * Returns a node type for nodes whose cores divide their time, or that alternate as a whole. Its configurations are the
 * parts of its work that a node can continue after a failure. A node can continue nothing, or all of its work with no
 * P-state faster than a common limit.
 */
export function dividedKind(
  { taskNames }: RewardRateModel,
  nodeType: CompiledNodeType,
  work: Work,
  index: number,
  resting: Kind['doingOf'],
): Kind {
  const all = worksOf(work).flatMap(({ cores }) => cores.flatMap(({ slices }) => slices));
  const used = nodeType.tasks.filter(({ task }) => all.some(({ taskType }) => taskType === taskNames[task]));
  // Numbers of cores mean nothing here: the configurations are those listed.
  const kind = { ...nodeType, tasks: used.map((task) => ({ ...slowed(task, 0), coreCounts: [0] })) };
  const wakeW = nodeType.wakeW ?? 0;
  const most = Math.max(0, ...used.flatMap(({ pStates }) => pStates));
  const options: { readonly work: Work; readonly configuration: Configuration }[] = [];
  const known = new Set<string>();
  let isAdmitted = true;
  for (let fastest = 0; fastest <= most; fastest++) {
    const slower = fastest === 0 ? work : noFaster(nodeType, taskNames, work, fastest);
    const key = JSON.stringify(slower);
    if (known.has(key)) continue;
    known.add(key);
    const rated = ratedWork(nodeType, taskNames, slower);
    if (rated === null) {
      isAdmitted &&= fastest > 0;
      continue;
    }
    const configuration = { type: index, counts: Uint16Array.of(1), choices: Uint8Array.of(options.length), ...rated };
    options.push({ work: slower, configuration });
  }
  const idle = idleConfiguration(index, used.length, taskNames.length);
  const listed = listedOracle(index, [idle, ...options.map(({ configuration }) => configuration)]);
  const first = isAdmitted ? options[0]?.configuration : undefined;
  return {
    nodeType: kind,
    only: 'a node whose cores divide their time runs as it did, in its P-states or with none faster than some one, or not at all',
    before: first === undefined ? null : { ...first, coreW: first.coreW + wakeW },
    oracle: nodeType.wakeW === undefined ? listed : standbyPricingOracle(listed, wakeW, used.length, taskNames.length),
    doingOf: (configuration) =>
      isWithoutWork(configuration) ? resting(configuration) : options[configuration.choices[0]!]!.work,
  };
}

function worksOf({ cores, shares }: Work): readonly { readonly share: number; readonly cores: readonly CoreShare[] }[] {
  return shares ?? [{ share: 1, cores: cores ?? [] }];
}

/**
 * Returns the work without P-states faster than `fastest`. Each of them is replaced by `fastest`, or by the next slower
 * P-state that the task type may use.
 */
function noFaster(
  { tasks }: CompiledNodeType,
  taskNames: readonly string[],
  { cores, shares }: Work,
  fastest: number,
): Work {
  const slower = (list: readonly CoreShare[]): CoreShare[] =>
    list.map(({ count, slices }) => ({
      count,
      slices: slices.map((slice) => {
        const { pStates = [] } = tasks.find(({ task }) => taskNames[task] === slice.taskType) ?? {};
        const able = pStates.filter((pState) => pState >= slice.pState);
        const pState = able.find((one) => one >= fastest) ?? able.at(-1) ?? slice.pState;
        return { ...slice, pState };
      }),
    }));
  return shares === undefined
    ? { cores: slower(cores ?? []) }
    : { shares: shares.map((one) => ({ ...one, cores: slower(one.cores) })) };
}

/**
 * Returns the completion rates and the core power of one node. Null if a P-state is not allowed, or if Eq. 21, taken
 * literally, gives an execution time that is not positive.
 */
function ratedWork(
  nodeType: CompiledNodeType,
  taskNames: readonly string[],
  work: Work,
): Pick<Configuration, 'ratePerS' | 'coreW'> | null {
  const ratePerS = new Float64Array(taskNames.length);
  let coreW = 0;
  const isAdmitted = ({ taskType, pState, fraction }: TimeSlice): boolean =>
    !(fraction > 0) ||
    nodeType.tasks.some(({ task, pStates }) => taskNames[task] === taskType && pStates.includes(pState));
  for (const { share, cores } of worksOf(work)) {
    if (!cores.every(({ slices }) => slices.every(isAdmitted))) return null;
    const laid = cores.flatMap(({ count, slices }): (readonly Share[])[] => {
      const own = slices.flatMap(({ taskType, pState, fraction }): Share[] => {
        const task = nodeType.tasks.findIndex((one) => taskNames[one.task] === taskType);
        const choice = nodeType.tasks[task]?.pStates.indexOf(pState) ?? -1;
        return choice < 0 || !(fraction > 0) ? [] : [{ task, choice, cores: fraction }];
      });
      return own.length === 0 ? [] : Array.from({ length: count }, () => own.map((slice) => ({ ...slice })));
    });
    const rates = timeSlicedRates(nodeType, laid, taskNames.length);
    if (rates === null) return null;
    for (const [i, rate] of rates.entries()) ratePerS[i]! += share * rate;
    for (const { task, choice, cores: fraction } of laid.flat())
      coreW += share * fraction * nodeType.tasks[task]!.powerW[choice]!;
  }
  return { ratePerS, coreW };
}

/** Returns a pricing oracle (for column generation) that picks the best of a few given configurations. */
function listedOracle(type: number, configurations: readonly Configuration[]): PricingOracle {
  let evaluations = 0;
  const valued = (taskPrice: Float64Array, pricePerKW: number): ValuedConfiguration[] => {
    evaluations++;
    return configurations
      .map((configuration) => ({
        configuration,
        value: configuration.ratePerS.reduce(
          (sum, rate, i) => sum + rate * taskPrice[i]!,
          (-pricePerKW * configuration.coreW) / W_PER_KW,
        ),
      }))
      .sort((a, b) => b.value - a.value);
  };
  return {
    type,
    get evaluations() {
      return evaluations;
    },
    best(taskPrice, powerPricePerKW) {
      const [first] = valued(taskPrice, powerPricePerKW);
      return { ...first!, upperBound: first!.value };
    },
    nearBest: (taskPrice, powerPricePerKW, loss, limit) => {
      const all = valued(taskPrice, powerPricePerKW);
      return all.filter(({ value }) => value >= all[0]!.value - loss).slice(0, limit);
    },
  };
}
