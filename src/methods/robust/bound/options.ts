import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import type { NodeGroup } from './groups.js';

/** All (group, P-state) pairs, flat. */
export interface OptionTable {
  readonly count: number;
  readonly group: Int32Array;
  readonly pState: Uint8Array;
  /** By group: its first option; one more entry at the end. */
  readonly firstOption: Int32Array;
  /** P_dyn + P_stat + O_i / n_i, W. */
  readonly powerW: Float64Array;
  /** Task energy's share of Eq. 10, W^2: what any plan has at least. */
  readonly powerSquareW2: Float64Array;
  /** The same plus O_i^2: what any plan has at most, since the overhead's variance is that of one core of the node. */
  readonly mostSquareW2: Float64Array;
  /** [task type * count + option]: mean times scale by it. */
  readonly scale: Float64Array;
  /** By group: the greatest variance over mean of any task in any P-state, s. */
  readonly mostRatioS: Float64Array;
}

export function optionTable(problem: RobustProblem, groups: readonly NodeGroup[]): OptionTable {
  const firstOption = new Int32Array(groups.length + 1);
  for (const [g, { node }] of groups.entries()) firstOption[g + 1] = firstOption[g]! + node.pStateCount;
  const count = firstOption[groups.length]!;
  const group = new Int32Array(count);
  const pState = new Uint8Array(count);
  const powerW = new Float64Array(count);
  const powerSquareW2 = new Float64Array(count);
  const mostSquareW2 = new Float64Array(count);
  const scale = new Float64Array(problem.taskTypeCount * count);
  for (const [g, { node, overheadPerCoreW }] of groups.entries()) {
    for (let p = 0; p < node.pStateCount; p++) {
      const option = firstOption[g]! + p;
      group[option] = g;
      pState[option] = p;
      powerW[option] = node.powerW[p]! + overheadPerCoreW;
      powerSquareW2[option] = node.powerSquareW2[p]!;
      mostSquareW2[option] = node.powerSquareW2[p]! + node.overheadW ** 2;
      for (let type = 0; type < problem.taskTypeCount; type++) {
        scale[type * count + option] = node.timeScale[type * node.pStateCount + p]!;
      }
    }
  }
  return {
    count,
    group,
    pState,
    firstOption,
    powerW,
    powerSquareW2,
    mostSquareW2,
    scale,
    mostRatioS: mostRatios(problem, groups),
  };
}

function mostRatios(
  { meanS, varianceS2, taskCount, taskType, taskTypeCount, columnCount }: RobustProblem,
  groups: readonly NodeGroup[],
): Float64Array {
  return Float64Array.from(groups, ({ node: { column, timeScale, pStateCount } }) => {
    const slowest = Array.from({ length: taskTypeCount }, (_, type) =>
      Math.max(...timeScale.subarray(type * pStateCount, (type + 1) * pStateCount)),
    );
    let most = 0;
    for (let task = 0; task < taskCount; task++) {
      const varied = varianceS2[task * columnCount + column]!;
      if (varied > 0) most = Math.max(most, (varied / meanS[task * columnCount + column]!) * slowest[taskType[task]!]!);
    }
    return most * (1 + 1e-12);
  });
}
