import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import type { LinearProgram, LinearRow } from '../../../../../../models/forms/linear-program.js';
import {
  coreShare,
  mayTake,
  ruleOfCores,
  type ShareRule,
} from '../../../../../../src/families/robust/methods/bound/dual.js';
import type { BoundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';

/** Numbers from 0 to below 1, the same for the same seed. */
export function draws(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Prices of last cores at random: ratios near those of tasks times `factor`, idle time often more than there is to spend. */
export function drawEnds({ ends, options }: BoundSetting, draw: () => number, deadlineS: number, factor: number): void {
  for (const [g, mostS] of options.mostRatioS.entries()) {
    ends.ratioS[g] = factor * mostS * draw();
    ends.tangentS[g] = draw() < 0.1 ? 0 : deadlineS * 10 ** (2 * draw() - 2);
    ends.idleS2[g] = draw() < 0.3 ? 0 : deadlineS ** 2 * 10 ** (6 * draw() - 4);
  }
}

/**
 * The relaxation whose dual the bound raises, node by node and without its groups: shares of every task over all its (node, P-state)
 * pairs, core time of each node limited. Energies and variances are worked out here anew.
 */
export function relaxation(model: RobustModel, rule: ShareRule, varianceJPerJ2: number): LinearProgram {
  const columns: LinearProgram['columns'][number][] = [];
  const taskRows: number[][] = Array.from({ length: model.taskCount }, () => []);
  const nodeRows: { column: number; share: number }[][] = model.nodes.map(() => []);
  const nodeRules = model.nodes.map(({ column, timeScale }) => {
    let ratioS = 0;
    for (let task = 0; task < model.taskCount; task++) {
      const place = task * model.columnCount + column;
      const types = timeScale.length / model.taskTypeCount;
      const slowest = Math.max(...timeScale.slice(model.taskType[task]! * types, (model.taskType[task]! + 1) * types));
      if (model.varianceS2[place]! > 0) {
        ratioS = Math.max(ratioS, (model.varianceS2[place]! / model.meanS[place]!) * slowest);
      }
    }
    return ruleOfCores(rule, ratioS * (1 + 1e-12));
  });
  for (let task = 0; task < model.taskCount; task++) {
    for (const [n, node] of model.nodes.entries()) {
      const mean0 = model.meanS[task * model.columnCount + node.column]!;
      const variance0 = model.varianceS2[task * model.columnCount + node.column]!;
      if (mean0 === Infinity) continue;
      const nodeRule = nodeRules[n]!;
      for (let p = 0; p < node.pStateCount; p++) {
        const scale = node.timeScale[model.taskType[task]! * node.pStateCount + p]!;
        const meanS = mean0 * scale;
        const varianceS2 = variance0 * scale ** 2;
        const share = coreShare(nodeRule, meanS, varianceS2);
        if (!mayTake(nodeRule, share, meanS, varianceS2)) continue;
        const overheadW2 = varianceJPerJ2 < 0 ? node.overheadW ** 2 : 0;
        const cost =
          (node.powerW[p]! + node.overheadW / node.cores) * meanS +
          varianceJPerJ2 * (node.powerSquareW2[p]! + overheadW2) * varianceS2;
        taskRows[task]!.push(columns.length);
        nodeRows[n]!.push({ column: columns.length, share });
        columns.push({ name: `x${columns.length}`, cost, lower: 0, upper: Infinity });
      }
    }
  }
  const rows: LinearRow[] = [
    ...taskRows.map((columnIndices, task) => ({
      name: `task${task}`,
      lower: 1,
      upper: 1,
      columnIndices,
      coefficients: columnIndices.map(() => 1),
    })),
    ...nodeRows.map((entries, n) => ({
      name: `node${n}`,
      lower: -Infinity,
      upper: model.nodes[n]!.cores,
      columnIndices: entries.map(({ column }) => column),
      coefficients: entries.map(({ share }) => share),
    })),
  ];
  return { sense: 'minimize', columns, rows };
}
