import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UNITS } from './import-law.js';
import { type Import, moduleFacts } from './module-facts.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The shared checker and those of the families. */
const CHECKERS = [
  'src/check',
  ...readdirSync(path.join(ROOT, 'src/families')).map((name) => `src/families/${name}/check`),
];
const isChecker = (file: string): boolean => CHECKERS.some((room) => file.startsWith(`${room}/`));
/** The records the checker is given. It may name their types; it may use none of their values. */
const RECORD_TYPES = new Set([
  'models/facility/core-share.ts',
  'models/facility/facility.ts',
  'models/facility/limits.ts',
  'models/facility/operation.ts',
  'models/facility/power-split.ts',
  'models/families/reward-rate/instance.ts',
  'models/families/reward-rate/plan.ts',
  'models/families/reward-rate/outcome.ts',
  'models/physics/thermal/influence-matrix.ts',
  'models/families/robust/instance.ts',
  'models/families/robust/plan.ts',
  'models/families/robust/outcome.ts',
  'models/families/robust/times.ts',
  'models/families/geo/instance.ts',
  'models/families/geo/plan.ts',
  'models/families/geo/outcome.ts',
  'models/families/geo/series.ts',
  'models/families/templates/instance.ts',
  'models/families/templates/template.ts',
  'models/families/utility/definitions.ts',
  'models/families/utility/instance.ts',
  'models/families/utility/plan.ts',
  'models/families/utility/task-types.ts',
  'models/families/utility/workload.ts',
  'models/families/jobs/design-point.ts',
  'models/families/jobs/instance.ts',
  'models/families/jobs/month-schedule.ts',
  'models/families/jobs/plan.ts',
  'models/families/jobs/task-graph.ts',
  'models/families/jobs/workload.ts',
  'models/families/violation.ts',
]);
const PACKAGES = new Set(['zod']);

const importsOf = (file: string, text: string): readonly Import[] => moduleFacts(file, text).imports;

/** Whether a checker may use another's code: the shared one's, or its own family's. */
function isOwn(from: string, target: string): boolean {
  return (
    target.startsWith('src/check/') ||
    path.posix.dirname(from).startsWith(CHECKERS.find((room) => target.startsWith(`${room}/`))!)
  );
}

function breaches({ from, target, saysType }: Import): boolean {
  if (isChecker(target)) return !isChecker(from) || !isOwn(from, target);
  // A kilowatt-hour is no opinion.
  if (target === UNITS) return false;
  if (RECORD_TYPES.has(target)) return !saysType;
  return !(isChecker(from) && PACKAGES.has(target));
}

function reached(): Import[] {
  const queue = CHECKERS.filter((room) => existsSync(path.join(ROOT, room))).flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`),
  );
  const seen = new Set(queue);
  const imports: Import[] = [];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    // The schema of a format is its type: what it is put together of declares that format alone, and no code of it is loaded.
    if (RECORD_TYPES.has(file) && text.includes("from 'zod'")) continue;
    for (const found of importsOf(file, text)) {
      imports.push(found);
      if (!seen.has(found.target) && existsSync(path.join(ROOT, found.target)) && found.target.endsWith('.ts')) {
        seen.add(found.target);
        queue.push(found.target);
      }
    }
  }
  return imports;
}

describe('independence of the checker', () => {
  it('shares no code with the models, solvers or methods: only types of records, and only through import type', () => {
    const imports = reached();
    expect(imports.filter(breaches)).toEqual([]);
    // The walk did walk.
    expect(new Set(imports.map(({ from }) => from)).size).toBeGreaterThan(10);
    expect([...RECORD_TYPES].filter((file) => !imports.some(({ target }) => target === file))).toEqual([]);
  });

  it.each([
    "import { x } from '../../models/physics/power/p-states.js';",
    "import type { X } from '../../models/physics/power/p-states.js';",
    "import { REWARD_RATE_FORMAT } from '../../models/families/reward-rate/instance.js';",
    "import { type NodeType } from '../../models/facility/facility.js';",
    "import '../../models/families/reward-rate/plan.js';",
    "export { x } from '../solvers/linear/engine.js';",
    "export * from '../methods/reward-rate/greedy.js';",
    "const m = await import('../../models/families/reward-rate/problem.js');",
    "type T = import('../solvers/linear/engine.js').Engine;",
    "import m = require('../kernel/x.js');",
    'const load = (name: string) => import(name);',
    "import { readFileSync } from 'node:fs';",
  ])('notices %s', (line) => {
    expect(importsOf('src/check/some.ts', line).filter(breaches)).toHaveLength(1);
  });

  it.each([
    "import type { NodeType } from '../../models/facility/facility.js';",
    "import { addFault } from './findings.js';",
    "import * as z from 'zod';",
  ])('lets pass %s', (line) => {
    expect(importsOf('src/check/some.ts', line)).toHaveLength(1);
    expect(importsOf('src/check/some.ts', line).filter(breaches)).toEqual([]);
  });
});
