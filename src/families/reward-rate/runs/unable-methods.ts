import type { MethodOutcome } from '../methods/outcome.js';
import { type Method, METHODS } from '../methods/registry.js';

/** Outcome of a method that keeps all nodes on where only plans with nodes on standby keep the limits. */
export function notWithAllOn({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} keeps all nodes on, and with all nodes idle a limit is broken: use a method that puts nodes on standby, e.g. config-lp.`,
  );
}

/** Outcome of a method that knows one row of M for each inlet where plans must keep the red line with many. */
export function notWithUncertainRows({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} makes no robust plans where inlet rises are uncertain: use config-lp, lp, greedy-power or greedy, or leave uncertainty.robust out.`,
  );
}

/** Outcome of a method whose nodes mix configurations where different settings are limited. */
export function notWithinSettings({ name }: Method): MethodOutcome {
  const able = METHODS.filter(({ runsWhole }) => runsWhole === true).map((method) => method.name);
  return noPlan(
    `Method ${name} does not keep limits.distinctSettings: use ${able.join(', ')}, or leave distinctSettings out.`,
  );
}

/** Outcome of a method that knows no failed rooms where plans must keep their limits as well. */
export function notSurviving({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} makes no plans that survive a failure: use config-lp, lp, greedy-power or greedy, or leave limits.survive out.`,
  );
}

function noPlan(warning: string): MethodOutcome {
  return { plan: null, claimedRewardPerS: null, certificate: null, stoppedEarly: false, warnings: [warning], work: {} };
}
