import { type Import, type ModuleFacts } from './module-facts.js';

/**
 * The import law: which rooms and packages a room may use. `types` may be named by `import type` only. a file belongs to
 * the innermost room whose path it begins with; docs/architecture.md has the picture. The checker has a stricter test of its own.
 */
interface Room {
  readonly room: string;
  readonly uses: readonly string[];
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
  /** Modules of a family whose declarations the room's types follow from. */
  readonly declarations?: readonly string[];
}

/** A family's folder; "*" stands for its name. */
const OWN = 'src/families/*/';
/** How many of one unit are in another: for every room. */
export const UNITS = 'models/units.ts';
/** Searches in ascending values: for every room but the checker. */
const BISECTION = 'models/bisection.ts';
/** Ranges of values in series. */
const RANGES = 'models/fields/value-limits.ts';
/** How tables are written as CSV text. */
const CSV = 'src/reports/csv.ts';
/** The only list of families. */
const REGISTRY = 'src/families/registry.ts';
/** The only list of papers. */
const PAPERS = 'src/reproduction/registry.ts';

/** Returns the room of an experiment: the library, and what experiments share. */
function paper(name: string, ...uses: readonly string[]): Room {
  return {
    room: `src/reproduction/${name}/`,
    uses: ['src/reproduction/', 'src/experiments/', 'src/library/', ...uses],
  };
}

