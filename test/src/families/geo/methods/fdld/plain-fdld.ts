import type { GeoCentre, GeoModel } from '../../../../../../models/families/geo/model.js';
import { nodeLoad } from '../../../../../../models/families/geo/node-load.js';
import { transitionsOf } from '../../../../../../models/families/geo/transitions.js';
import type { FdldOptions } from '../../../../../../src/families/geo/methods/fdld/options.js';

/** phi by task type (SO, TAO), or the co-location model (CL). */
export type PlainKnowledge = readonly number[] | 'co-location';

export interface PlainRemoval {
  readonly epoch: number;
  readonly centre: number;
  readonly type: number;
  readonly tasks: readonly number[];
  readonly task: number;
}

interface PlainNode {
  readonly epoch: number;
  readonly centre: number;
  readonly type: number;
  tasks: number[];
}

interface Candidate extends PlainRemoval {
  readonly node: PlainNode;
  readonly change: number;
}

/** Of rounding, as a share of the whole force. */
const ROUNDING = 1e-13;

/**
 * Algorithm 4 as it reads: single nodes, every removal of every node tried, the whole force of every trial computed anew from
 * Eqs. 38-47 with prices. Changes of force are summed term by term, so that the terms that stay do not drown those that change.
 */
export class PlainFdld {
  readonly nodes: PlainNode[];
  /** Of all removals: data centres, node types and task types of the epoch of which some node runs one. */
  candidates = 0;
  private readonly colocated = new Map<string, Float64Array>();

  constructor(
    private readonly model: GeoModel,
    private readonly knowledge: PlainKnowledge,
    private readonly options: FdldOptions,
  ) {
    this.nodes = [];
    for (let epoch = 0; epoch < model.epochCount; epoch++) {
      for (const [centre, { nodeCount, allowed }] of model.centres.entries()) {
        for (const [type, { tasks }] of model.nodeTypes.entries()) {
          for (let m = 0; m < nodeCount[type]!; m++) {
            const all = tasks.map(({ task }) => task).filter((i) => allowed[i] === 1 && this.arrivals(epoch, i) > 0);
            this.nodes.push({ epoch, centre, type, tasks: all.sort((a, b) => a - b) });
          }
        }
      }
    }
  }

  /** Steps 2-21. */
  run(): PlainRemoval[] {
    const made: PlainRemoval[] = [];
    for (;;) {
      const best = this.best();
      if (best === null) return made;
      const { node, epoch, centre, type, tasks, task } = best;
      const near = this.nodes.filter((one) => one.epoch === epoch);
      this.candidates += new Set(near.flatMap((one) => one.tasks.map((i) => `${one.centre} ${one.type} ${i}`))).size;
      node.tasks = tasks.filter((one) => one !== task);
      made.push({ epoch, centre, type, tasks, task });
    }
  }

  /** Eqs. 34 and 43 over all centres and epochs, USD. */
  costUsd(): number {
    return this.cells().reduce((sum, { usd }) => sum + usd, 0);
  }

  /** Z by epoch and task type. */
  rates(): number[][] {
    return Array.from({ length: this.model.epochCount }, (_, epoch) =>
      this.model.taskNames.map((__, i) => {
        let rate = 0;
        for (const node of this.nodes) {
          if (node.epoch === epoch && node.tasks.includes(i)) rate += this.nodeRate(node, i);
        }
        return rate;
      }),
    );
  }

  private best(): Candidate | null {
    const before = this.forceTerms();
    const candidates: Candidate[] = [];
    for (const node of this.nodes) {
      const { epoch, centre, type, tasks } = node;
      for (const task of tasks) {
        node.tasks = tasks.filter((one) => one !== task);
        const rates = this.rates();
        if (rates.every((row, t) => row.every((rate, i) => rate >= this.arrivals(t, i) * (1 - 1e-10)))) {
          const change = this.forceTerms().reduce((sum, term, n) => sum + (term - before[n]!), 0);
          candidates.push({ node, epoch, centre, type, tasks, task, change });
        }
        node.tasks = tasks;
      }
    }
    if (candidates.length === 0) return null;
    const least = Math.min(...candidates.map(({ change }) => change));
    const slack = ROUNDING * before.reduce((sum, term) => sum + Math.abs(term), 0);
    return candidates.filter(({ change }) => change <= least + slack).sort((a, b) => this.order(a, b))[0]!;
  }

