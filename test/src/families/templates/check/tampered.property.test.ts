import { describe, expect, it } from 'vitest';
import { ventAirflow } from '../../../../../models/physics/airflow/vents.js';
import { templatesModel } from '../../../../../models/families/templates/compile.js';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { layoutFacility } from '../../../../../models/families/templates/room.js';
import { stateAt, stateCount } from '../../../../../models/families/templates/states.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { templatesChecker } from '../../../../../src/families/templates/check/check-templates.js';
import type { TemplateVerdict } from '../../../../../src/families/templates/check/verdict.js';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import { tinyTemplatesInstances } from '../../../../support/bundled.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import {
  coresFigures,
  nodeRiseKPerCore,
  safeForNodes,
} from '../../../../../src/families/templates/runs/whole-cores.js';
import { randomStream, type RandomStream } from '../../../../../src/random/stream.js';
import {
  type RandomTemplatesRoom,
  randomTemplatesRoom,
  withRandomStandby,
} from '../../../../support/templates-room.js';
import { fuzzCount } from '../../../../support/fuzz.js';

type Change = (template: Template, draw: RandomStream, room: RandomTemplatesRoom) => Partial<Template>;

const CHANGES: Readonly<Record<string, Change>> = {
  state: ({ state }, { integer }) => ({ state: state + (integer(0, 1) === 0 ? -1 : 1) * integer(1, 4) }),
  noState: (_, { integer }, { instance }) => ({ state: stateCount(instance.grid) + integer(0, 3) }),
  halfState: ({ state }) => ({ state: state + 0.5 }),
  vents: (_, { integer }, { matrices }) => ({ vents: integer(0, matrices.length - 1) }),
  noVents: (_, __, { matrices }) => ({ vents: matrices.length }),
  warmer: ({ setPointC }, { uniform }) => ({ setPointC: setPointC + 10 ** uniform(-8, 1) }),
  colder: ({ setPointC }, { uniform }) => ({ setPointC: setPointC - 10 ** uniform(-8, 1) }),
  noSetPoint: () => ({ setPointC: NaN }),
  more: (template, draw) => one(template, draw, (value) => value + 10 ** draw.uniform(-8, 0)),
  less: (template, draw) => one(template, draw, (value) => value - 10 ** draw.uniform(-8, 0)),
  shuffled: ({ utilisation }) => ({ utilisation: utilisation.slice().reverse() }),
  noUtilisation: (template, draw) => one(template, draw, () => NaN),
  tooFew: ({ utilisation }) => ({ utilisation: utilisation.slice(1) }),
  work: ({ workPerS }, draw) => ({ workPerS: off(workPerS, draw) }),
  power: ({ powerW }, draw) => ({ powerW: off(powerW, draw) }),
  quotient: ({ tasksPerJ }, draw) => ({ tasksPerJ: off(tasksPerJ, draw) }),
  outlet: ({ hottestOutletC }, draw) => ({ hottestOutletC: off(hottestOutletC, draw) }),
  bound: ({ tasksPerJ }, { uniform }) => ({ boundTasksPerJ: (tasksPerJ || 1) * (1 - 10 ** uniform(-8, 0)) }),
  binding: ({ binding }, { integer }) => {
    const names = ['work', 'power', 'saturated', 'outlet', 'infeasible-power', 'infeasible-outlet'] as const;
    const others = names.filter((name) => name !== binding);
    return { binding: others[integer(0, others.length - 1)]! };
  },
  status: ({ status }) =>
    status === 'optimal'
      ? { status: 'infeasible', binding: 'infeasible-power', boundTasksPerJ: 0 }
      : { status: 'optimal', binding: 'work', boundTasksPerJ: 1 },
  coreMore: (template, draw) => cores(template, draw, (value) => value + draw.integer(2, 4)),
  coreLess: (template, draw) => cores(template, draw, (value) => value - draw.integer(2, 4)),
  awake: (template, draw, room) => nodes(template, draw, room, (value) => value + (draw.integer(0, 1) === 0 ? -1 : 1)),
  noCores: ({ allowableCores }) => ({ allowableCores: new Int32Array(allowableCores.length + 1) }),
};

function one(
  { utilisation }: Template,
  { integer }: RandomStream,
  change: (value: number) => number,
): Partial<Template> {
  const at = integer(0, utilisation.length - 1);
  return { utilisation: utilisation.map((value, b) => (b === at ? change(value) : value)) };
}

