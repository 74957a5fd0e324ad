import type { Records } from '../../experiments/record.js';
import { byTrial } from '../../experiments/select.js';
import { type MeanInterval, meanInterval } from '../../experiments/statistics.js';
import { budgetsOf } from './figures.js';
import { levelOf, MAPPINGS, powerAt, under } from './levels.js';
import type { FigureBar, FigurePattern, FigurePower, TemplatesFigure } from './figure-record.js';

/** Returns the means with confidence intervals for Fig. 5.4 or 5.5, from its records. */
export function templatesFigure({ design, records }: Records): TemplatesFigure {
  const levels = (name: string): readonly string[] => design.factors.find((factor) => factor.name === name)!.levels;
  const rank = (name: string): number => MAPPINGS.indexOf(levelOf(name).method.mapping);
  // Those that map alike stand together.
  const methods = [...levels('method')].sort((one, other) => rank(one) - rank(other));
  const budgetsMJ = budgetsOf(design);
  const everyS = Number(design.settings['powerEveryS']);
  const durationS = Number(design.settings['durationS']);

  const meanOf = (pattern: string, method: string, value: string): MeanInterval | null => {
    const found = [...byTrial(records, { pattern, method }, value).values()];
    return found.length === 0 ? null : meanInterval(found);
  };
  const bar = (pattern: string, method: string, budgetMJ: number): FigureBar | null => {
    const reward = meanOf(pattern, method, under('reward', budgetMJ));
    const energyMJ = meanOf(pattern, method, under('energyMJ', budgetMJ));
    const stopS = meanOf(pattern, method, under('stopS', budgetMJ));
    return reward === null || energyMJ === null || stopS === null ? null : { reward, energyMJ, stopS };
  };
  const power = (pattern: string): FigurePower | null => {
    if (!(everyS > 0)) return null;
    const count = Math.floor(durationS / everyS);
    const powerW = methods.map((method) =>
      Array.from({ length: count }, (_, k) => meanOf(pattern, method, powerAt(k))?.mean ?? 0),
    );
    return { everyS, powerW };
  };
  return {
    name: design.name,
    instance: String(design.settings['instance']),
    trials: design.trials,
    methods: methods.map((name) => {
      const { method, marginK } = levelOf(name);
      return { name, mapping: method.mapping, thermal: method.thermal, marginK };
    }),
    budgetsMJ,
    patterns: levels('pattern').map((pattern): FigurePattern => ({
      pattern,
      budgets: budgetsMJ.map((budgetMJ) => methods.map((method) => bar(pattern, method, budgetMJ))),
      power: power(pattern),
    })),
  };
}
