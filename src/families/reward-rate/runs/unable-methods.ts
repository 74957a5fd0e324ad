import type { MethodOutcome } from '../methods/outcome.js';
import { type Method, METHODS } from '../methods/registry.js';

/**
 * Returns the outcome of a method that keeps all nodes on, for an instance whose limits can be kept only with nodes on
 * standby.
 */
export function notWithAllOn({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} keeps all nodes on, and with all nodes idle a limit is broken: use a method that puts nodes on standby, e.g. config-lp.`,
  );
}

/**
 * Returns the outcome of a method that needs an influence matrix without uncertainty, for an instance in which rows of
 * this matrix are uncertain.
 */
export function notWithUncertainRows({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} makes no robust plans where inlet rises are uncertain: use config-lp, lp, greedy-power or greedy, or leave uncertainty.robust out.`,
  );
}

/**
 * Returns the outcome of a method whose nodes divide their time over configurations, for an instance that limits the
 * number of settings.
 */
export function notWithinSettings({ name }: Method): MethodOutcome {
  const able = METHODS.filter(({ runsWhole }) => runsWhole === true).map((method) => method.name);
  return noPlan(
    `Method ${name} does not keep limits.distinctSettings: use ${able.join(', ')}, or leave distinctSettings out.`,
  );
}

/**
 * Returns the outcome of a method that does not consider CRAC failures, for an instance whose plans must survive them.
 */
export function notSurviving({ name }: Method): MethodOutcome {
  return noPlan(
    `Method ${name} makes no plans that survive a failure: use config-lp, lp, greedy-power or greedy, or leave limits.survive out.`,
  );
}

function noPlan(warning: string): MethodOutcome {
  return { plan: null, claimedRewardPerS: null, certificate: null, stoppedEarly: false, warnings: [warning], work: {} };
}
