import type { SqlValue } from 'sql.js';
import { LEVEL_OWNERS, type LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import type { FrontProof, Profile } from '../../../../../models/families/jobs/profile.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { databaseFault, kindFaults, MAX_FAULTS, numbersOf, parsedJson } from '../../../../runs/database/form.js';
import { DIGEST_KEY } from '../../../../runs/database/kind.js';
import type { Rows } from '../../../../runs/database/rows.js';
import {
  graphDigest,
  mostCores,
  nodeTypeDigest,
  type PointMarks,
  type ProfileContent,
  type ProfiledJobType,
  type ProfiledNodeType,
} from './content.js';
import { DATABASE_FORMAT, PROFILE_DATABASE, type TableName } from './schema.js';
import { metaOf } from './write.js';

/** Maximum number of frequency levels of a core in a database. Our choice: equal to the limit for instances. */
const MAX_LEVELS = 255;
/**
 * Maximum number of tasks of a job type in a database. Our choice: the largest number of two bytes; instances have
 * fewer.
 */
const MAX_TASKS = 65_535;

export type ProfileRows = Rows<TableName>;

/**
 * Content of a profile database, with the marks that it stores for its points. Marks are indexed [job type][node
 * type][front][point].
 */
export interface StatedContent {
  readonly content: ProfileContent;
  readonly marks: readonly (readonly (readonly (readonly PointMarks[])[])[])[];
}

export type ReadContent =
  | ({ readonly ok: true } & StatedContent)
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Thrown if the rows of a database cannot be interpreted. The only remedy is another database. */
class Unreadable extends Error {
  constructor(readonly fault: LocalFault) {
    super(fault.allowed);
  }
}

export function faultAt(path: string, value: unknown, allowed: string): LocalFault {
  return databaseFault(PROFILE_DATABASE, path, value, allowed);
}

/**
 * Throws a fault about a value of a database row unless `holds` is true.
 *
 * @param allowed text on what is allowed
 * @throws Unreadable if `holds` is false
 */
function demand(holds: boolean, path: string, value: unknown, allowed: string): asserts holds {
  if (!holds) throw new Unreadable(faultAt(path, value, allowed));
}

/**
 * Returns the content of well-formed rows. Checks that each row occurs once and in order, the lengths of lists, and the
 * digests of graphs and node types. Whether designs and figures are right is checked elsewhere.
 */
export function contentOf(rows: ProfileRows): ReadContent {
  const kinds = kindFaults(PROFILE_DATABASE, rows);
  if (kinds.length > 0) return { ok: false, faults: kinds };
  try {
    return { ok: true, ...readContent(rows) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, faults: [error.fault].slice(0, MAX_FAULTS) };
  }
}

function readContent(rows: ProfileRows): StatedContent {
  const meta = new Map(rows.meta.map(([key, value]) => [key as string, value as string]));
  demand(meta.size === rows.meta.length, 'meta', 'a key that is there twice', 'each key once');
  const nodeTypes = rows.node_types.map(nodeTypeOf);
  const types = jobTypesOf(rows, nodeTypes);
  const { profiles, marks } = profilesOf(rows, nodeTypes, types);
  const content: ProfileContent = {
    plenumVersion: textOf(meta, 'plenum_version'),
    instanceName: textOf(meta, 'instance_name'),
    levelsOf: levelsOf(meta),
    effort: {
      nodeLimit: countOf(meta, 'node_limit'),
      seed: countOf(meta, 'seed'),
      ...(meta.get('goal') === 'product' ? { goal: 'product' as const } : {}),
    },
    nodeTypes,
    types,
    profiles,
  };
  const expected = new Map(Object.entries(metaOf(content)));
  for (const [key, value] of expected) {
    demand(meta.get(key) === value, `meta.${key}`, meta.get(key), `${value}, as the tables say`);
  }
  for (const [key, value] of meta) {
    demand(expected.has(key) || key === DIGEST_KEY, `meta.${key}`, value, `no such key in ${DATABASE_FORMAT}`);
  }
  return { content, marks };
}

function textOf(meta: ReadonlyMap<string, string>, key: string): string {
  const text = meta.get(key) ?? '';
  demand(text !== '', `meta.${key}`, meta.get(key), 'a text that is not empty');
  return text;
}

function countOf(meta: ReadonlyMap<string, string>, key: string): number {
  const value = Number(meta.get(key));
  demand(Number.isSafeInteger(value) && value >= 0, `meta.${key}`, meta.get(key), 'a whole number of at least 0');
  return value;
}

function levelsOf(meta: ReadonlyMap<string, string>): LevelsOf {
  const found = LEVEL_OWNERS.find((owner) => owner === meta.get('levels_of'));
  demand(found !== undefined, 'meta.levels_of', meta.get('levels_of'), LEVEL_OWNERS.join(' or '));
  return found;
}

type Row = readonly SqlValue[];

function nodeTypeOf(row: Row, n: number): ProfiledNodeType {
  const [at, name, cores, staticPowerW, powers, digest] = row as [number, string, number, number, string, string];
  const path = `node_types, row ${n}`;
  demand(at === n && name !== '', path, at, `node type ${n} with a name`);
  demand(cores >= 1, `${path}, cores`, cores, 'at least 1');
  demand(staticPowerW >= 0, `${path}, static_power_w`, staticPowerW, 'at least 0');
  const dynamic = listOf(powers, (value) => value >= 0);
  const isList = dynamic !== null && dynamic.length >= 1 && dynamic.length <= MAX_LEVELS;
  demand(isList, `${path}, dynamic_power_w`, powers, 'a JSON list of powers, one per level');
  const type = { name, coresPerNode: cores, power: { dynamicPowerW: Float64Array.from(dynamic), staticPowerW } };
  demand(digest === nodeTypeDigest(type), `${path}, sha256`, digest, 'the digest of cores and powers');
  return type;
}

function jobTypesOf(rows: ProfileRows, nodeTypes: readonly ProfiledNodeType[]): ProfiledJobType[] {
  const perType = nodeTypes.length;
  const count = rows.job_types.length;
  const graphs = `${count * perType} rows: each job type on each node type`;
  demand(rows.graphs.length === count * perType && perType > 0 && count > 0, 'graphs', rows.graphs.length, graphs);
  return rows.job_types.map((row, t) => {
    const [at, name, tasks, list] = row as [number, string, number, string];
    const path = `job_types, row ${t}`;
    demand(at === t && name !== '', path, at, `job type ${t} with a name`);
    demand(tasks >= 1 && tasks <= MAX_TASKS, `${path}, tasks`, tasks, `1 to ${MAX_TASKS}`);
    const names = namesOf(list, tasks);
    demand(names !== null, `${path}, task_names`, list, `a JSON list of ${tasks} names, each once`);
    const own = rows.graphs.slice(t * perType, (t + 1) * perType);
    const ofType = own.map((graph, n) => graphOf(graph, [t, n], tasks, nodeTypes[n]!.power.dynamicPowerW.length));
    return { name, tasks: names, graphs: ofType };
  });
}

function graphOf(row: Row, [t, n]: readonly [number, number], tasks: number, levels: number): TaskGraph {
  const [type, nodeType, times, edgeText, digest] = row as [number, number, string, string, string];
  const path = `graphs, job type ${t}, node type ${n}`;
  demand(type === t && nodeType === n, path, `job type ${type}, node type ${nodeType}`, 'each pair once');
  const table = parsedJson(times);
  const isTable = Array.isArray(table) && table.length === tasks && table.every((list) => isFalling(list, levels));
  demand(
    isTable,
    `${path}, time_s`,
    times,
    `a JSON list of ${tasks} lists of ${levels} times, none rising with the level`,
  );
  const edges = edgesOf(edgeText, tasks);
  demand(edges !== null, `${path}, edges`, edgeText, 'a JSON list of [from, to, s], each edge once, by to, then from');
  const firstEdge = new Int32Array(tasks + 1);
  for (const [, to] of edges) firstEdge[to + 1]!++;
  for (let task = 0; task < tasks; task++) firstEdge[task + 1]! += firstEdge[task]!;
  const graph = {
    tasks,
    levels,
    firstEdge,
    timeS: Float64Array.from((table as number[][]).flat()),
    edgeFrom: Int32Array.from(edges, ([from]) => from),
    transferS: Float64Array.from(edges, ([, , s]) => s),
  };
  demand(digest === graphDigest(graph), `${path}, sha256`, digest, 'the digest of times and edges');
  return graph;
}

function profilesOf(
  rows: ProfileRows,
  nodeTypes: readonly ProfiledNodeType[],
  types: readonly ProfiledJobType[],
): { readonly profiles: Profile[][]; readonly marks: PointMarks[][][][] } {
  let [nextFront, nextPoint] = [0, 0];
  const marks: PointMarks[][][][] = [];
  const profiles = types.map(({ graphs }, t) => {
    marks.push([]);
    return graphs.map((graph, n): Profile => {
      const ofProfile: PointMarks[][] = [];
      marks[t]!.push(ofProfile);
      const most = mostCores(nodeTypes[n]!, graph);
      const fronts = Array.from({ length: most }, (_, k) => {
        const key = [t, n, k + 1] as const;
        const path = `fronts, job type ${t}, node type ${n}, ${k + 1} cores`;
        const row = rows.fronts[nextFront++];
        demand(row !== undefined && startsWith(row, key), path, row?.slice(0, 3), 'a front for each number of cores');
        const { count, proof } = frontOf(row, path);
        const own = rows.points.slice(nextPoint, nextPoint + count);
        nextPoint += count;
        const points = own.map((one, p) => pointOf(one, [...key, p], graph.tasks));
        demand(points.length === count, `${path}, points`, points.length, `${count} points, as the front says`);
        ofProfile.push(points.map((point) => point.marks));
        return { cores: k + 1, points: points.map(({ point }) => point), proof };
      });
      return { fronts };
    });
  });
  demand(nextFront === rows.fronts.length, 'fronts', rows.fronts.length, `${nextFront} rows`);
  demand(nextPoint === rows.points.length, 'points', rows.points.length, `${nextPoint} rows, as the fronts say`);
  return { profiles, marks };
}

function frontOf(row: Row, path: string): { readonly count: number; readonly proof: FrontProof } {
  const [, , , count, kind, bound] = row as [number, number, number, number, string, number | null];
  demand(count >= 0, `${path}, points`, count, 'at least 0');
  if (kind === 'bounded') {
    demand(bound !== null && bound >= 0, `${path}, product_bound_sj`, bound, 'a number of at least 0');
    return { count, proof: { kind, productBoundSJ: bound } };
  }
  demand(kind === 'exact' || kind === 'none', `${path}, proof`, kind, 'exact, bounded or none');
  demand(bound === null, `${path}, product_bound_sj`, bound, 'nothing: only bounded fronts have one');
  return { count, proof: { kind } };
}

function pointOf(
  row: Row,
  key: readonly [number, number, number, number],
  tasks: number,
): { readonly point: Profile['fronts'][number]['points'][number]; readonly marks: PointMarks } {
  const [t, n, cores, p] = key;
  const path = `points, job type ${t}, node type ${n}, ${cores} cores, point ${p}`;
  demand(startsWith(row, key), path, row.slice(0, 4), 'each point of each front once');
  const [timeS, energyJ, coreText, levelText, orderText, dominated, least] = row.slice(4) as [
    ...[number, number, string, string, string, number, number],
  ];
  demand(timeS >= 0, `${path}, time_s`, timeS, 'at least 0');
  demand(energyJ >= 0, `${path}, energy_j`, energyJ, 'at least 0');
  const listed = (column: string, text: string, limit: number): readonly number[] => {
    const list = numbersOf(text, tasks, (value) => Number.isInteger(value) && value >= 0 && value < limit);
    demand(list !== null, `${path}, ${column}`, text, `a JSON list of ${tasks} whole numbers below ${limit}`);
    return list;
  };
  for (const [column, mark] of [
    ['dominated', dominated],
    ['least_product', least],
  ] as const) {
    demand(mark === 0 || mark === 1, `${path}, ${column}`, mark, '0 or 1');
  }
  const coreOf = Uint16Array.from(listed('core_of', coreText, MAX_TASKS));
  const levelOf = Uint8Array.from(listed('level_of', levelText, MAX_LEVELS));
  const order = Uint16Array.from(listed('task_order', orderText, MAX_TASKS));
  return {
    point: { cores, coreOf, levelOf, order, timeS, energyJ },
    marks: { dominated: dominated === 1, leastProduct: least === 1 },
  };
}

function startsWith(row: Row, key: readonly number[]): boolean {
  return key.every((value, c) => row[c] === value);
}

/**
 * Returns the numbers of a JSON list of any length; null if the text is no list, or a number is not finite or fails
 * `holds`.
 */
function listOf(text: string, holds: (value: number) => boolean): readonly number[] | null {
  const value = parsedJson(text);
  return Array.isArray(value) ? numbersOf(text, value.length, (one) => Number.isFinite(one) && holds(one)) : null;
}

function namesOf(text: string, length: number): readonly string[] | null {
  const value: unknown = parsedJson(text);
  if (!Array.isArray(value) || value.length !== length || new Set(value).size !== length) return null;
  const list: readonly unknown[] = value;
  return list.every((one): one is string => typeof one === 'string') ? list : null;
}

function isFalling(list: unknown, length: number): boolean {
  if (!Array.isArray(list) || list.length !== length) return false;
  const values: readonly unknown[] = list;
  return values.every((value, level) => {
    const before = level === 0 ? Infinity : (values[level - 1] as number);
    return typeof value === 'number' && value >= 0 && value <= before && value < Infinity;
  });
}

function edgesOf(text: string, tasks: number): readonly (readonly [number, number, number])[] | null {
  const value: unknown = parsedJson(text);
  if (!Array.isArray(value)) return null;
  const list: readonly unknown[] = value;
  let before = -1;
  for (const edge of list) {
    if (!Array.isArray(edge) || edge.length !== 3) return null;
    const [from, to, transferS] = edge as unknown[];
    if (!isTask(from, tasks) || !isTask(to, tasks) || from >= to) return null;
    if (typeof transferS !== 'number' || !(transferS >= 0 && transferS < Infinity)) return null;
    const place = to * tasks + from;
    if (place <= before) return null;
    before = place;
  }
  return list as readonly (readonly [number, number, number])[];
}

function isTask(value: unknown, tasks: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < tasks;
}
