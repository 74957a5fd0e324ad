import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type {
  CovTaskTypes,
  DowneyTaskTypes,
  FacilityTaskTypes,
  TaskTypeRow,
  TaskTypeTable,
  TwoLevelTaskTypes,
} from '../../../../models/families/utility/task-types.js';
import {
  duplicateNames,
  entries,
  knownNames,
  type Names,
  unknownReference,
} from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';
import { type AblePool, coresThatFit, fitsPool } from './fitting-cores.js';
import { noWeight, priorityFaults } from './consistency-utility.js';
import { MAX_TASK_TYPES } from '../../../../models/families/utility/definitions.js';

type Given<T> = NonNullable<Draft<T>>;
type DraftPool = Given<UtilityInstance['pools'][number]>;

/** Path of the field whose rules are in this file. */
const HERE: readonly PathSegment[] = ['taskTypes'];
/** Maximum number of execution times of an instance: types x pools x P-states. */
const MAX_TIMES = 5_000_000;

/** Environment that each generator of task types is for. */
const ENVIRONMENTS = { cov: 'serial', downey: 'parallel', 'two-level': 'preemptive' } as const;

/**
 * Returns the faults of task types: contradictions between their fields, and contradictions with pools, utility classes
 * and environment.
 */
export function typeFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const types = draft?.taskTypes;
  if (types === undefined) return [];
  const pools = entries(draft?.pools).map(([, pool]) => pool);
  switch (types.source) {
    case 'table':
      return tableFaults(types, draft, pools);
    case 'cov':
      return [...environmentFaults(types.source, draft), ...covFaults(types, pools)];
    case 'downey':
      return [...environmentFaults(types.source, draft), ...downeyFaults(types, draft, pools)];
    case 'two-level':
      return [...environmentFaults(types.source, draft), ...twoLevelFaults(types, draft)];
    case 'facility':
      return facilityTypeFaults(types, draft);
    case undefined:
      return [];
  }
}

function environmentFaults(source: keyof typeof ENVIRONMENTS, draft: Draft<UtilityInstance>): LocalFault[] {
  const environment = draft?.environment;
  if (environment === undefined || environment === ENVIRONMENTS[source]) return [];
  const meant = Object.entries(ENVIRONMENTS).find(([, one]) => one === environment)?.[0];
  const remedy = `Types by "${source}" are for ${ENVIRONMENTS[source]} instances: use "table" or "${meant}".`;
  return [
    { path: 'taskTypes.source', value: source, allowed: `"table" or "${meant}" in a ${environment} instance`, remedy },
  ];
}

function tableFaults(
  table: Given<TaskTypeTable>,
  draft: Draft<UtilityInstance>,
  pools: readonly DraftPool[],
): LocalFault[] {
  const at = [...HERE, 'types'];
  const poolNames = knownNames(draft?.pools);
  const nodesOf = new Map(pools.map(({ name, nodes }) => [name, nodes]));
  const poolOf = new Map(pools.map((pool) => [pool.name, pool]));
  const classes = knownNames(draft?.utility?.classes);
  return [
    ...duplicateNames(at, table.types),
    ...noWeight(at, table.types),
    ...entries(table.types).flatMap(([t, row]) => [
      ...unknownReference([...at, t, 'utilityClass'], row.utilityClass, classes, 'utility.classes'),
      ...coreFaults([...at, t], row, draft?.environment),
      ...runFaults([...at, t, 'runs'], row, poolNames, nodesOf, draft?.environment),
      ...fitFaults([...at, t], row, draft, poolOf),
    ]),
  ];
}

/**
 * Returns the faults of a type whose cores fit no pool that can run it. Tasks that are listed say their cores
 * themselves; those that are generated take them from the type.
 */
