import type { Template } from '../../../../models/families/templates/template.js';
import type { Violation } from '../../../../models/families/violation.js';
import { MAX_LISTED } from '../../../check/faults.js';
import type { TemplateFigures, TemplateVerdict } from '../check/verdict.js';
import { BrokenLimitCounts } from './summary.js';
import type { FaultKind, GapFigures, TemplateFault, TemplatesCheckFindings } from './check-result.js';

/** Relative amount by which a template's bound may exceed the checker's upper bound, for rounding error. */
const ROUNDING = 1e-9;
/**
 * Relative amount by which the bound stored with a template may be below the checker's bound from dual values and still
 * count as proven. Our choice: the accuracy of the solver's searches.
 */
const PROVEN = 1e-7;

interface Gap {
  readonly gap: number;
  readonly state: number;
}

/** Collects and counts the faults of templates. */
export class CheckFindings {
  private readonly kinds = new Map<string, FaultKind>();
  private readonly faults: TemplateFault[] = [];
  private readonly proven: Gap[] = [];
  private readonly independent: Gap[] = [];
  private readonly byPrices: Gap[] = [];
  private boundBelowPrices = 0;
  private optimal = 0;
  private infeasible = 0;
  private broken = 0;
  private boundAboveCeiling = 0;
  private short = { templates: 0, most: 0 };
  private lost = 0;
  private readonly limits = new BrokenLimitCounts();
  private readonly stated = new BrokenLimitCounts();
  private nearest: TemplatesCheckFindings['nearestToFeasible'] = null;

  /**
   * Adds the result of the check of one template.
   *
   * @param powerLimitW power limit of the template's state, W
   */
  add(template: Template, { faults, figures, brokenLimits, statedLimits }: TemplateVerdict, powerLimitW: number): void {
    const { state, status } = template;
    if (faults.length > 0) this.broken += 1;
    for (const fault of faults) this.count({ state, ...fault });
    const kinds = new Map(faults.map((fault) => [kindOf(fault), fault]));
    for (const key of kinds.keys()) {
      const known = this.kinds.get(key)!;
      this.kinds.set(key, { ...known, templates: known.templates + 1 });
    }
    if (status === 'infeasible') this.infeasible += 1;
    else this.optimal += 1;
    if (figures === null) return;
    this.stated.add(state, worstOfEach(statedLimits));
    if (status === 'infeasible') {
      this.addInfeasible(template, figures, powerLimitW);
      this.limits.add(state, worstOfEach(brokenLimits));
    } else this.addOptimal(template, figures);
    if (figures.coresShort > 0) {
      const { templates, most } = this.short;
      this.short = { templates: templates + 1, most: Math.max(most, figures.coresShort) };
    }
  }

  private addOptimal({ state, boundTasksPerJ }: Template, figures: TemplateFigures): void {
    const { continuous, whole, ceilingTasksPerJ, provenTasksPerJ } = figures;
    if (provenTasksPerJ !== null && boundTasksPerJ < provenTasksPerJ * (1 - PROVEN)) this.boundBelowPrices += 1;
    if (boundTasksPerJ > ceilingTasksPerJ * (1 + ROUNDING)) this.boundAboveCeiling += 1;
    if (!(continuous.tasksPerJ > 0)) return;
    this.proven.push({ gap: boundTasksPerJ / continuous.tasksPerJ - 1, state });
    this.independent.push({ gap: ceilingTasksPerJ / continuous.tasksPerJ - 1, state });
    if (provenTasksPerJ !== null) this.byPrices.push({ gap: provenTasksPerJ / continuous.tasksPerJ - 1, state });
    this.lost += 1 - whole.workPerS / continuous.workPerS;
  }

  private addInfeasible({ state, binding }: Template, { least }: TemplateFigures, powerLimitW: number): void {
    if (binding !== 'infeasible-power') return;
    const lacksW = least.powerW - powerLimitW;
    if (this.nearest === null || lacksW < this.nearest.lacksW) this.nearest = { state, lacksW };
  }

  private count(fault: TemplateFault): void {
    if (this.faults.length < MAX_LISTED) this.faults.push(fault);
    const { constraint, unit } = fault;
    const known = this.kinds.get(kindOf(fault));
    this.kinds.set(kindOf(fault), {
      constraint,
      unit,
      templates: known?.templates ?? 0,
      faults: (known?.faults ?? 0) + 1,
      worst: known === undefined || fault.amount > known.worst.amount ? fault : known.worst,
    });
  }

  result(roomFaults: readonly Violation[]): TemplatesCheckFindings {
    const { optimal, infeasible, broken, boundAboveCeiling, proven, independent } = this;
    return {
      holds: broken === 0 && roomFaults.length === 0,
      checked: optimal + infeasible,
      optimal,
      infeasible,
      broken,
      roomFaults,
      faultKinds: [...this.kinds.values()].sort((a, b) => b.templates - a.templates),
      faults: this.faults,
      provenGap: gapFigures(proven),
      ceilingGap: gapFigures(independent),
      pricesGap: gapFigures(this.byPrices),
      boundBelowPrices: this.boundBelowPrices,
      boundAboveCeiling,
      coresShort: this.short,
      roundingLoss: proven.length === 0 ? null : this.lost / proven.length,
      brokenLimits: this.limits.counts(),
      statedLimits: this.stated.counts(),
      breakingSeveral: this.limits.several,
      nearestToFeasible: this.nearest,
    };
  }
}

/** Returns for each violated limit only its largest violation, e.g. that of the hottest outlet. */
function worstOfEach(broken: readonly Violation[]): Violation[] {
  const worst = new Map<string, Violation>();
  for (const one of broken) {
    const known = worst.get(one.constraint);
    if (known === undefined || one.amount > known.amount) worst.set(one.constraint, one);
  }
  return [...worst.values()];
}

function kindOf({ constraint, unit }: Violation): string {
  return `${constraint} ${unit}`;
}

function gapFigures(gaps: readonly Gap[]): GapFigures | null {
  if (gaps.length === 0) return null;
  const sorted = [...gaps].sort((a, b) => a.gap - b.gap || a.state - b.state);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]!.gap;
  const last = sorted.at(-1)!;
  return { median: at(0.5), p95: at(0.95), largest: last.gap, largestState: last.state };
}
