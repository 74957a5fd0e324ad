import { createHash } from 'node:crypto';
import type { Violation } from '../../models/families/violation.js';
import {
  type BoundOfFamily,
  type CheckOfFamily,
  type ExplainOfFamily,
  type Family,
  familyParts,
  type NamesInstance,
  type Opened,
  type SolveOfFamily,
} from '../../src/families/family.js';
import type { RunCommand } from '../../src/families/commands.js';
import type { ExportOfFamily } from '../../src/families/export.js';
import type { GenerateOfFamily } from '../../src/families/generate.js';
import type { ComparedFamily } from '../../src/families/compare.js';
import type { SweepOfFamily } from '../../src/families/studies.js';
import type { Fault, Refused } from '../../src/instances/fault.js';
import { readTextFile } from '../../src/instances/text-file.js';
import { comparedValues, type Figure } from '../../src/reports/figures.js';
import { gapPercent, type Measured, significant, type Shown } from '../../src/reports/format.js';
import { figure, markup } from '../../src/reports/html/markup.js';
import { studyPage } from '../../src/reports/html/study-page.js';
import type { FamilyRunResult } from '../../src/runs/result.js';

// A whole family in one file: which parcels go into a van of limited load. Nothing but this file knows it.

interface Van {
  readonly format: string;
  readonly name: string;
  readonly loadKg: number;
  /** Shape: parcels, in the order of their names in plans. */
  readonly parcels: readonly { readonly massKg: number; readonly valueUsd: number }[];
}

interface OpenedVan extends Opened {
  readonly instance: Van;
}

interface VanPlan extends NamesInstance {
  readonly format: string;
  /** Positions of the parcels taken. */
  readonly taken: readonly number[];
}

const FORMAT = 'test.van';
const PLAN_FORMAT = 'test.van-plan';

export const TOY: Family = {
  name: 'van',
  format: FORMAT,
  planFormat: PLAN_FORMAT,
  page: 'docs/van.md',
  kind: 'a van instance',
  better: 'more',
  listHeading: 'Van instances',
  methodsHeading: 'Methods for van instances (--method)',
  methods: [
    { name: 'exhaustive', summary: 'every choice (default)' },
    { name: 'first-fit', summary: 'parcels in their order while they fit' },
  ],
  verbs: ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'generate'],
  commands: [
    {
      name: 'vans',
      summary: 'what only vans have',
      commands: [
        {
          name: 'weigh',
          summary: 'mass of all parcels',
          arguments: [{ name: 'instance' }],
          options: { tareKg: { flags: '--tare-kg <kg>', help: 'of the van', kind: { is: 'number', least: 0 } } },
          load: () => Promise.resolve(weigh),
        },
      ],
    },
  ],
  exports: [{ name: 'parcels', help: 'mass and value of every parcel of {}' }],
  options: {
    leave: {
      flags: '--leave <n>',
      verbs: ['solve'],
      group: 'what',
      kind: { is: 'whole', least: 0 },
      help: 'leave this parcel at home, counted from 0',
    },
  },
  load: () =>
    Promise.resolve(
      familyParts({ open, describe, row, check, bound, explain, solve, compare: compared(), sweep, generate, exports }),
    ),
};

function refused(file: string, path: string, value: unknown, allowed: string): Refused {
  return { ok: false, faults: [{ file, path, value, allowed, remedy: 'Correct the file.' } satisfies Fault] };
}

function open(file: string): OpenedVan | Refused {
  const read = readTextFile(file);
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const van = JSON.parse(read.text) as Record<string, unknown>;
  const unknown = Object.keys(van).find((key) => !['format', 'name', 'loadKg', 'parcels'].includes(key));
  if (unknown !== undefined) return refused(file, unknown, van[unknown], 'no such field');
  if (van['format'] !== FORMAT) return refused(file, 'format', van['format'], FORMAT);
  if (typeof van['name'] !== 'string') return refused(file, 'name', van['name'], 'text');
  if (typeof van['loadKg'] !== 'number') return refused(file, 'loadKg', van['loadKg'], 'a number');
  if (!Array.isArray(van['parcels'])) return refused(file, 'parcels', van['parcels'], 'a list');
  const sha256 = createHash('sha256').update(read.text).digest('hex');
  return { ok: true, instance: van as unknown as Van, sha256, warnings: [] };
}

function describe({ instance }: OpenedVan): ReturnType<typeof row> & { readonly nodePower: readonly [] } {
  return { ...row(instance), nodePower: [] };
}

function row(written: unknown): { readonly facts: Readonly<Record<string, unknown>>; readonly text: string } {
  const { parcels, loadKg } = written as Van;
  return { facts: { parcels: parcels.length, loadKg }, text: `${parcels.length} parcels, ${loadKg} kg` };
}

function valueUsd({ parcels }: Van, taken: readonly number[]): number {
  return taken.reduce((sum, n) => sum + parcels[n]!.valueUsd, 0);
}

