import { cloneMapping, type Mapping } from '../../../../models/problems/robust/mapping.js';
import { Schedule } from '../../../../models/problems/robust/schedule.js';
import type { RandomStream } from '../../../random/stream.js';
import { BoundSearch } from '../bound/robust-bound.js';
import { shareRule } from '../bound/dual.js';
import { type BoundSetting, boundSetting } from '../bound/setting.js';
import { minEnergyMapping } from '../greedy/min-energy.js';
import { minMinMapping } from '../greedy/min-min.js';
import type { RobustMethodInput, RobustMethodOutcome } from '../outcome.js';
import { constructMapping } from './construct.js';
import { Lift } from './lift.js';
import { Save } from './save.js';

/** First target below the quantile that the prices refute. */
const FIRST_ROOM_Z = 0.15;
const FIRST_STEP_Z = 0.05;
const LEAST_STEP_Z = 2e-4;
const SAVE_ROUNDS = 12;
/** A round that keeps fewer changes than this share of the tasks ends the saving. */
const FEW = 2e-4;

/**
 * `lagrange`: prices from the dual of the bound say where every task belongs; construction, repair and an exact local search make a plan
 * of it, and then the target is raised step by step (docs/methods/lagrange.md). Gives the bound as well.
 */
export async function lagrange(input: RobustMethodInput): Promise<RobustMethodOutcome> {
  return new LagrangeRun(input).run();
}

class LagrangeRun {
  private readonly setting: BoundSetting;
  private readonly search: BoundSearch;
  private readonly schedule: Schedule;
  private readonly lift: Lift;
  private readonly save: Save;
  private readonly random: RandomStream;
  private readonly order: Int32Array;
  private best: { readonly mapping: Mapping; readonly value: number; readonly feasible: boolean };
  private stopped = false;
  private readonly work = { constructions: 0, targets: 0, targetsReached: 0 };

  constructor(private readonly input: RobustMethodInput) {
    const { problem, goal, random, start } = input;
    this.setting = boundSetting(problem);
    this.search = new BoundSearch(this.setting, input);
    const first = start?.mapping ?? (goal === 'mo-ec' ? minEnergyMapping(problem) : minMinMapping(problem, 'pmin'));
    this.schedule = new Schedule(problem, first);
    this.random = random.fork('lagrange');
    this.lift = new Lift(this.schedule, alikeNodes(this.setting), this.random);
    this.save = new Save(this.schedule, this.random);
    this.order = Int32Array.from({ length: problem.taskCount }, (_, task) => task);
    this.best = this.standing();
  }

  async run(): Promise<RobustMethodOutcome> {
    const { search } = this;
    const conflict = search.conflict();
    if (conflict !== null) return this.outcome(search.certificate(conflict));
    for (const stage of search.stages()) {
      this.stopped = await search.advance(stage);
      if (!this.stopped) await this.build();
      if (this.stopped) break;
    }
    const certificate = search.proven();
    if (!this.stopped && this.input.goal === 'mo-ec') await this.raise(certificate.boundZ);
    return this.outcome(certificate);
  }

  /** Constructions for falling targets until one is feasible after repair. */
  private async build(): Promise<void> {
    const { search, setting, schedule, input } = this;
    const { problem, goal } = input;
    const prices = search.prices();
    for (let room = FIRST_ROOM_Z; room < 8 && !this.stopped; room *= 2) {
      const target = goal === 'mo-ec' ? search.guideZ - room : problem.makespanZ;
      const packed = goal === 'mo-ec' ? target : target + 0.02 * Math.log2(room / FIRST_ROOM_Z + 1);
      this.work.constructions++;
      schedule.load(constructMapping(setting, shareRule(packed, problem.deadlineS), prices));
      await this.reach(target, true);
      if (this.best.feasible && (goal === 'mo-ec' || schedule.makespanZ >= target)) return;
    }
  }

  /** Every core to the target, then energy saved until the limit is kept (all of it, if asked). Whether the limit is kept. */
  private async reach(target: number, thoroughly: boolean): Promise<boolean> {
    const { lift, save, schedule, input, order, random } = this;
    const { problem, goal } = input;
    this.work.targets++;
    const reached = lift.to(target, 4 * problem.coreCount + 100);
    const enough = (): boolean => goal === 'mo-ec' && !thoroughly && schedule.energyZ >= problem.energyZ;
    if (reached) {
      for (let round = 0; round < SAVE_ROUNDS && !enough() && !this.stopped; round++) {
        shuffle(order, random);
        const kept = save.round(order, target);
        await this.tell();
        if (kept <= FEW * problem.taskCount) break;
      }
    } else await this.tell();
    return this.limitKept();
  }

  /** MO-EC: raises the target from the best plan as long as it can be reached within the limit. */
  private async raise(boundZ: number): Promise<void> {
    const { schedule, input } = this;
    let step = FIRST_STEP_Z;
    while (step >= LEAST_STEP_Z && !this.stopped) {
      if (!this.best.feasible || !Number.isFinite(this.best.value) || this.best.value >= boundZ - 1e-9) return;
      schedule.load(this.best.mapping);
      const before = this.best.value;
      await this.reach(Math.min(boundZ, before + step), false);
      if (this.best.value > before) {
        this.work.targetsReached++;
        step *= 1.5;
      } else step /= 2;
    }
    void input;
  }

  private limitKept(): boolean {
    const { schedule, input } = this;
    const { problem, goal } = input;
    return goal === 'mo-ec' ? schedule.energyZ >= problem.energyZ : schedule.makespanZ >= problem.makespanZ;
  }

  private standing(): LagrangeRun['best'] {
    const { schedule, input } = this;
    const value = input.goal === 'mo-ec' ? schedule.makespanZ : schedule.energyZ;
    return { mapping: cloneMapping(schedule), value, feasible: this.limitKept() };
  }

  /** Keeps the plan if it is the best so far, and lets the driver look at the clock. */
  private async tell(): Promise<void> {
    const { schedule, input } = this;
    const feasible = this.limitKept();
    const value = input.goal === 'mo-ec' ? schedule.makespanZ : schedule.energyZ;
    if ((feasible && !this.best.feasible) || (feasible === this.best.feasible && value > this.best.value)) {
      this.best = this.standing();
    }
    const incumbent = this.best.feasible && Number.isFinite(this.best.value) ? this.best.value : null;
    if (await input.control.step({ phase: 'lagrange', bound: null, incumbent })) this.stopped = true;
  }

  private outcome(certificate: RobustMethodOutcome['certificate']): RobustMethodOutcome {
    return {
      mapping: this.best.mapping,
      certificate,
      stoppedEarly: this.stopped,
      warnings: [],
      next: { mapping: this.best.mapping, prices: this.search.prices() },
      work: { ...this.work },
    };
  }
}

/** By node: the nodes of its group. */
function alikeNodes({ problem, groups }: BoundSetting): (readonly number[])[] {
  const alike: (readonly number[])[] = problem.nodes.map(() => []);
  for (const { nodes } of groups) for (const n of nodes) alike[n] = nodes;
  return alike;
}

function shuffle(values: Int32Array, random: RandomStream): void {
  for (let k = values.length - 1; k > 0; k--) {
    const other = random.integer(0, k);
    const kept = values[k]!;
    values[k] = values[other]!;
    values[other] = kept;
  }
}
