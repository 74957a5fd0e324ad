import { oneLine } from '../../../reports/format.js';
import { violationText } from '../../../reports/wording.js';
import type { FailureCase, FailuresRecord, SteadyState } from '../studies/failures/record.js';

/** Greatest number of violations printed by case. Ours. */
const MAX_VIOLATIONS = 3;

/** Lines for people on what happens when CRACs fail, a case each with what it breaks. */
export function failuresText({ assumptions, cases }: FailuresRecord): string[] {
  const { nodeThermalMassJPerK, plenumTimeConstantS } = assumptions;
  return [
    `When things fail (fans run; ${nodeThermalMassJPerK} J/K per node, floor ${plenumTimeConstantS} s):`,
    ...cases.flatMap((one) => {
      const violations = (one.reset ?? one.atPlan)?.violations ?? [];
      const shown = violations.slice(0, MAX_VIOLATIONS).map((violation) => `    ${oneLine(violationText(violation))}`);
      const more = violations.length - shown.length;
      const head = `  ${one.gone.map(oneLine).join(' and ')} gone: ${verdictOf(one)}${courseText(one, assumptions.horizonS)}`;
      return [head, ...shown, ...(more > 0 ? [`    and ${more} more`] : [])];
    }),
  ];
}

function verdictOf({ verdict, atPlan, reset, gone }: FailureCase): string {
  if (verdict === 'holds') return `all limits hold at the set-points of the plan${reserveText(atPlan)}.`;
  if (verdict === 'noSteadyState') return 'no steady state: some air meets no CRAC at work.';
  if (verdict === 'broken') return 'no set-points were found that keep all limits.';
  const left = Object.entries(reset?.setPointsC ?? {}).filter(([name]) => !gone.includes(name));
  return `all limits hold once set to ${left.map(([name, setC]) => `${oneLine(name)} ${setC.toFixed(3)} C`).join(', ')}${reserveText(reset)}.`;
}

function reserveText(state: SteadyState | null): string {
  return (state?.reservesUsed.length ?? 0) > 0 ? '; it uses the reserve' : '';
}

function courseText({ redLine, timeToRedLineS }: FailureCase, horizonS: number): string {
  if (redLine === 'kept') return ' At the set-points of the plan no inlet passes the red line on the way.';
  if (redLine === 'unknown') return ' The time to the red line is unknown: the matrix has no paths of air.';
  if (timeToRedLineS === null)
    return ` At the set-points of the plan the red line is not passed within ${horizonS / 60} minutes.`;
  return ` At the set-points of the plan the red line is passed ${afterText(timeToRedLineS)}.`;
}

/** Time in words, to the second below two minutes: steps there are of one second. */
function afterText(timeS: number): string {
  if (timeS < 1) return 'at once';
  return timeS < 120 ? `after ${timeS.toFixed(0)} s` : `after ${(timeS / 60).toFixed(1)} minutes`;
}
