import { countOf, inUnit, percent, plain, rewardPerS, watts } from '../../../reports/format.js';
import { inletShown } from '../../../reports/wording.js';
import type { Alternative, AlternativesRecord, Criterion, Measures } from '../runs/alternatives.js';

/** Words for the criteria by which alternative plans are simpler. */
export const CRITERION_WORDS: Readonly<Record<Criterion, string>> = {
  fewestSettings: 'fewest settings',
  fewestNodesOn: 'fewest nodes on',
  coolest: 'coolest',
  mostEven: 'most even',
};

/** Returns the value of a criterion as text, such as "12 settings" (different mixes of work on nodes). */
export function measureText(criterion: Criterion, measures: Measures): string {
  const { settings, nodesOn, hottestInletC, rackSpreadW } = measures;
  switch (criterion) {
    case 'fewestSettings':
      return `${settings} ${settings === 1 ? 'setting' : 'settings'}`;
    case 'fewestNodesOn':
      return `${nodesOn} ${nodesOn === 1 ? 'node' : 'nodes'} on`;
    case 'coolest':
      return `hottest inlet ${plain(inletShown(hottestInletC))}`;
    case 'mostEven':
      return `racks within ${plain(inUnit(rackSpreadW, 'W'))} of their mean`;
  }
}

/**
 * Returns text, without a full stop, that compares an alternative plan with the best one: its reward, power and number
 * of changed nodes.
 */
export function costText(
  { objective, lost, powerW, changedNodes }: Alternative,
  best: AlternativesRecord['best'],
): string {
  const less = objective + lost > 0 ? ` (${plain(percent(lost / (objective + lost)))} less)` : '';
  const change = powerW - best.powerW;
  const power = `${plain(watts(Math.abs(change)))} ${change > 0 ? 'more' : 'less'}`;
  return `${plain(rewardPerS(objective))}${less}, ${power}, ${countOf(changedNodes, 'node')} set otherwise`;
}

/** Returns a line of text for each alternative plan, and one for each criterion without an alternative. */
export function alternativeLines({ plans, none, best, cut }: AlternativesRecord): string[] {
  return [
    ...plans.map((one) => {
      const { criterion, measures } = one;
      return `${CRITERION_WORDS[criterion]}: ${measureText(criterion, measures)} instead of ${measureText(criterion, best)}; ${costText(one, best)}`;
    }),
    ...none.map(({ criterion, reason }) => `${CRITERION_WORDS[criterion]}: none; ${reasonText(reason)}`),
    ...(cut ? ['the search was cut: there may be better ones'] : []),
  ];
}

/** Returns why there is no alternative by some criterion, with words in place of the criteria's names. */
export function reasonText(reason: string): string {
  return Object.entries(CRITERION_WORDS).reduce((text, [criterion, words]) => text.replace(criterion, words), reason);
}
