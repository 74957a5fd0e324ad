import { CheckerLimitError } from './limit-error.js';

/** Maximum number of enumerated joint states (cores on each task type) of one node. */
export const STATE_LIMIT = 5e6;
/** Maximum number of visits of states for one node's joint distributions. Our choice: takes several seconds. */
export const VISIT_LIMIT = 2e9;
/** Up to this number of states, their probabilities are in an array indexed by state; beyond it, in a hash map. */
const MAX_IN_A_ROW = 2 ** 21;
/**
 * Cost of visiting an entry of a hash map, measured in visits of array entries. Our estimate: about the ratio of times.
 */
const KEYED_VISIT = 60;

/** What one core does at a random moment, as probabilities: run one of the node's task types, or idle. */
export interface CoreLaw {
  /** Task types that the core runs, each as a pair: index in the node's list of task types, and probability > 0. */
  readonly runs: readonly (readonly [number, number])[];
  readonly idle: number;
}

/** Several cores with the same distribution over task types. */
export interface CoreGroup extends CoreLaw {
  readonly cores: number;
}

/**
 * Operations on joint distributions of independent cores. A state is the number of cores on each task type, encoded as
 * one number. A `Table` holds the probability of each state.
 */
export interface JointLaws<Table> {
  readonly empty: Table;
  /** Returns the distribution for `cores` more cores, each of which follows `law`. `table` is not changed. */
  readonly plus: (table: Table, law: CoreLaw, cores: number) => Table;
  readonly each: (table: Table, visit: (probability: number, countOf: (type: number) => number) => void) => void;
}

/** Limits on the work of evaluating one node exactly. */
export interface Budget {
  readonly stateLimit: number;
  /**
   * Adds `count` to the number of visited joint states.
   *
   * @throws CheckerLimitError above VISIT_LIMIT visits
   */
  readonly visits: (count: number) => void;
  readonly tooManyStates: () => CheckerLimitError;
}

export function budgetOf(where: string, stateLimit: number): Budget {
  let spent = 0;
  const remedy = 'Maybe give its cores fewer task types each, or whole cores to one type.';
  return {
    stateLimit,
    visits: (count) => {
      spent += count;
      if (spent <= VISIT_LIMIT) return;
      throw new CheckerLimitError(
        `${where}: rating this node exactly needs more than ${VISIT_LIMIT} visits of joint states of its cores.\n${remedy}`,
      );
    },
    tooManyStates: () =>
      new CheckerLimitError(
        `${where}: rating this node exactly needs more than ${stateLimit} joint states of its cores.\n${remedy}`,
      ),
  };
}

/**
 * Calls `use` with the operations on joint distributions of the given groups of cores. Probabilities are in an array,
 * or in a hash map if there are many states.
 *
 * @throws CheckerLimitError if there are more states than the budget allows
 */
export function withJointLaws(
  groups: readonly CoreGroup[],
  taskTypes: number,
  budget: Budget,
  use: <Table>(laws: JointLaws<Table>) => void,
): void {
  const radices = Array.from({ length: taskTypes }, (_, t) =>
    groups.reduce((radix, { runs, cores }) => radix + (runs.some(([type]) => type === t) ? cores : 0), 1),
  );
  const numbers = radices.reduce((product, radix) => product * radix, 1);
  if (numbers <= Math.min(budget.stateLimit, MAX_IN_A_ROW)) {
    use(inARow(radices, numbers, budget));
    return;
  }
  if (groups.some((group) => statesOf(group, group.cores - 1) > budget.stateLimit)) throw budget.tooManyStates();
  if (numbers <= Number.MAX_SAFE_INTEGER) {
    const strides = stridesOf(radices, 1, (stride, radix) => stride * radix);
    const countOf = (state: number, t: number): number => Math.floor(state / strides[t]!) % radices[t]!;
    use(byKey(0, strides, (state, stride) => state + stride, countOf, budget));
    return;
  }
  // Few states may still have numbers beyond safe integers: many task types on few cores.
  const strides = stridesOf(radices, 1n, (stride, radix) => stride * BigInt(radix));
  const countOf = (state: bigint, t: number): number => Number((state / strides[t]!) % BigInt(radices[t]!));
  use(byKey(0n, strides, (state, stride) => state + stride, countOf, budget));
}

function stridesOf<K>(radices: readonly number[], one: K, times: (stride: K, radix: number) => K): K[] {
  let stride = one;
  return radices.map((radix) => {
    const own = stride;
    stride = times(stride, radix);
    return own;
  });
}

/** Returns in how many ways `cores` interchangeable cores can each run a task type or be idle (multisets). */
function statesOf({ runs, idle }: CoreLaw, cores: number): number {
  const choices = runs.length + (idle > 0 ? 1 : 0);
  let states = 1;
  for (let n = 1; n < choices; n += 1) states *= (cores + n) / n;
  return Math.round(states);
}

/** Probabilities in an array indexed by state. From index `end` on, all are 0. */
interface Row {
  readonly probability: Float64Array;
  readonly end: number;
}

function inARow(radices: readonly number[], numbers: number, budget: Budget): JointLaws<Row> {
  const strides = stridesOf(radices, 1, (stride, radix) => stride * radix);
  const start = new Float64Array(numbers);
  start[0] = 1;
  return {
    empty: { probability: start, end: 1 },
    plus: (table, { runs, idle }, cores) => {
      if (cores === 0) return table;
      const probability = table.probability.slice();
      let { end } = table;
      const steps = Int32Array.from(runs, ([type]) => strides[type]!);
      const chances = Float64Array.from(runs, ([, share]) => share);
      const farthest = steps.reduce((most, stride) => Math.max(most, stride), 0);
      for (let core = 0; core < cores; core += 1) {
        end += farthest;
        budget.visits(end * (1 + steps.length));
        // From the last state down, so that the states from which a core is added do not contain it yet. No count passes its radix, which covers all cores.
        for (let state = end - 1; state >= 0; state -= 1) {
          let sum = probability[state]! * idle;
          for (let n = 0; n < steps.length; n += 1) {
            const from = state - steps[n]!;
            if (from >= 0) sum += probability[from]! * chances[n]!;
          }
          probability[state] = sum;
        }
      }
      return { probability, end };
    },
    each: ({ probability, end }, visit) => {
      let state = 0;
      const countOf = (t: number): number => Math.floor(state / strides[t]!) % radices[t]!;
      for (; state < end; state += 1) if (probability[state]! > 0) visit(probability[state]!, countOf);
    },
  };
}

function byKey<K>(
  zero: K,
  strides: readonly K[],
  sumOf: (state: K, stride: K) => K,
  countOf: (state: K, t: number) => number,
  budget: Budget,
): JointLaws<ReadonlyMap<K, number>> {
  return {
    empty: new Map([[zero, 1]]),
    plus: (table, { runs, idle }, cores) => {
      let law = table;
      for (let core = 0; core < cores; core += 1) {
        const next = new Map<K, number>();
        budget.visits(KEYED_VISIT * law.size * (1 + runs.length));
        for (const [state, probability] of law) {
          if (idle > 0) next.set(state, (next.get(state) ?? 0) + probability * idle);
          for (const [type, share] of runs) {
            const after = sumOf(state, strides[type]!);
            next.set(after, (next.get(after) ?? 0) + probability * share);
          }
          if (next.size > budget.stateLimit) throw budget.tooManyStates();
        }
        law = next;
      }
      return law;
    },
    each: (table, visit) => {
      for (const [state, probability] of table) visit(probability, (t) => countOf(state, t));
    },
  };
}