function fitFaults(
  at: readonly PathSegment[],
  { name = '', share, leastCores = 1, mostCores = leastCores, runs }: Given<TaskTypeRow>,
  draft: Draft<UtilityInstance>,
  poolOf: ReadonlyMap<string | undefined, DraftPool>,
): LocalFault[] {
  if (draft?.environment !== 'parallel' || draft.arrivals?.source !== 'generated' || share === 0) return [];
  const able = new Map<string, AblePool>();
  for (const [, { pool = '', nodes = 1 }] of entries(runs)) {
    const there = poolOf.get(pool);
    if (there === undefined) continue;
    const { coresPerNode = 1, nodes: all = nodes } = there;
    const { leastNodes, mostNodes } = able.get(pool) ?? { leastNodes: nodes, mostNodes: 0 };
    const most = Math.max(mostNodes, Math.min(nodes, all));
    able.set(pool, { pool, coresPerNode, leastNodes: Math.min(leastNodes, nodes), mostNodes: most });
  }
  if (able.size === 0) return [];
  const ways = [...able.values()];
  const ends = leastCores < mostCores ? ({ leastCores, mostCores } as const) : ({ leastCores } as const);
  return Object.entries(ends)
    .filter(([, cores]) => !ways.some((pool) => fitsPool(cores, pool)))
    .map(([field, cores]) => ({
      path: jsonPath([...at, field]),
      value: cores,
      allowed: coresThatFit(name, ways),
      remedy: 'Its tasks fit no pool: correct the cores, or list times for that many nodes.',
    }));
}

/**
 * Returns the faults of task types that run on a facility's node types. The rules of facilities check whether the nodes
 * can run them.
 */
function facilityTypeFaults({ types }: Given<FacilityTaskTypes>, draft: Draft<UtilityInstance>): LocalFault[] {
  const at = [...HERE, 'types'];
  const classes = knownNames(draft?.utility?.classes);
  return [
    ...duplicateNames(at, types),
    ...noWeight(at, types),
    ...entries(types).flatMap(([t, row]) => [
      ...unknownReference([...at, t, 'utilityClass'], row.utilityClass, classes, 'utility.classes'),
      ...coreFaults([...at, t], row, draft?.environment),
    ]),
  ];
}

function coreFaults(
  at: readonly PathSegment[],
  { leastCores = 1, mostCores = leastCores }: Pick<Given<TaskTypeRow>, 'leastCores' | 'mostCores'>,
  environment: UtilityInstance['environment'] | undefined,
): LocalFault[] {
  if (leastCores > mostCores)
    return [exchanged(jsonPath([...at, 'leastCores']), leastCores, `mostCores, ${mostCores}`)];
  if (mostCores === 1 || environment === undefined || environment === 'parallel') return [];
  const remedy = 'Only parallel tasks take several: remove the field, or make it a parallel instance.';
  return [
    { path: jsonPath([...at, 'mostCores']), value: mostCores, allowed: `1 in a ${environment} instance`, remedy },
  ];
}

