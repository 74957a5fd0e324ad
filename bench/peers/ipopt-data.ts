import { tangentMeter } from '../../models/facility/meter.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';

/**
 * Returns the nonlinear program for ipopt_nlp.cpp as text. Each zone is divided into at most `classes` classes of equal
 * nodes. Task times are a + b / f and core powers a + b f^3 in the frequency f. Both pass through the slowest and the
 * fastest admissible P-state, as the bundled rooms define them.
 */
export function ipoptData(model: RewardRateModel, classes: number): string {
  const { budget } = model;
  const lines: (readonly number[])[] = [];
  const blocks = model.zones.flatMap(({ type, nodeCount }, zone) => {
    const parts = Math.min(classes, nodeCount);
    return Array.from({ length: parts }, () => [type, zone, nodeCount / parts] as const);
  });
  lines.push([model.taskNames.length, model.zones.length, model.nodeTypes.length, blocks.length]);
  lines.push([model.redLineC, model.setPointMinC, model.setPointMaxC, budget.powerCapW, budget.otherLoadW]);
  lines.push([
    tangentMeter(budget, 0).ups.efficiency,
    budget.cooling.quadraticPerC2,
    budget.cooling.linearPerC,
    budget.cooling.constant,
  ]);
  lines.push([...model.rewardPerTask], [...model.arrivalRatePerS]);
  for (const type of model.nodeTypes) {
    lines.push([type.cores, type.tasks.length]);
    for (const task of type.tasks) {
      const last = task.pStates.length - 1;
      const fast = task.frequencyGHz[0]!;
      const slow = task.frequencyGHz[last]!;
      const time = line(1 / fast, task.timeS[0]!, 1 / slow, task.timeS[last]!);
      const power = line(fast ** 3, task.powerW[0]!, slow ** 3, task.powerW[last]!);
      const { perNeighbourS, perAverageIntensityS } = task.coefficients;
      const shape = [task.task, task.memoryIntensity, perNeighbourS, perAverageIntensityS];
      lines.push([...shape, ...time, ...power, Math.min(fast, slow), Math.max(fast, slow)]);
    }
  }
  lines.push(
    ...blocks,
    model.zones.map((zone) => zone.idleW),
  );
  for (const zone of model.zones.keys()) lines.push([...model.thermal.inletRow(zone)]);
  return `${lines.map((values) => values.join(' ')).join('\n')}\n`;
}

/** Intercept and slope of the line through two points. */
function line(x0: number, y0: number, x1: number, y1: number): [number, number] {
  const slope = x0 === x1 ? 0 : (y1 - y0) / (x1 - x0);
  return [y0 - slope * x0, slope];
}