export const ROOMS: readonly Room[] = [
  { room: 'models/units.ts', uses: [] },
  { room: BISECTION, uses: [] },
  // Zod declares what files hold; types follow from it.
  { room: 'models/fields/', uses: [], packages: ['zod'] },
  { room: 'models/forms/', uses: [] },
  { room: 'models/physics/', uses: ['models/forms/'], types: ['models/facility/'], packages: ['jstat'] },
  { room: 'models/facility/', uses: ['models/fields/', 'models/physics/'], packages: ['zod'] },
  { room: 'models/families/', uses: ['models/'], packages: ['zod'] },
  { room: 'src/random/', uses: [], packages: ['pure-rand', 'd3-random'] },
  { room: 'src/solvers/', uses: ['models/forms/', 'src/random/'], packages: ['highs', 'javascript-lp-solver'] },
  { room: 'src/online/', uses: ['models/physics/', 'src/random/'] },
  { room: 'src/pricing/', uses: ['models/forms/', 'models/facility/'] },
  { room: 'src/methods/', uses: [] },
  {
    room: 'src/instances/',
    uses: ['models/fields/', 'src/online/', 'src/random/'],
    packages: ['zod', 'fastest-levenshtein', 'temporal-polyfill'],
  },
  {
    room: 'src/runs/',
    uses: ['models/families/bound.ts', 'src/instances/text-file.ts'],
    types: ['models/families/', 'models/facility/limits.ts', 'src/instances/', 'src/methods/'],
    packages: ['sql.js', 'tinypool', 'hyparquet-writer'],
  },
  {
    room: 'src/facility/',
    uses: ['models/physics/', 'models/facility/', 'src/instances/', 'src/random/', 'src/runs/files.ts'],
    packages: ['zod'],
  },
  // Tables as CSV text, for whoever writes files.
  { room: CSV, uses: [] },
  // What logs and meters say of rates, times and powers.
  { room: 'src/calibration/', uses: ['models/physics/', 'src/random/'], packages: ['jstat'] },
  { room: 'src/check/', uses: [], types: ['models/'], packages: ['zod'] },
  { room: 'src/experiments/', uses: ['src/random/'], packages: ['jstat', 'tinypool'] },
  // Readers of what a site has: files, no models.
  { room: 'src/imports/', uses: ['src/instances/', 'src/experiments/quantiles.ts', CSV, RANGES], packages: ['yaml'] },
  {
    room: 'src/studies/plan/',
    uses: ['src/instances/', 'src/runs/digest.ts'],
    types: ['models/families/', 'src/experiments/', 'src/runs/result.ts'],
    packages: ['zod', 'yaml'],
  },
  {
    room: 'src/studies/',
    uses: [
      'models/facility/limits.ts',
      'models/families/',
      'src/instances/',
      'src/experiments/',
      'src/runs/',
      'src/solvers/',
    ],
    packages: ['jstat'],
  },
  {
    room: 'src/reports/',
    uses: ['models/facility/limits.ts'],
    types: ['models/', 'src/runs/', 'src/studies/'],
    packages: ['echarts'],
  },
  {
    room: 'src/families/',
    uses: [
      'src/instances/',
      'src/runs/',
      'src/studies/compare/',
      'src/studies/plan/ended.ts',
      'src/studies/sweep/',
      'src/studies/points.ts',
      'src/reports/compare/',
      'src/reports/sweep/',
      'src/reports/figures.ts',
      'src/reports/format.ts',
    ],
    types: ['models/families/', 'src/facility/', 'src/studies/', 'src/experiments/', 'src/check/judged-words.ts'],
    packages: ['zod'],
  },
  // What goes with what, as data.
  { room: `${OWN}combinations.ts`, uses: [] },
  {
    room: `${OWN}methods/`,
    uses: [
      'models/',
      'src/methods/',
      'src/solvers/',
      'src/online/',
      'src/pricing/',
      'src/random/',
      // Messages about limits are written with the digits of every other text.
      'src/reports/format.ts',
    ],
  },
  {
    room: `${OWN}instances/`,
    uses: ['models/', 'src/instances/', 'src/facility/', 'src/online/', 'src/random/', `${OWN}combinations.ts`],
    packages: ['zod', 'temporal-polyfill'],
  },
  {
    room: `${OWN}options.ts`,
    uses: [
      'models/families/',
      'src/families/',
      'src/solvers/linear/load',
      `${OWN}combinations.ts`,
      `${OWN}methods/`,
      `${OWN}instances/`,
    ],
  },
  { room: `${OWN}check/`, uses: ['src/check/'], types: ['models/'], packages: ['zod'] },
  {
    room: `${OWN}runs/`,
    uses: [
      'models/',
      'src/instances/',
      'src/facility/',
      'src/methods/',
      'src/solvers/',
      'src/check/',
      'src/random/',

      'src/runs/',
      // Sentences of records are written with the digits of every other text.
      'src/reports/format.ts',
      'src/families/options.ts',
      `${OWN}combinations.ts`,
      `${OWN}options.ts`,
      `${OWN}instances/`,
      `${OWN}methods/`,
      `${OWN}check/`,
    ],
    packages: ['sql.js', 'tinypool'],
  },
  {
    room: `${OWN}studies/`,
    uses: [
      'models/',
      'src/',
      `${OWN}combinations.ts`,
      `${OWN}instances/`,
      `${OWN}methods/`,
      `${OWN}check/`,
      `${OWN}options.ts`,
      `${OWN}runs/`,
    ],
    packages: ['jstat'],
  },
  {
    room: `${OWN}report/wording.ts`,
    uses: ['models/facility/limits.ts', 'src/reports/'],
    types: ['models/', `${OWN}runs/`, `${OWN}report/`],
  },
  {
    room: `${OWN}figures.ts`,
    uses: ['models/facility/limits.ts', 'src/reports/', `${OWN}report/wording.ts`],
    types: ['models/', 'src/', `${OWN}runs/`, `${OWN}studies/`, `${OWN}report/`],
  },
  {
    room: `${OWN}report/`,
    uses: ['models/facility/limits.ts', 'src/reports/', `${OWN}figures.ts`],
    types: ['models/', 'src/', `${OWN}runs/`, `${OWN}studies/`],
    packages: ['echarts'],
  },
  { room: OWN, uses: ['models/', 'src/', OWN] },
  { room: REGISTRY, uses: [OWN, 'src/families/'] },
  {
    room: 'src/workbench/',
    uses: [
      'models/families/plan-figures.ts',
      'src/calibration/',
      'src/families/',
      'src/imports/',
      'src/instances/',
      'src/runs/',
      'src/check/limit-error.ts',
      'src/solvers/linear/load',
      'src/experiments/',
      'src/studies/',
      'src/reports/compare/',
      'src/reports/study/',
      CSV,
      'src/reports/few-values.ts',
      'src/reports/figures.ts',
      'src/reports/format.ts',
      'src/reports/baseline-text.ts',
    ],
    types: ['models/families/', 'src/facility/'],
    packages: ['zod'],
  },
  { room: 'src/workbench/join-modules.ts', uses: [], packages: ['rolldown'] },
  {
    room: 'src/library/',
    uses: [
      'src/workbench/',
      'src/instances/',
      'src/families/',
      'src/runs/clock.ts',
      'src/runs/result.ts',
      'src/solvers/linear/load',
    ],
    types: ['models/', 'src/facility/'],
    declarations: ['src/families/templates/options.ts', 'src/families/jobs/options.ts'],
  },
  {
    room: 'src/reproduction/',
    uses: ['src/experiments/', 'src/reports/', 'src/library/', 'src/instances/text-file.ts'],
  },
  paper('chapter-2'),
  paper('chapter-3', 'src/random/'),
  paper('chapter-4'),
  paper('chapter-5'),
  paper('utility-papers', 'src/instances/packed-text-file.ts'),
  paper('jobs-paper'),
  { room: PAPERS, uses: ['src/reproduction/'] },
  {
    room: 'src/reproduction/run/',
    uses: [
      'src/reproduction/',
      'src/workbench/',
      'src/studies/',
      'src/experiments/',
      'src/runs/',
      CSV,
      'src/instances/csv-records.ts',
      'src/instances/csv-rows.ts',
      'src/instances/fault.ts',
      'src/instances/text-file.ts',
      'src/families/studies.ts',
    ],
    types: ['src/families/family.ts'],
  },
  { room: 'src/cli/', uses: ['models/', 'src/'], packages: ['commander'] },
];

