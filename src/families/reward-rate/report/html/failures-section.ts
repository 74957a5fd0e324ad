import { S_PER_MIN } from '../../../../../models/units.js';
import { celsius, inUnit, oneLine, percent, rewardPerS, type Shown, watts } from '../../../../reports/format.js';
import { figure, type Markup, markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { shownViolations } from '../../../../reports/wording.js';
import type { FailureCase, Fallback } from '../../runs/failures.js';
import {
  actionWords,
  courseText,
  goneText,
  lostText,
  otherModeTexts,
  remedyTexts,
  spanWords,
  verdictText,
  violationsOf,
} from '../failures-text.js';
import type { ReportRequest } from '../input.js';

/** Maximum number of actions shown for each failure. The record and the plan file contain all. */
const MAX_ACTIONS = 40;

/** Sentence for each verdict on a plan after a failure. */
const VERDICT_WORDS: Readonly<Record<FailureCase['verdict'], string>> = {
  holds: 'holds as it is',
  holdsReset: 'holds at other set-points',
  broken: 'breaks limits',
  noSteadyState: 'no steady state',
};

/** Returns the report section on the plan after CRAC failures; [] if the user did not ask for it. */
export function failuresSections({ record: { result } }: ReportRequest): SectionOptions[] {
  const { failures } = result;
  if (failures === undefined) return [];
  const { cases, assumptions } = failures;
  const overview = table({
    caption: `Each case by itself. A CRAC that is gone removes no heat; whether its fan stops or runs on is said with it, and what becomes of the plan if it does otherwise. Nodes store ${assumptions.nodeThermalMassJPerK} J/K each, air stays under the floor for ${assumptions.plenumTimeConstantS} s (drawn cell by cell, air of a running fan is 25 to 95 s earlier); nobody acts until the red line is passed. Nodes of racks that are gone draw and earn nothing. Rewards are by the checker.`,
    columns: [
      { head: 'Gone' },
      { head: 'The plan', wide: true },
      { head: 'Red line after', numeric: true },
      { head: 'Hottest inlet, plan', numeric: true },
      { head: 'Hottest inlet, fallback', numeric: true },
      { head: 'Reward kept', numeric: true },
      { head: 'Share kept', numeric: true },
      { head: 'Gap', numeric: true },
    ],
    rows: cases.map((one, n) => {
      const { fallback, atPlan, timeToRedLineS, timesToRedLineS: times } = one;
      const stays = result.objective === null ? null : result.objective - (one.lostWithRacksPerS ?? 0);
      const kept = one.verdict === 'holds' ? stays : (fallback?.rewardPerS ?? null);
      return [
        markup`${goneText(one)}`,
        VERDICT_WORDS[one.verdict],
        times !== undefined && times.leastS !== null
          ? spanWords(times)
          : figure(
              fieldOf(n, 'minutes'),
              timeToRedLineS === null ? null : timeToRedLineS / S_PER_MIN,
              inMinutes,
              NO_TIME[one.redLine],
            ),
        figure(fieldOf(n, 'atPlan'), atPlan?.hottestInletC ?? null, celsius, atPlan?.beyondModel ? 'hot' : undefined),
        figure(
          fieldOf(n, 'fallback'),
          fallback?.hottestInletC ?? null,
          celsius,
          one.verdict === 'holds' ? 'no need' : 'none',
        ),
        figure(fieldOf(n, 'kept'), kept, rewardPerS),
        quantity(kept === null || !result.objective ? null : percent(kept / result.objective)),
        figure(fieldOf(n, 'gap'), fallback?.gap ?? null, percent, noGap(one)),
      ];
    }),
  });
  return [
    {
      id: 'failures',
      title: 'When things fail',
      body: [overview, ...cases.flatMap((one, n) => caseOf(one, n, assumptions.horizonS))],
    },
  ];
}

/**
 * Words shown in place of the time at which an inlet exceeds the red line (maximum inlet temperature). They are used if
 * there is no such time, or if it is 0 or unknown.
 */
const NO_TIME: Readonly<Record<FailureCase['redLine'], string>> = {
  kept: 'never',
  passed: 'at once',
  notWithinHorizon: 'not in 4 h',
  unknown: 'unknown',
};

/**
 * Returns the words shown in place of a fallback plan's gap if there is no gap: nothing is lost, there is no fallback
 * plan, or its bound is unknown.
 */
function noGap({ verdict, fallback, lostWithRacksPerS }: FailureCase): string {
  if (verdict === 'holds' || verdict === 'holdsReset')
    return lostWithRacksPerS === undefined ? 'nothing lost' : 'nothing more lost';
  return fallback === null ? 'none' : 'no bound';
}

/** Returns the identifier by which the page marks a figure of failure number n. Numbers of failures start from 0. */
function fieldOf(n: number, name: string): string {
  return `failure${n + 1}.${name}`;
}

function inMinutes(value: number | null | undefined): Shown | null {
  if (value === null || value === undefined) return null;
  return value * S_PER_MIN < 1 ? { digits: 'at once', unit: '' } : { digits: value.toFixed(1), unit: 'min' };
}

/** Returns text and table of actions for failure number n, counted from 0; [] if the plan can stay unchanged. */
function caseOf(one: FailureCase, n: number, horizonS: number): Markup[] {
  if (one.verdict === 'holds' && one.lostWithRacksPerS === undefined) return [];
  const { texts, more } = shownViolations(violationsOf(one));
  const limits = [...texts, ...(more > 0 ? [`and ${more} more`] : [])].map(
    (text) => markup` ${sentence(oneLine(text))}.`,
  );
  const others = otherModeTexts(one, horizonS).map((text) => markup`<p>${text}</p>\n`);
  const remedies = remedyTexts(one).map((text) => markup` ${text}`);
  return [
    markup`<h3>${goneText(one)} gone</h3>\n<p>${sentence(verdictText(one))}${lostText(one)}${limits} ${courseText(one, horizonS)}${remedies}</p>\n`,
    ...(one.fallback === null ? [] : fallbackOf(one.fallback, n)),
    ...others,
  ];
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fallbackOf(fallback: Fallback, n: number): Markup[] {
  const { actions, scope, boundRewardPerS, lostRewardPerS, totalPowerW, file } = fallback;
  const facts = markup`<p class="caption">Reward given up <span>${figure(fieldOf(n, 'lost'), lostRewardPerS, rewardPerS)}</span>, power ${quantity(watts(totalPowerW))}.${boundRewardPerS === null ? '' : markup` Bound ${figure(fieldOf(n, 'bound'), boundRewardPerS, rewardPerS)}. It is of ${scope ?? ''}: none earns more.`}${file === undefined ? '' : ` The plan is in ${file}.`}</p>\n`;
  if (actions.length === 0) return [facts];
  const shown = actions.slice(0, MAX_ACTIONS);
  const steps = table({
    caption: `After the set-points, in this order: what takes most off the critical inlet for the least reward first.${actions.length > shown.length ? ` The first ${shown.length} of ${actions.length}.` : ''}`,
    columns: [
      { head: 'No.', numeric: true },
      { head: 'Action', wide: true },
      { head: 'Zone' },
      { head: 'Nodes', numeric: true },
      { head: 'Power saved', numeric: true },
      { head: 'Off the critical inlet', numeric: true },
      { head: 'Reward after', numeric: true },
    ],
    rows: shown.map((action, a) => [
      String(a + 1),
      actionWords(action),
      markup`${nameOf(action.zone)}`,
      String(action.nodes),
      quantity(watts(action.savedW)),
      quantity(inUnit(action.savedInletK, 'K'), 'none'),
      figure(fieldOf(n, `after${a + 1}`), action.rewardAfterPerS, rewardPerS),
    ]),
  });
  return [facts, steps];
}