function runFaults(
  at: readonly PathSegment[],
  { runs }: Given<TaskTypeRow>,
  poolNames: Names,
  nodesOf: ReadonlyMap<string | undefined, number | undefined>,
  environment: UtilityInstance['environment'] | undefined,
): LocalFault[] {
  const seen = new Map<string, number>();
  const pStatesOf = new Map<string, readonly [count: number, run: number]>();
  return entries(runs).flatMap(([r, { pool, nodes = 1, pStates }]) => {
    const faults = unknownReference([...at, r, 'pool'], pool, poolNames, 'pools');
    const there = nodesOf.get(pool);
    if (nodes > 1 && environment !== undefined && environment !== 'parallel') {
      const allowed = `1 in a ${environment} instance`;
      const remedy = 'Only parallel tasks take several nodes: list one, or make it a parallel instance.';
      faults.push({ path: jsonPath([...at, r, 'nodes']), value: nodes, allowed, remedy });
    } else if (there !== undefined && nodes > there) {
      const allowed = `at most ${there}, the nodes of "${pool}"`;
      const remedy = 'The pool has fewer nodes: remove the entry, or correct either number.';
      faults.push({ path: jsonPath([...at, r, 'nodes']), value: nodes, allowed, remedy });
    }
    const key = `${pool} ${nodes}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const allowed = 'each pool with each number of nodes once';
      const remedy = `${jsonPath([...at, first])} has the same: remove one of the two.`;
      faults.push({ path: jsonPath([...at, r]), value: `${nodes} nodes of "${pool}"`, allowed, remedy });
    } else seen.set(key, r);
    if (pool !== undefined && pStates !== undefined) {
      const [count, other] = pStatesOf.get(pool) ?? [pStates.length, r];
      pStatesOf.set(pool, [count, other]);
      if (count !== pStates.length) {
        const allowed = `${count} P-states, as ${jsonPath([...at, other])} for the same pool`;
        const remedy = 'Times are interpolated P-state by P-state: list as many.';
        faults.push({ path: jsonPath([...at, r, 'pStates']), value: `${pStates.length} P-states`, allowed, remedy });
      }
    }
    for (const [k, { timeS }] of entries(pStates)) {
      const before = pStates?.[k - 1]?.timeS;
      if (timeS === undefined || before === undefined || timeS >= before) continue;
      const remedy = 'P-state 0 is the fastest: list P-states from the shortest time to the longest.';
      const allowed = `at least ${before} (s), that of P-state ${k - 1}`;
      faults.push({ path: jsonPath([...at, r, 'pStates', k, 'timeS']), value: timeS, allowed, remedy });
    }
    return faults;
  });
}

function covFaults(types: Given<CovTaskTypes>, pools: readonly DraftPool[]): LocalFault[] {
  const faults = [...factorFaults(types.powerFactors), ...tooManyTimes(types.count, pools.length, types.powerFactors)];
  const special = pools.filter((pool) => pool.special === true).length;
  if (pools.length > 0 && special === pools.length) {
    const remedy = 'Types that no pool has to itself would fit no pool: add a pool that is not special.';
    faults.push({ path: 'pools', value: 'special pools alone', allowed: 'at least one pool that is not', remedy });
  }
  if (special > 0 && !Object.hasOwn(types, 'special')) {
    const remedy = 'Say how many types each special pool has to itself.';
    return [
      ...faults,
      { path: 'taskTypes.special', value: undefined, allowed: 'an object where pools are special', remedy },
    ];
  }
  const { leastTypes, mostTypes } = types.special ?? {};
  if (leastTypes !== undefined && mostTypes !== undefined && leastTypes > mostTypes) {
    faults.push(exchanged('taskTypes.special.leastTypes', leastTypes, `mostTypes, ${mostTypes}`));
  }
  if (mostTypes !== undefined && types.count !== undefined && mostTypes * special > types.count) {
    const allowed = `at least ${mostTypes * special}: ${special} special pools of up to ${mostTypes} types each`;
    const remedy = 'There are not types enough: raise the count, or lower mostTypes.';
    faults.push({ path: 'taskTypes.count', value: types.count, allowed, remedy });
  }
  return faults;
}

function downeyFaults(
  types: Given<DowneyTaskTypes>,
  draft: Draft<UtilityInstance>,
  pools: readonly DraftPool[],
): LocalFault[] {
  const names = knownNames(draft?.pools);
  const { leastUtility, mostUtility, leastSigma, mostSigma } = types;
  const coresOf = new Map(pools.map(({ name, nodes = 1, coresPerNode = 1 }) => [name, nodes * coresPerNode]));
  const all = entries(types.groups).reduce((sum, [, { count = 0 }]) => sum + count, 0);
  const faults = [
    ...factorFaults(types.powerFactors),
    ...tooManyTimes(all, pools.length, types.powerFactors),
    ...noWeight([...HERE, 'cores'], types.cores),
    ...entries(types.groups).flatMap(([g, group]) =>
      entries(group.pools).flatMap(([p, name]) =>
        unknownReference([...HERE, 'groups', g, 'pools', p], name, names, 'pools'),
      ),
    ),
  ];
  if (leastUtility !== undefined && mostUtility !== undefined) {
    if (leastUtility >= mostUtility)
      faults.push(exchanged('taskTypes.leastUtility', leastUtility, `mostUtility, ${mostUtility}`));
    else faults.push(...outsideLine(draft, leastUtility, mostUtility));
  }
  if (leastSigma !== undefined && mostSigma !== undefined && leastSigma > mostSigma) {
    faults.push(exchanged('taskTypes.leastSigma', leastSigma, `mostSigma, ${mostSigma}`));
  }
  if (
    draft?.utility !== undefined &&
    (draft.utility.prioritiesPer ?? (Object.hasOwn(draft.utility, 'prioritiesPer') ? 'type' : 'task')) !== 'type'
  ) {
    const remedy = 'Single-node times grow with the starting utility of the type: draw priorities per type.';
    faults.push({
      path: 'utility.prioritiesPer',
      value: draft.utility.prioritiesPer,
      allowed: '"type" with types by "downey"',
      remedy,
    });
  }
  const largest = entries(types.groups).map(([, group]) =>
    Math.max(0, ...entries(group.pools).map(([, name]) => coresOf.get(name) ?? Infinity)),
  );
  for (const [c, { least, most }] of entries(types.cores)) {
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      faults.push(exchanged(jsonPath([...HERE, 'cores', c, 'least']), least, `most, ${most}`));
    }
    const g = typeof least === 'number' ? largest.findIndex((cores) => least > cores) : -1;
    if (g >= 0) {
      const allowed = `at most ${largest[g]!}, the cores of the largest pool of taskTypes.groups[${g}]`;
      const remedy = 'Tasks of more cores fit no pool: lower it, or use larger pools.';
      faults.push({ path: jsonPath([...HERE, 'cores', c, 'least']), value: least, allowed, remedy });
    }
    if (least === 'pool' && typeof most === 'number') {
      const remedy = 'Write "pool" for both.';
      faults.push({ path: jsonPath([...HERE, 'cores', c, 'most']), value: most, allowed: '"pool", as least', remedy });
    }
  }
  return faults;
}

/**
 * Returns a fault for each entry of `priorities` with starting utilities outside `least` to `most`, the range in which
 * single-node execution times are defined. Without priorities, returns a fault that asks for them.
 */
function outsideLine(draft: Draft<UtilityInstance>, least: number, most: number): LocalFault[] {
  const priorities = draft?.utility?.priorities;
  if (draft?.utility !== undefined && !Object.hasOwn(draft.utility, 'priorities')) {
    const remedy = 'Single-node times follow starting utilities: say from what these are drawn.';
    return [{ path: 'utility.priorities', value: undefined, allowed: 'a list with types by "downey"', remedy }];
  }
  return entries(priorities).flatMap(([n, { startingUtility, startingUtilityAbove = startingUtility }]) => {
    if (startingUtility === undefined || startingUtilityAbove === undefined) return [];
    if (startingUtilityAbove >= least && startingUtility <= most) return [];
    const path = jsonPath(['utility', 'priorities', n, 'startingUtility']);
    const allowed = `within ${least} to ${most}, taskTypes.leastUtility and mostUtility`;
    return [
      {
        path,
        value: startingUtility,
        allowed,
        remedy: 'Times are known between the two alone: widen them, or correct it.',
      },
    ];
  });
}

function twoLevelFaults(types: Given<TwoLevelTaskTypes>, draft: Draft<UtilityInstance>): LocalFault[] {
  const classes = knownNames(draft?.utility?.classes);
  const at = [...HERE, 'groups'];
  const all = entries(types.groups).reduce((sum, [, { count = 0 }]) => sum + count, 0);
  return [
    ...tooManyTimes(all, draft?.pools?.length ?? 0, [1]),
    ...duplicateNames(at, types.groups),
    ...noWeight(at, types.groups),
    ...entries(types.groups).flatMap(([g, group]) => [
      ...unknownReference([...at, g, 'utilityClass'], group.utilityClass, classes, 'utility.classes'),
      ...priorityFaults([...at, g, 'priorities'], group.priorities),
    ]),
  ];
}

function factorFaults(factors: Draft<readonly number[]>): LocalFault[] {
  const at = [...HERE, 'powerFactors'];
  return entries(factors).flatMap(([k, factor]) => {
    const before = k === 0 ? 1 : factors?.[k - 1];
    if (before === undefined || (k === 0 ? factor === 1 : factor <= before)) return [];
    const allowed = k === 0 ? '1, for P-state 0' : `at most ${before}, that of P-state ${k - 1}`;
    const remedy = 'Factors fall from 1: list P-states from the fastest to the slowest.';
    return [{ path: jsonPath([...at, k]), value: factor, allowed, remedy }];
  });
}

function tooManyTimes(types: number | undefined, pools: number, factors: Draft<readonly number[]>): LocalFault[] {
  if ((types ?? 0) > MAX_TASK_TYPES) {
    const allowed = `at most ${MAX_TASK_TYPES} task types`;
    return [{ path: 'taskTypes', value: `${types} task types`, allowed, remedy: 'Use fewer.' }];
  }
  const times = (types ?? 0) * pools * (factors?.length ?? 0);
  if (times <= MAX_TIMES) return [];
  const remedy = 'Use fewer types, pools or P-states.';
  return [{ path: 'taskTypes', value: `${times} times`, allowed: `at most ${MAX_TIMES}`, remedy }];
}

function exchanged(path: string, value: number, most: string): LocalFault {
  return { path, value, allowed: `at most ${most}`, remedy: 'Exchange or correct the two.' };
}
