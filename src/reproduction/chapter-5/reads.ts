import type { Cell } from '../../experiments/design.js';
import type { TemplatesFigure } from './names.js';
import { AMPLE_BUDGET_MJ, TEMPLATES, under } from './levels.js';

/** Energy budgets with which methods are compared, MJ: the least and the largest of section 5.7, and one between them. */
export const COMPARED_BUDGETS_MJ = [8000, 12_000, 16_000] as const;
/** Those of them that count as "less than 14000 MJ", MJ. */
export const LOW_BUDGETS_MJ = [8000, 12_000] as const;
/** Name of the value: relative change of the reward when the budget grows from 16,000 MJ to AMPLE_BUDGET_MJ. */
export const CHANGE_ABOVE = 'change above 16000';

type Test = (cell: Cell) => boolean;

/** Values of a day with each of some budgets, or without any, and the cells in which a claim, table or chart reads them. */
interface Read {
  readonly values: readonly string[];
  readonly budgetsMJ: readonly number[] | null;
  readonly isIn: Test;
}

const everywhere: Test = () => true;
const isSinusoidal: Test = ({ pattern }) => pattern === 'sinusoidal';
const isPoisson: Test = (cell) => !isSinusoidal(cell);
const isOvercooled: Test = ({ method }) => method!.endsWith('+overcooling');
const isThrottled: Test = ({ method }) => method!.endsWith('+throttling');
const isWithTemplates: Test = ({ method }) => method!.startsWith(TEMPLATES);
const isGreedy: Test = ({ method }) => method!.startsWith('greedy+');
const both =
  (one: Test, other: Test): Test =>
  (cell) =>
    one(cell) && other(cell);

/**
 * What claims, tables and charts read of the days of each figure. Trials record nothing else: files of records hold only
 * what verdicts are made of.
 */
const READS: Readonly<Record<Exclude<TemplatesFigure, 'text-5.6'>, readonly Read[]>> = {
  'text-5.6.2': [
    { values: ['reward'], budgetsMJ: LOW_BUDGETS_MJ, isIn: (cell) => !isWithTemplates(cell) },
    { values: ['inTimeShare'], budgetsMJ: [14_000], isIn: everywhere },
    { values: ['throttledCoreH'], budgetsMJ: [14_000], isIn: isThrottled },
  ],
  'fig-5.4': [
    { values: ['reward'], budgetsMJ: LOW_BUDGETS_MJ, isIn: everywhere },
    { values: ['reward'], budgetsMJ: [14_000], isIn: both(isPoisson, isGreedy) },
    {
      values: ['reward'],
      budgetsMJ: [16_000],
      isIn: (cell) => isPoisson(cell) || cell['method'] === 'greedy+overcooling',
    },
    { values: [CHANGE_ABOVE], budgetsMJ: null, isIn: everywhere },
    {
      values: ['stopS'],
      budgetsMJ: [8000],
      isIn: both(isPoisson, ({ method }) => method === 'consolidation+overcooling'),
    },
    { values: ['isSpent'], budgetsMJ: [10_000], isIn: everywhere },
    { values: ['isSpent'], budgetsMJ: [12_000], isIn: isPoisson },
    { values: ['energyMJ'], budgetsMJ: [14_000, 16_000], isIn: isGreedy },
    { values: ['energyMJ', 'coresMJ', 'hottestC'], budgetsMJ: [AMPLE_BUDGET_MJ], isIn: both(isPoisson, isOvercooled) },
    { values: ['cracMJ'], budgetsMJ: [16_000], isIn: both(isPoisson, isGreedy) },
    {
      values: ['lateShare'],
      budgetsMJ: [AMPLE_BUDGET_MJ],
      isIn: both(isPoisson, (cell) => isOvercooled(cell) || both(isGreedy, isThrottled)(cell)),
    },
    { values: ['throttledCoreH'], budgetsMJ: [AMPLE_BUDGET_MJ], isIn: isThrottled },
    { values: ['inTimeShare'], budgetsMJ: [14_000, 16_000], isIn: isSinusoidal },
    {
      values: ['fullLoadMJ'],
      budgetsMJ: null,
      isIn: ({ pattern, method }) => pattern === 'constant' && method === 'greedy+overcooling',
    },
  ],
  'fig-5.5': [
    { values: ['stopS', 'droppedShare', 'throttledCoreH', 'hottestC'], budgetsMJ: [12_000], isIn: everywhere },
  ],
};

/** Returns the names of the values that a trial of a figure records, each with whether it is read in this cell. */
export function readsOf(figure: string, cell: Cell): ReadonlyMap<string, boolean> {
  return new Map(
    READS[figure as keyof typeof READS].flatMap(({ values, budgetsMJ, isIn }) =>
      values.flatMap((value) =>
        (budgetsMJ ?? [null]).map((budgetMJ): [string, boolean] => [
          budgetMJ === null ? value : under(value, budgetMJ),
          isIn(cell),
        ]),
      ),
    ),
  );
}