  /** Epoch, node type, task set, task type; then the centre where a watt costs most, or as listed. */
  private order(a: Candidate, b: Candidate): number {
    if (a.epoch !== b.epoch) return a.epoch - b.epoch;
    if (a.type !== b.type) return a.type - b.type;
    for (let k = 0; k < Math.max(a.tasks.length, b.tasks.length); k++) {
      const by = (a.tasks[k] ?? -1) - (b.tasks[k] ?? -1);
      if (by !== 0) return by;
    }
    if (a.task !== b.task) return a.task - b.task;
    if (this.options.ties === 'dearest') {
      const by = this.wattUsd(b) - this.wattUsd(a);
      if (by !== 0) return by;
    }
    return a.centre - b.centre;
  }

  private wattUsd({ epoch, centre }: Candidate): number {
    const one = this.model.centres[centre]!;
    return this.price(one, epoch) * one.powerOverhead * (1 + 1 / one.coolingPerPower);
  }

  /** Eqs. 42 and 46. */
  private forceTerms(): number[] {
    const rates = this.rates().flatMap((row, epoch) =>
      row.map((rate, i) => (this.arrivals(epoch, i) > 0 ? Math.exp(rate / this.arrivals(epoch, i) - 1) - 1 : 0)),
    );
    return [...rates, ...this.cells().map(({ usd, greatestUsd }) => Math.exp(usd / greatestUsd) - 1)];
  }

  /** C_actual and C_max, USD, by epoch and centre. */
  private cells(): { usd: number; greatestUsd: number }[] {
    const { model } = this;
    const { rules } = model.instance;
    const hours = model.epochS / 3600;
    const cells: { usd: number; greatestUsd: number }[] = [];
    for (let t = 0; t < model.epochCount; t++) {
      for (const [d, centre] of model.centres.entries()) {
        const price = this.price(centre, t);
        const meter = centre.powerOverhead * (1 + 1 / centre.coolingPerPower);
        let nodesW = 0;
        let greatestW = 0;
        let transitionUsd = 0;
        for (const [j, { peakDynamicW, staticW, sleepW }] of model.nodeTypes.entries()) {
          const workingW = rules.utilisation * peakDynamicW + staticW;
          const awake = this.awake(d, j);
          nodesW += awake[t]! * workingW + (centre.nodeCount[j]! - awake[t]!) * sleepW;
          greatestW += centre.nodeCount[j]! * workingW;
          const { starts, stops } = transitionsOf(awake, model.cyclic);
          const energy = price * meter * (rules.transitionS / model.epochS) * ((workingW - sleepW) / 1000) * hours;
          transitionUsd += energy * (starts[t]! + stops[t]!);
        }
        const kwh = (nodesW / 1000) * meter * hours - centre.renewableKwh[t]!;
        const energyUsd = kwh * (kwh >= 0 ? price : centre.surplusUsdPerKwh[t]!);
        const greatestUsd = price * (greatestW / 1000) * hours * (this.options.greatestCost === 'printed' ? 1 : meter);
        cells.push({ usd: energyUsd + transitionUsd, greatestUsd });
      }
    }
    return cells;
  }

  private awake(centre: number, type: number): number[] {
    const counts = new Array<number>(this.model.epochCount).fill(0);
    for (const node of this.nodes) {
      if (node.centre === centre && node.type === type && node.tasks.length > 0) counts[node.epoch]!++;
    }
    return counts;
  }

  private nodeRate({ type, tasks }: PlainNode, task: number): number {
    const { knowledge, model } = this;
    const { cores, tasks: known } = model.nodeTypes[type]!;
    const busy = model.instance.rules.utilisation;
    if (knowledge !== 'co-location') {
      const { timeS } = known.find((one) => one.task === task)!;
      const [fast, slow] = [1 / timeS[0]!, 1 / timeS[timeS.length - 1]!];
      return (cores * (slow + (fast - slow) * busy) * knowledge[task]!) / tasks.length;
    }
    const key = `${type} ${tasks.join()}`;
    let rates = this.colocated.get(key);
    if (rates === undefined) {
      const slices = tasks.flatMap((one) => {
        const { pStates } = known.find(({ task: i }) => i === one)!;
        return [
          { taskType: model.taskNames[one]!, pState: pStates[0]!, fraction: busy / tasks.length },
          { taskType: model.taskNames[one]!, pState: pStates.at(-1)!, fraction: (1 - busy) / tasks.length },
        ];
      });
      rates = nodeLoad(model, type, [{ count: cores, slices }])!.ratePerS;
      this.colocated.set(key, rates);
    }
    return rates[task]!;
  }

  private arrivals(epoch: number, task: number): number {
    return this.model.arrivalRatePerS[epoch * this.model.taskNames.length + task]!;
  }

  private price(centre: GeoCentre, epoch: number): number {
    return centre.usdPerKwh[epoch]! + (this.model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
  }
}
