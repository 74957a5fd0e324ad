import { CheckerLimitError } from './limit-error.js';

/** Maximum number of enumerated joint states (cores on each task type) of one node. */
export const STATE_LIMIT = 5e6;
/** Maximum number of visits of states for one node's joint distributions. Our choice: takes several seconds. */
export const VISIT_LIMIT = 2e9;
/** Up to this number of states times task types, states are numbered in a row; beyond it, they are in a hash map. */
const MAX_IN_A_ROW = 2 ** 24;
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
 * Calls `use` with the operations on joint distributions of the given groups of cores. Probabilities are in an array of
 * the states that can occur, or in a hash map if there are many.
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
  const cores = groups.reduce((sum, group) => sum + group.cores, 0);
  const sums = sumsOfWays(radices, cores, Math.min(budget.stateLimit, MAX_IN_A_ROW / taskTypes));
  if (sums !== null) {
    const states = statesWith(radices, sums);
    budget.visits(states.size * taskTypes ** 2);
    use(inARow(taskTypes, states, budget));
    return;
  }
  if (groups.some((group) => statesOf(group, group.cores - 1) > budget.stateLimit)) throw budget.tooManyStates();
  use(byKey(radices, budget));
}

/** Returns in how many ways `cores` interchangeable cores can each run a task type or be idle (multisets). */
function statesOf({ runs, idle }: CoreLaw, cores: number): number {
  const choices = runs.length + (idle > 0 ? 1 : 0);
  let states = 1;
  for (let n = 1; n < choices; n += 1) states *= (cores + n) / n;
  return Math.round(states);
}

/**
 * Returns how many ways there are to have cores on the first task types, on each type fewer than its radix: entry [t][n]
 * is the sum over m <= n of the ways to have at most m cores on the first t types; the last entry is that of all types and
 * cores. Null if there are more than `most` of those.
 */
function sumsOfWays(radices: readonly number[], cores: number, most: number): Float64Array[] | null {
  const sums = [Float64Array.from({ length: cores + 1 }, (_, n) => n + 1)];
  for (const [t, radix] of radices.entries()) {
    const below = sums[t]!;
    const own = new Float64Array(cores + 1);
    for (let n = 0; n <= cores; n += 1) {
      const ways = below[n]! - (n < radix ? 0 : below[n - radix]!);
      if (ways > most) return null;
      own[n] = ways + (n === 0 ? 0 : own[n - 1]!);
    }
    sums.push(own);
  }
  return sums;
}

/** States in the order of their counts of cores, the first task type changing fastest. */
interface States {
  readonly size: number;
  /** [state, task type]: cores on the type. */
  readonly counts: Int32Array;
  /** [state, task type]: the state with one core less on the type; -1 if the type has no core. */
  readonly before: Int32Array;
  /** Returns the state with one core more on a task type. */
  readonly after: (state: number, type: number) => number;
}

/** Returns the states that can occur: on each task type fewer cores than its radix, and not more cores than there are. */
function statesWith(radices: readonly number[], sums: readonly Float64Array[]): States {
  const types = radices.length;
  const cores = sums[0]!.length - 1;
  const size = sums[types]![cores]! - (cores === 0 ? 0 : sums[types]![cores - 1]!);
  const counts = new Int32Array(size * types);
  const before = new Int32Array(size * types).fill(-1);
  const count = new Array<number>(types).fill(0);
  const numberOf = (): number => {
    let free = cores;
    let state = 0;
    for (let t = types - 1; t >= 0; t -= 1) {
      const left = free - count[t]!;
      // Before this state come all with fewer cores on the type.
      state += sums[t]![free]! - sums[t]![left]!;
      free = left;
    }
    return state;
  };
  let busy = 0;
  for (let state = 0; state < size; state += 1) {
    for (let t = 0; t < types; t += 1) {
      counts[state * types + t] = count[t]!;
      if (count[t]! === 0) continue;
      count[t]! -= 1;
      before[state * types + t] = numberOf();
      count[t]! += 1;
    }
    let next = 0;
    for (; next < types && (busy === cores || count[next]! === radices[next]! - 1); next += 1) {
      busy -= count[next]!;
      count[next] = 0;
    }
    if (next < types) count[next]! += 1;
    busy += 1;
  }
  const after = (state: number, type: number): number => {
    for (let t = 0; t < types; t += 1) count[t] = counts[state * types + t]! + (t === type ? 1 : 0);
    return numberOf();
  };
  return { size, counts, before, after };
}

/** Probabilities of states. From state `end` on, all are 0. */
interface Row {
  readonly probability: Float64Array;
  readonly end: number;
}

function inARow(types: number, { size, counts, before, after }: States, budget: Budget): JointLaws<Row> {
  const start = new Float64Array(size);
  start[0] = 1;
  return {
    empty: { probability: start, end: 1 },
    plus: (table, { runs, idle }, cores) => {
      if (cores === 0 || runs.length === 0) return table;
      const probability = table.probability.slice();
      let { end } = table;
      const own = Int32Array.from(runs, ([type]) => type);
      const chances = Float64Array.from(runs, ([, share]) => share);
      const last = own.reduce((most, type) => Math.max(most, type), 0);
      for (let core = 0; core < cores; core += 1) {
        end = after(end - 1, last) + 1;
        budget.visits(end * (1 + own.length));
        // From the last state down, so that the states from which a core is added do not contain it yet.
        for (let state = end - 1; state >= 0; state -= 1) {
          let sum = probability[state]! * idle;
          for (let n = 0; n < own.length; n += 1) {
            const from = before[state * types + own[n]!]!;
            if (from >= 0) sum += probability[from]! * chances[n]!;
          }
          probability[state] = sum;
        }
      }
      return { probability, end };
    },
    each: ({ probability, end }, visit) => {
      let state = 0;
      const countOf = (t: number): number => counts[state * types + t]!;
      for (; state < end; state += 1) if (probability[state]! > 0) visit(probability[state]!, countOf);
    },
  };
}

function byKey(radices: readonly number[], budget: Budget): JointLaws<ReadonlyMap<bigint, number>> {
  // Few states may have numbers beyond safe integers: many task types on few cores.
  let stride = 1n;
  const strides = radices.map((radix) => {
    const own = stride;
    stride *= BigInt(radix);
    return own;
  });
  return {
    empty: new Map([[0n, 1]]),
    plus: (table, { runs, idle }, cores) => {
      let law = table;
      for (let core = 0; core < cores; core += 1) {
        const next = new Map<bigint, number>();
        budget.visits(KEYED_VISIT * law.size * (1 + runs.length));
        for (const [state, probability] of law) {
          if (idle > 0) next.set(state, (next.get(state) ?? 0) + probability * idle);
          for (const [type, share] of runs) {
            const after = state + strides[type]!;
            next.set(after, (next.get(after) ?? 0) + probability * share);
          }
          if (next.size > budget.stateLimit) throw budget.tooManyStates();
        }
        law = next;
      }
      return law;
    },
    each: (table, visit) => {
      for (const [state, probability] of table)
        visit(probability, (t) => Number((state / strides[t]!) % BigInt(radices[t]!)));
    },
  };
}
