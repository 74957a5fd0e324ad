import type { Template, TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { TemplateState } from '../../../../../models/families/templates/model.js';
import type { AtlasSummary, MeanOfRange } from './record.js';

/** Object with each name of a binding limit as key. Its type makes the compiler report a missing name. */
const EVERY_BINDING: Readonly<Record<TemplateBinding, true>> = {
  work: true,
  saturated: true,
  power: true,
  outlet: true,
  none: true,
  'infeasible-power': true,
  'infeasible-outlet': true,
};
/** All names of binding limits that a template may have. */
export const BINDINGS = Object.keys(EVERY_BINDING) as readonly TemplateBinding[];

/** Maximum number of bars in the histogram of set-points. */
const BINS = 12;
/** Relative optimality gap above which a state counts as not solved to optimality. Our choice: 0.0001 %. */
const OPEN_GAP = 1e-6;

/** Computes the summary of a database, to which states are added one by one. */
export class SummaryOfStates {
  private states = 0;
  private readonly bindings = new Map<TemplateBinding, number>();
  private readonly vents = new Map<number, number>();
  private readonly limits = new Map<number, { states: number; feasible: number }>();
  private readonly setPointsC: number[] = [];
  private readonly tasksPerJ = new Range();
  private readonly powerW = new Range();
  private readonly setPointC = new Range();
  private largestGap = -Infinity;
  private largestGapState = -1;
  private openGaps = 0;

  constructor(
    private readonly setPointMinC: number,
    private readonly setPointMaxC: number,
  ) {}

  add({ index, powerLimitW }: TemplateState, template: Template): void {
    const { status, binding, vents, setPointC, tasksPerJ, boundTasksPerJ } = template;
    this.states += 1;
    this.bindings.set(binding, (this.bindings.get(binding) ?? 0) + 1);
    const limit = this.limits.get(powerLimitW) ?? { states: 0, feasible: 0 };
    this.limits.set(powerLimitW, limit);
    limit.states += 1;
    if (status !== 'optimal') return;
    limit.feasible += 1;
    this.vents.set(vents, (this.vents.get(vents) ?? 0) + 1);
    this.setPointsC.push(setPointC);
    this.setPointC.add(setPointC);
    this.tasksPerJ.add(tasksPerJ);
    this.powerW.add(template.powerW);
    const gap = tasksPerJ > 0 ? boundTasksPerJ / tasksPerJ - 1 : boundTasksPerJ > 0 ? Infinity : 0;
    if (gap > OPEN_GAP) this.openGaps += 1;
    if (gap > this.largestGap) {
      this.largestGap = gap;
      this.largestGapState = index;
    }
  }

  summary(): AtlasSummary {
    const feasible = this.setPointsC.length;
    const { largestGap, largestGapState, openGaps } = this;
    return {
      states: this.states,
      feasible,
      bindings: BINDINGS.map((binding) => ({ binding, states: this.bindings.get(binding) ?? 0 })),
      vents: [...this.vents]
        .map(([vents, states]) => ({ vents, states }))
        .sort((one, other) => other.states - one.states || one.vents - other.vents),
      setPoints: this.histogram(),
      powerLimits: [...this.limits]
        .map(([powerLimitW, counts]) => ({ powerLimitW, ...counts }))
        .sort((one, other) => one.powerLimitW - other.powerLimitW),
      feasibleOnly:
        feasible === 0
          ? null
          : {
              setPointC: this.setPointC.figures(),
              tasksPerJ: this.tasksPerJ.figures(),
              powerW: this.powerW.figures(),
              largestGap,
              largestGapState,
              openGaps,
            },
    };
  }

  /**
   * Returns the number of feasible states by set-point, in bins of equal width. The width is the smallest of some round
   * values from 0.1 to 10 C with which there are at most `BINS` bins. A bin includes its lower end.
   */
  private histogram(): AtlasSummary['setPoints'] {
    if (this.setPointsC.length === 0) return [];
    const { least, most } = this.setPointC.figures();
    const widthC = [0.1, 0.2, 0.5, 1, 2, 5].find((width) => (most - least) / width <= BINS) ?? 10;
    const first = Math.floor(Math.max(least, this.setPointMinC) / widthC + 1e-9);
    const last = Math.max(first, Math.ceil(Math.min(most, this.setPointMaxC) / widthC - 1e-9) - 1);
    const counts = new Array<number>(last - first + 1).fill(0);
    for (const setPointC of this.setPointsC) {
      const bin = Math.min(last, Math.max(first, Math.floor(setPointC / widthC + 1e-9))) - first;
      counts[bin]! += 1;
    }
    return counts.map((states, k) => ({
      fromC: Number(((first + k) * widthC).toFixed(1)),
      toC: Number(((first + k + 1) * widthC).toFixed(1)),
      states,
    }));
  }
}

class Range {
  private least = Infinity;
  private most = -Infinity;
  private sum = 0;
  private count = 0;

  add(value: number): void {
    this.least = Math.min(this.least, value);
    this.most = Math.max(this.most, value);
    this.sum += value;
    this.count += 1;
  }

  figures(): MeanOfRange {
    return { least: this.least, mean: this.sum / this.count, most: this.most };
  }
}
