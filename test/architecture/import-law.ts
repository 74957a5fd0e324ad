import { type Import, type ModuleFacts } from './module-facts.js';

/**
 * The import law: which rooms and packages a room may use. `types` may be named by `import type` only. A file belongs to
 * the first room whose path it begins with; docs/architecture.md has the picture. The checker has a stricter test of its own.
 */
interface Room {
  readonly room: string;
  readonly uses: readonly string[];
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
}

export const ROOMS: readonly Room[] = [
  { room: 'models/forms/', uses: [] },
  { room: 'models/physics/', uses: ['models/forms/'], types: ['models/facility/'], packages: ['ml-matrix', 'jstat'] },
  { room: 'models/facility/', uses: ['models/physics/'] },
  { room: 'models/problems/', uses: ['models/'] },
  { room: 'src/random/', uses: [], packages: ['pure-rand', 'd3-random'] },
  { room: 'src/solvers/', uses: ['models/forms/', 'src/random/'], packages: ['highs', 'javascript-lp-solver'] },
  { room: 'src/online/', uses: ['models/physics/', 'src/random/'] },
  { room: 'src/methods/', uses: ['models/', 'src/solvers/', 'src/online/', 'src/random/'] },
  {
    room: 'src/instances/',
    uses: ['models/', 'src/online/', 'src/random/'],
    packages: ['zod', 'fastest-levenshtein', 'temporal-polyfill'],
  },
  { room: 'src/check/', uses: [], types: ['models/'], packages: ['zod'] },
  {
    room: 'src/reports/',
    uses: [],
    types: [
      ...['models/', 'src/runs/result.ts', 'src/runs/robust/result.ts', 'src/runs/geo/result.ts'],
      ...['src/runs/templates/result.ts', 'src/studies/'],
    ],
    packages: ['echarts'],
  },
  {
    room: 'src/runs/',
    uses: ['models/', 'src/instances/', 'src/methods/', 'src/solvers/', 'src/check/', 'src/random/'],
    packages: ['sql.js', 'tinypool'],
  },
  { room: 'src/experiments/', uses: ['src/random/'], packages: ['jstat', 'tinypool'] },
  {
    room: 'src/studies/',
    uses: [
      'models/',
      'src/instances/',
      'src/methods/',
      'src/solvers/',
      'src/online/',
      'src/check/',
      'src/random/',
      'src/runs/',
      'src/experiments/',
    ],
    packages: ['jstat'],
  },
  {
    room: 'src/families/',
    uses: [
      ...['models/', 'src/random/', 'src/solvers/', 'src/instances/', 'src/methods/', 'src/check/', 'src/runs/'],
      ...['src/studies/', 'src/reports/'],
    ],
  },
  {
    room: 'src/workbench/',
    uses: [...['src/families/', 'src/instances/', 'src/runs/', 'src/check/limit-error.ts', 'src/solvers/linear/load']],
    types: ['models/'],
    packages: ['zod'],
  },
  {
    room: 'src/library/',
    uses: [
      ...['src/workbench/', 'src/instances/', 'src/families/family.ts', 'src/runs/clock.ts', 'src/runs/result.ts'],
      ...['src/solvers/linear/load'],
    ],
    types: ['models/'],
  },
  { room: 'src/cli/', uses: ['models/', 'src/'], packages: ['commander'] },
];

/** Only these may read files, the clock or the process. */
const OPEN_TO_THE_WORLD = ['src/instances/', 'src/runs/', 'src/workbench/', 'src/library/', 'src/cli/'];
/** The only list of families. */
const REGISTRY = 'src/families/registry.ts';
/** Loads an optional package by a name the compiler cannot see. */
const LOADS_BY_NAME = ['src/solvers/linear/glpk.ts', 'src/runs/constraints.ts'];

/** One sentence per breach. */
export function breachesOf(file: string, { imports, surroundings }: ModuleFacts): string[] {
  const found = imports.filter(breaksLaw).map(({ target, typeOnly }) => {
    return `${file} must not ${typeOnly ? 'name types of' : 'import'} ${target}`;
  });
  const open = OPEN_TO_THE_WORLD.some((room) => file.startsWith(room));
  for (const what of surroundings) {
    if (what === 'Math.random') found.push(`${file} draws hidden random numbers`);
    else if (!open) found.push(`${file} must not use ${what}`);
  }
  return found;
}

function breaksLaw({ from, target, typeOnly, kind }: Import): boolean {
  const room = ROOMS.find((candidate) => from.startsWith(candidate.room));
  if (kind === 'computed') return !LOADS_BY_NAME.includes(from);
  // What may be read from the surroundings is judged apart.
  if (kind === 'builtin') return false;
  if (room === undefined) return true;
  const family = familyOf(target);
  if (kind !== 'package' && family !== null && family !== familyOf(from) && from !== REGISTRY) return true;
  if (kind === 'package') {
    return !(room.packages ?? []).some((name) => target === name || target.startsWith(`${name}/`));
  }
  const allowed = [room.room, ...room.uses, ...(typeOnly ? (room.types ?? []) : [])];
  return !allowed.some((place) => target.startsWith(place));
}

/** The family whose folder a module lies in: nobody outside imports it but the registry. */
function familyOf(file: string): string | null {
  return /^src\/families\/([^/]+)\//.exec(file)?.[1] ?? null;
}