function overload({ parcels, loadKg }: Van, taken: readonly number[]): Violation[] {
  const value = taken.reduce((sum, n) => sum + parcels[n]!.massKg, 0);
  const found = {
    constraint: 'capacity' as const,
    where: '',
    unit: 'kg',
    value,
    limit: loadKg,
    amount: value - loadKg,
  };
  return value > loadKg ? [found] : [];
}

const weigh: RunCommand = ({ files: [file], words: { tareKg = 0 } }) => {
  const opened = open(file!);
  if (!opened.ok) return Promise.resolve(opened);
  const massKg = opened.instance.parcels.reduce((sum, one) => sum + one.massKg, tareKg as number);
  const ended = massKg > opened.instance.loadKg ? 'notFeasible' : 'done';
  const record = { instance: opened.instance.name, feasible: ended === 'done', details: { massKg } };
  return Promise.resolve({ ok: true, ended, record, text: `${massKg} kg` });
};

/** Parcels whose values are as many dollars higher as the seed says. */
const generate = (): Promise<GenerateOfFamily> =>
  Promise.resolve({
    vary: ({ file, seed, count }) => {
      const opened = open(file);
      if (!opened.ok) return opened;
      const files = Array.from({ length: count }, (_, n) => {
        const name = `${opened.instance.name}-${seed + n}`;
        const parcels = opened.instance.parcels.map((one) => ({ ...one, valueUsd: one.valueUsd + seed + n }));
        return { name: `${name}.json`, text: JSON.stringify({ ...opened.instance, name, parcels }) };
      });
      return { ok: true, files, warnings: [] };
    },
  });

const exports = (): Promise<ExportOfFamily> =>
  Promise.resolve({
    parcels: (file) => {
      const opened = open(file);
      if (!opened.ok) return opened;
      const { name, parcels } = opened.instance;
      const rows = parcels.map(({ massKg, valueUsd: usd }) => `${massKg},${usd}\r\n`);
      return { ok: true, instance: name, pieces: ['mass_kg,value_usd\r\n', ...rows] };
    },
  });

const check: CheckOfFamily<OpenedVan, VanPlan> = {
  open,
  parse: (text, file) => {
    const plan = JSON.parse(text) as VanPlan;
    const isPlan = plan.format === PLAN_FORMAT && typeof plan.method === 'string' && Array.isArray(plan.taken);
    const isNamed = typeof (plan as Partial<VanPlan>).instance?.name === 'string';
    return isPlan && isNamed ? { plan, warnings: [] } : refused(file, 'format', plan.format, PLAN_FORMAT);
  },
  judge: ({ instance }, { taken }) => {
    const violations = overload(instance, taken);
    const objective = valueUsd(instance, taken);
    const details = { takenParcels: taken.length };
    const lines = [`${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: worth ${objective} USD.`];
    return { ok: true, objective, objectiveUnit: 'USD', violations, warnings: [], details, lines };
  },
};

/** Fractions of parcels allowed, the densest first. */
function relaxedUsd({ parcels, loadKg }: Van): number {
  let roomKg = loadKg;
  let usd = 0;
  for (const { massKg, valueUsd: worth } of [...parcels].sort(
    (a, b) => b.valueUsd / b.massKg - a.valueUsd / a.massKg,
  )) {
    const share = Math.min(1, roomKg / massKg);
    usd += share * worth;
    roomKg -= share * massKg;
  }
  return usd;
}

const SCOPE = 'every choice of parcels';

const bound: BoundOfFamily<OpenedVan> = {
  progressUnit: '',
  tightens: 'lower',
  least: 'a bound',
  mayBeEmpty: false,
  prove: ({ instance }) => {
    const usd = relaxedUsd(instance);
    const told = { objectiveUnit: 'USD', boundScope: SCOPE, warnings: [], work: {}, details: {} };
    return Promise.resolve({ bound: usd, ...told, lines: [`No choice is worth more than ${usd} USD.`] });
  },
};

/** An empty van keeps its load, whatever that is. */
const explain: ExplainOfFamily<OpenedVan, VanPlan> = {
  explain: () => {
    const details = { brokenLimits: [], omitted: 0, conflict: null, fixes: [] };
    const told = { objectiveUnit: 'USD', warnings: [], work: {}, details, lines: ['The van may drive empty.'] };
    return Promise.resolve({ ok: true, feasible: null, ...told });
  },
};

const METHODS: Readonly<Record<string, (van: Van) => readonly number[]>> = {
  exhaustive: (van) => {
    const all = van.parcels.map((_, n) => n);
    let best: readonly number[] = [];
    for (let mask = 0; mask < 1 << all.length; mask++) {
      const taken = all.filter((n) => (mask >> n) % 2 === 1);
      if (overload(van, taken).length === 0 && valueUsd(van, taken) > valueUsd(van, best)) best = taken;
    }
    return best;
  },
  'first-fit': (van) =>
    van.parcels.reduce<readonly number[]>((taken, _, n) => {
      return overload(van, [...taken, n]).length === 0 ? [...taken, n] : taken;
    }, []),
};