/** Above every family: whatever a family may use of src/ is not these. */
const ABOVE_FAMILIES = ['src/families/registry.ts', 'src/workbench/', 'src/library/', 'src/reproduction/', 'src/cli/'];

/** Only these may read files, the clock or the process. */
const OPEN_TO_THE_WORLD = [
  'src/instances/',
  'src/facility/',
  'src/imports/',
  'src/runs/',
  'src/workbench/',
  'src/library/',
  'src/cli/',

  'src/reproduction/run/',
  'src/reproduction/library-calls.ts',
  'src/reproduction/utility-papers/curie-log.ts',
  `${OWN}instances/`,
  `${OWN}runs/`,
  `${OWN}commands/`,
];
/** Loads an optional package by a name the compiler cannot see, in another process what it is told to run there, or what stands above it. */
const LOADS_BY_NAME = [
  'src/solvers/linear/glpk.ts',
  'src/runs/foreign-code.ts',
  'src/runs/processes/child.ts',
  // The experiments use the library, which uses the engine of studies, which runs the experiments.
  'src/workbench/study/experiments.ts',
];

/** One sentence per breach. */
export function breachesOf(file: string, { imports, surroundings }: ModuleFacts): string[] {
  const found = imports.filter(breaksLaw).map(({ target, typeOnly }) => {
    return `${file} must not ${typeOnly ? 'name types of' : 'import'} ${target}`;
  });
  const open = OPEN_TO_THE_WORLD.some((room) => anyFamily(file).startsWith(room));
  for (const what of surroundings) {
    if (what === 'Math.random') found.push(`${file} draws hidden random numbers`);
    else if (!open) found.push(`${file} must not use ${what}`);
  }
  return found;
}

function breaksLaw({ from, target, typeOnly, kind }: Import): boolean {
  const room = roomOf(from);
  if (kind === 'computed') return !LOADS_BY_NAME.includes(from);
  // What may be read from the surroundings is judged apart.
  if (kind === 'builtin') return false;
  if (room === undefined) return true;
  if (target === UNITS || target === BISECTION) return false;
  if (kind === 'package') {
    return !(room.packages ?? []).some((name) => target === name || target.startsWith(`${name}/`));
  }
  if (reachesIntoFamily(from, target)) {
    return from !== REGISTRY && !(room.declarations ?? []).some((one) => target.startsWith(one));
  }
  if (paperOf(target) !== null && paperOf(target) !== paperOf(from)) return from !== PAPERS;
  if (familyOf(from) !== null && ABOVE_FAMILIES.some((place) => target.startsWith(place))) return true;
  const allowed = [room.room, ...room.uses, ...(typeOnly ? (room.types ?? []) : [])];
  // "src/" is shared code: what a family has of its own is named room by room.
  const place = anyFamily(target);
  return !allowed.some((one) => place.startsWith(one) && !(one === 'src/' && place.startsWith(OWN)));
}

/** Whether a module names what belongs to a family that is not its own: its folder, or the model of its problem. */
function reachesIntoFamily(from: string, target: string): boolean {
  const family = familyOf(target);
  return family !== null && family !== familyOf(from);
}

/** The family whose folder a module lies in, or whose problem it states. */
function familyOf(file: string): string | null {
  return /^(?:src\/families|models\/families)\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** The paper whose experiment a module belongs to. */
function paperOf(file: string): string | null {
  return /^src\/reproduction\/(?!run\/)([^/]+)\//.exec(file)?.[1] ?? null;
}

/** A path with the family's name taken out. */
function anyFamily(file: string): string {
  return file.replace(/^src\/families\/[^/]+\//, OWN);
}

/** The innermost room of the law that a file lies in. */
export function roomOf(file: string): Room | undefined {
  const rooms = ROOMS.filter(({ room }) => anyFamily(file).startsWith(room));
  return rooms.sort((a, b) => b.room.length - a.room.length)[0];
}

/** Imports of values from a room that the law lists later: rooms are listed from the bottom up. */
export function upwardArrows(imports: readonly Import[]): string[] {
  const level = (file: string): number => ROOMS.findIndex((room) => room === roomOf(file));
  const upward = imports.filter(
    ({ from, target, kind, typeOnly }) => kind === 'ours' && !typeOnly && level(target) > level(from),
  );
  return upward.map(({ from, target }) => `${from} -> ${target}`);
}

/** Imports, types included, of what belongs to another family. */
export function arrowsBetweenFamilies(imports: readonly Import[]): string[] {
  const between = imports.filter(({ from, target }) => familyOf(from) !== null && reachesIntoFamily(from, target));
  return between.map(({ from, target }) => `${from} -> ${target}`);
}