function cores(
  { allowableCores }: Template,
  { integer }: RandomStream,
  change: (value: number) => number,
): Partial<Template> {
  const at = integer(0, allowableCores.length - 1);
  return { allowableCores: allowableCores.map((value, b) => (b === at ? change(value) : value)) };
}

/** Another number of nodes that are on in a block that has some on standby, or could; nothing where all are on. */
function nodes(
  { awakeNodes }: Template,
  { integer }: RandomStream,
  { model }: RandomTemplatesRoom,
  change: (value: number) => number,
): Partial<Template> {
  if (awakeNodes === undefined) return {};
  const free = [...model.blocks.keys()].filter((b) => model.blocks[b]!.standby !== undefined);
  const at = free[integer(0, free.length - 1)];
  return { awakeNodes: awakeNodes.map((value, b) => (b === at ? change(value) : value)) };
}

/** Further off than 1e-9. */
function off(value: number, { uniform, integer }: RandomStream): number {
  const sign = integer(0, 1) === 0 ? -1 : 1;
  return value === 0 ? sign * 1e-3 : value * (1 + sign * 10 ** uniform(-8, 0));
}

function assertClose(found: number, known: number, where: string): void {
  if (!(Math.abs(found - known) <= 1e-9 * (1 + Math.abs(known)))) throw new Error(`${where}: ${found}, known ${known}`);
}