const solve: SolveOfFamily<OpenedVan> = {
  progressUnit: '',
  unknownToSome: [],
  solve: ({ file, words, seed, withBound }) => {
    const opened = open(file);
    if (!opened.ok) return Promise.resolve(opened);
    const { instance: van, sha256 } = opened;
    const { method = 'exhaustive' } = words as { readonly method?: string };
    const taken = METHODS[method]!(van).filter((n) => n !== words['leave']);
    const plan: VanPlan = { format: PLAN_FORMAT, instance: { name: van.name, sha256 }, method, taken };
    const objective = valueUsd(van, taken);
    const usd = withBound ? relaxedUsd(van) : null;
    const result: FamilyRunResult & { readonly takenParcels: number } = {
      instance: van.name,
      method,
      seed,
      termination: 'finished',
      feasible: true,
      objective,
      objectiveUnit: 'USD',
      bound: usd,
      gap: usd === null ? null : Math.abs(usd - objective) / usd,
      boundScope: SCOPE,
      ...(usd === null ? { gapReason: 'no bound was computed' } : {}),
      violations: [],
      warnings: [],
      timeS: {},
      work: {},
      files: {},
      takenParcels: taken.length,
    };
    return Promise.resolve({
      ok: true,
      result,
      plan,
      compared: () => comparedValues(figures, result),
      summary: () => `${van.name}: parcels worth ${objective} USD\n`,
      texts: () => ({
        plan: { json: `${JSON.stringify(plan)}\n`, csv: `parcel\r\n${taken.join('\r\n')}\r\n` },
        page: () => reportPage(result),
        report: { taken },
      }),
    });
  },
};

function digits(value: Measured): Shown | null {
  return value === null || value === undefined ? null : { digits: significant(value, 6), unit: 'USD' };
}

/** The page of a run: what the parcels taken are worth, and its bound. */
function reportPage(result: FamilyRunResult): string {
  const { instance, method, objective, bound: usd, gap } = result;
  const worth = markup`Worth ${figure('objective', objective, digits)} of at most ${figure('bound', usd, digits)}`;
  return studyPage({
    name: instance,
    kind: 'a van',
    record: { result },
    lead: markup`Parcels by method <span data-field="method">${method}</span>`,
    sections: [{ id: 'result', title: 'Result', body: [worth, markup`, gap ${figure('gap', gap, gapPercent)}.`] }],
  });
}

/** Other loads: `loadKg=5,10`. */
const sweep: SweepOfFamily = {
  files: { sweep: 'sweep.json' },
  prepare: ({ file, over, words, seed }) => {
    const opened = open(file);
    if (!opened.ok) return opened;
    const [, list] = /^loadKg=([\d,]+)$/.exec(over[0]!) ?? [];
    if (list === undefined) return refused('the command line', '--over', over[0], 'loadKg=1,2,3');
    const { instance: van } = opened;
    const { method = 'exhaustive' } = words as { readonly method?: string };
    const points = list.split(',').map((text) => {
      const loadKg = Number(text);
      return { loadKg, objective: valueUsd(van, METHODS[method]!({ ...van, loadKg })) };
    });
    const told = points.map(({ loadKg, objective }) => `${loadKg} kg: ${objective} USD\n`);
    return {
      ok: true,
      instance: van.name,
      run: () =>
        Promise.resolve({
          ended: 'solved',
          isDone: true,
          text: told.join(''),
          texts: () => ({}),
          record: {
            method,
            seed,
            termination: 'finished',
            feasible: null,
            objective: null,
            objectiveUnit: 'USD',
            bound: null,
            boundScope: null,
            gap: null,
            gapReason: 'none is asked for',
            warnings: [],
            timeS: {},
            details: { points },
          },
        }),
    };
  },
};

/** Figures of a run; `takenParcels` is one line, and every comparison shows it. */
const figures: readonly Figure<FamilyRunResult>[] = [
  { key: 'objective', label: 'value', unit: 'USD', of: ({ objective }) => objective, in: ['compare'] },
  { key: 'bound', label: 'bound', unit: 'USD', of: ({ bound: most }) => most, in: ['compare'] },
  { key: 'gap', label: 'gap', unit: 'gap', of: ({ gap }) => gap, in: ['compare'] },
  { key: 'takenParcels', label: 'parcels', unit: 'count', of: (result) => takenParcels(result), in: ['compare'] },
];

function takenParcels(result: FamilyRunResult): number {
  return (result as unknown as { readonly takenParcels: number }).takenParcels;
}

/** Every method beside the others. */
function compared(): ComparedFamily<OpenedVan> {
  return { objectiveUnit: 'USD', figures, variants: 'Leave --vary out.' };
}