/** What the model says of the setting, figure by figure and limit by limit. */
function expectSameJudgement(
  { model, instance }: RandomTemplatesRoom,
  template: Template,
  { figures, brokenLimits }: TemplateVerdict,
  where: string,
): void {
  const known = evaluateSetting(model, stateAt(instance.grid, template.state), template);
  const { continuous, whole } = figures!;
  for (const name of ['workPerS', 'nodePowerW', 'cracPowerW', 'powerW', 'tasksPerJ', 'hottestOutletC'] as const) {
    assertClose(continuous[name], known[name], `${where}: ${name}`);
  }
  if (template.allowableCores.some((cores) => cores < 0)) return;
  const effect = coresFigures(model, nodeRiseKPerCore(model), template, template.allowableCores);
  for (const name of ['workPerS', 'powerW', 'hottestOutletC'] as const) {
    assertClose(whole[name], effect[name], `${where}: whole ${name}`);
  }
  const listed = (violations: TemplateVerdict['brokenLimits']): (readonly [string, number])[] =>
    violations
      .map(({ constraint, where: place, amount }) => [`${constraint} ${place}`, amount] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  const [ours, theirs] = [listed(brokenLimits), listed(known.violations)];
  expect(
    ours.map(([name]) => name),
    `in ${where}`,
  ).toEqual(theirs.map(([name]) => name));
  for (const [n, [name, amount]] of ours.entries()) {
    assertClose(amount, theirs[n]![1], `${where}: ${name}`);
  }
}

interface Counts {
  refused: number;
  accepted: number;
  readonly seen: Map<string, number>;
}

/** A template left alone is in order; one that was changed is judged as the model does, and refused unless what it says remains true. */
function tamper(room: RandomTemplatesRoom, templates: readonly Template[], seed: number, counts: Counts): void {
  const checker = templatesChecker(room.instance, room.matrices);
  if (!checker.ok) throw new Error(JSON.stringify(checker.faults));
  const { check } = checker;
  const draw = randomStream(seed, 'tampered templates');
  for (const template of templates) {
    const before = check.judge(template);
    expect(before.faults, `state ${template.state} as it was`).toEqual([]);
    expectSameJudgement(room, template, before, `state ${template.state} as it was`);
    for (const [name, change] of Object.entries(CHANGES)) {
      const where = `${room.instance.name}, state ${template.state} (${template.binding}), ${name}`;
      const changed = { ...template, ...change(template, draw, room) };
      const verdict = check.judge(changed);
      if (verdict.figures !== null) expectSameJudgement(room, changed, verdict, where);
      else expect(verdict.faults.length, `in ${where}`).toBeGreaterThan(0);
      for (const { constraint } of verdict.faults) counts.seen.set(constraint, (counts.seen.get(constraint) ?? 0) + 1);
      if (verdict.faults.length > 0) counts.refused += 1;
      else {
        counts.accepted += 1;
        expectStillTrue(room, template, changed, name, where);
      }
    }
  }
}

/** Changes after which a template may still be what it says: small ones, equal vents, another rounding, a limit as near as the one named. */
const MAY_REMAIN_TRUE = [
  'state',
  'vents',
  'warmer',
  'colder',
  'more',
  'less',
  'shuffled',
  'binding',
  'coreMore',
  'coreLess',
  'awake',
];

/** What passed has every figure right, keeps every limit it should, and claims nothing the solver's answer contradicts. */
function expectStillTrue(
  { model, instance }: RandomTemplatesRoom,
  original: Template,
  changed: Template,
  name: string,
  where: string,
): void {
  expect(MAY_REMAIN_TRUE, `in ${where}`).toContain(name);
  const known = evaluateSetting(model, stateAt(instance.grid, changed.state), changed);
  if (changed.status === 'optimal') expect(known.violations, `in ${where}`).toEqual([]);
  for (const figure of ['workPerS', 'powerW', 'tasksPerJ', 'hottestOutletC'] as const) {
    expect(Math.abs(known[figure] - changed[figure]), `in ${where}`).toBeLessThanOrEqual(
      1e-8 * (1 + Math.abs(known[figure])),
    );
  }
  if (name === 'state') {
    const solved = new TemplatesSolver(model).solveState(stateAt(instance.grid, changed.state));
    expect(solved.status, `in ${where}`).toBe(original.status);
  }
}

function templatesOf({ model, instance }: RandomTemplatesRoom, states: readonly number[]): Template[] {
  const solver = new TemplatesSolver(model);
  const riseK = nodeRiseKPerCore(model);
  return states.map((state) => safeForNodes(model, riseK, solver.solveState(stateAt(instance.grid, state))));
}

function openRoom(instance: TemplatesInstance): RandomTemplatesRoom {
  const air = ventAirflow(layoutFacility(instance)!, instance.quadrants, instance.ventOpenings);
  const matrices = air.ventOpenings.map((_, v) => air.influence(v));
  return { instance, matrices, model: templatesModel(instance, matrices) };
}

describe('a template tampered with', () => {
  const newCounts = (): Counts => ({ refused: 0, accepted: 0, seen: new Map() });

  it('is refused, or judged as the model judges it: the instances solved by hand', () => {
    const counts = newCounts();
    for (const [n, instance] of tinyTemplatesInstances().entries()) {
      const room = openRoom(instance);
      tamper(
        room,
        templatesOf(
          room,
          Array.from({ length: stateCount(instance.grid) }, (_, k) => k),
        ),
        n,
        counts,
      );
    }
    expect(counts.refused).toBeGreaterThan(800);
  });

  it('the same in rooms at random with several CRACs and unlike vents', () => {
    const counts = newCounts();
    for (let seed = 1; seed <= fuzzCount(15, 15); seed += 1) {
      const room = randomTemplatesRoom(seed);
      const { integer } = randomStream(seed, 'states');
      const states = Array.from({ length: 3 }, () => integer(0, stateCount(room.instance.grid) - 1));
      tamper(room, templatesOf(room, states), seed, counts);
    }
    expect(counts.refused).toBeGreaterThan(700);
    for (const constraint of [
      'template',
      'claim',
      'bound',
      'binding',
      'status',
      'bestEffort',
      'allowableCores',
      'workLimit',
      'runningCores',
      'utilisation',
      'powerLimit',
      'outletLimit',
      'setPointRange',
    ]) {
      expect(counts.seen.get(constraint) ?? 0, `faults of kind ${constraint}`).toBeGreaterThan(0);
    }
    // The checker's own figures never exceeded what it says is possible.
    expect(counts.seen.get('ceiling') ?? 0).toBeLessThan(counts.refused);
  });

  it('and where nodes may be on standby', () => {
    const counts = newCounts();
    for (let seed = 1; seed <= fuzzCount(12, 12); seed += 1) {
      const room = withRandomStandby(randomTemplatesRoom(seed), seed);
      if (room === null) continue;
      const { integer } = randomStream(seed, 'states');
      const states = Array.from({ length: 2 }, () => integer(0, stateCount(room.instance.grid) - 1));
      tamper(room, templatesOf(room, states), seed, counts);
    }
    expect(counts.refused).toBeGreaterThan(300);
    for (const constraint of ['awakeNodes', 'utilisation', 'claim', 'bound', 'outletLimit', 'status', 'bestEffort']) {
      expect(counts.seen.get(constraint) ?? 0, `faults of kind ${constraint}`).toBeGreaterThan(0);
    }
  });

  it('and in the room of 1,080 nodes', () => {
    const counts = newCounts();
    const room = openRoom({
      ...(bundledInstance('templates', 'room-1080') as TemplatesInstance),
      ventOpenings: [0.5, 1],
    });
    tamper(room, templatesOf(room, [9, 7777]), 1, counts);
    expect(counts.refused).toBeGreaterThan(30);
  });
});
