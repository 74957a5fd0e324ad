import { type LimitName, unitOfDifference } from '../../../../models/facility/limits.js';
import { constraintName } from '../../../reports/wording.js';
import { W_PER_KW } from '../../../../models/units.js';
import type { Violation } from '../../../../models/families/violation.js';
import type {
  AnswerBlock,
  Breach,
  DatabaseFacts,
  DatabaseSummary,
  RoundingEffect,
  TemplateAnswer,
  BrokenLimitCount,
} from '../runs/result.js';
import { type Figure, inOneLine, toldFigures } from '../../../reports/figures.js';
import { plainText } from '../../../reports/html/markup.js';
import { databaseFigures, templateFigures } from '../figures.js';
import {
  celsius,
  countOf,
  fixed,
  gapPercent,
  inUnit,
  oneLine,
  plain,
  significant,
  tasksPerS,
  watts,
} from '../../../reports/format.js';

/** Words for the binding limit of a template in text output, by its name in the database. */
const BINDINGS: Readonly<Record<string, string>> = {
  work: 'all work is done',
  power: 'the power limit',
  saturated: 'every core runs',
  outlet: 'the outlet limit',
  none: 'nothing: more work would cost more per task',
  'infeasible-power': 'running work alone takes more than the power limit',
  'infeasible-outlet': 'running work alone breaks the outlet limit',
};

export function databaseText(facts: DatabaseFacts, summary: DatabaseSummary): string {
  const { states, optimal, binding, ventCombinations: vents, largestGap, largestGapState } = summary;
  const [counted, ...gaps] = told(databaseFigures, { states, feasible: optimal, largestGap, largestGapState });
  const rows: [string, string][] = [
    ['instance', `${oneLine(facts.instanceName)} (SHA-256 ${facts.instanceSha256.slice(0, 12)})`],
    ['air', oneLine(facts.airflow.summary)],
    ['made by', `Plenum ${facts.plenumVersion}, schema version ${facts.schemaVersion}`],
    counted!,
    ...Object.entries(binding).map(([name, count]): [string, string] => [
      '',
      `${count} ${name}: ${BINDINGS[name] ?? name}`,
    ]),
    ...brokenLimitLines(summary).map((text): [string, string] => ['', text]),
    [
      'vents',
      `${vents.best} of ${countOf(vents.all, 'combination')} ${vents.best === 1 ? 'is' : 'are'} best somewhere`,
    ],
    ...gaps,
    [
      'gaps hold for',
      `settings with ${facts.nodesMayBeOff === true ? 'any nodes of groups with mayBeOff on standby' : 'all nodes on (none sleeps)'} and one set-point common to all CRACs`,
    ],
    ['whole cores', `rounded by the rule "${facts.rounding}"`],
    ...(['safe', 'ceiling'] as const).map((rule): [string, string] => [
      '',
      `${rule}: ${effectText(facts.roundingEffects[rule])}`,
    ]),
  ];
  return table(rows);
}

/**
 * Returns the line on the limits that running cores alone violate, with the number of states and the largest excess.
 * Returns no line if all states are feasible.
 */
export function brokenLimitLines({
  brokenLimits,
  breakingSeveral,
}: Pick<DatabaseSummary, 'brokenLimits' | 'breakingSeveral'>): string[] {
  if (brokenLimits.length === 0) return [];
  const several = breakingSeveral === 0 ? '' : `; ${breakingSeveral} break more than one`;
  return [`running work alone breaks ${brokenCountsText(brokenLimits)}${several}`];
}

/** Returns a phrase on each violated limit: number of states, largest excess and its state. */
export function brokenCountsText(counts: readonly BrokenLimitCount[]): string {
  const each = counts.map(
    ({ constraint, unit, states, worst, worstState }) =>
      `the ${constraintName(constraint)} in ${states} (by ${amountText(unit, worst)} at worst, state ${worstState})`,
  );
  return each.join(', ');
}

function brokenText(broken: readonly Violation[]): string {
  return broken
    .map(({ constraint, unit, amount }) => `the ${constraintName(constraint)} by ${amountText(unit, amount)}`)
    .join('; ');
}

function amountText(unit: string, amount: number): string {
  return plain(inUnit(amount, unitOfDifference(unit)));
}

/** Returns a sentence on a rounding rule: states whose whole cores violate a limit, and mean change of work. */
function effectText({ states, outlet, power, work, fewerThanRunning, workChange }: RoundingEffect): string {
  if (states === 0) return 'no feasible state';
  const broken = [
    breachText('outletLimit', outlet, (worst) => `${significant(worst, 3)} K`),
    breachText('powerLimit', power, (worst) => plain(watts(worst))),
    breachText('workLimit', work, (worst) => plain(tasksPerS(worst))),
  ].filter((text) => text !== '');
  const { count, worst, worstState } = fewerThanRunning;
  return [
    broken.length === 0
      ? `breaks no limit of ${countOf(states, 'feasible state')}`
      : `of ${countOf(states, 'feasible state')} breaks ${broken.join(', ')}`,
    `work ${workChange.mean < 0 ? '' : '+'}${fixed(100 * workChange.mean, 3)} % in the mean`,
    ...(count === 0
      ? []
      : [
          `a quadrant is allowed fewer cores than run already ${count} times (by ${worst} at worst, state ${worstState})`,
        ]),
  ].join('; ');
}

function breachText(
  constraint: LimitName,
  { count, worst, worstState }: Breach,
  amount: (worst: number) => string,
): string {
  return count === 0
    ? ''
    : `the ${constraintName(constraint)} in ${count} (by ${amount(worst)} at worst, state ${worstState})`;
}

export function answerText(file: string, answer: TemplateAnswer): string {
  const { found, state, distance, cores } = answer;
  const feasible = answer.status === 'optimal';
  const off = [
    `${signed(distance.arrivingWorkPerS)} tasks/s`,
    `${distance.runningCores.map(signed).join(', ')} cores`,
    `${signed(distance.powerLimitW / W_PER_KW)} kW`,
  ].join('; ');
  const rows: [string, string][] = [
    ['database', file],
    ['found', stateText(found)],
    ['nearest', `${stateText(state)} (state ${state.index})`],
    ['off by', `${off}: ${howFar(answer)}`],
    [
      'status',
      `${answer.status}: ${BINDINGS[answer.binding] ?? answer.binding}${feasible ? `; gap ${plain(gapPercent(answer.gap))}` : '; the setting with the least excess'}`,
    ],
    ...(answer.brokenLimits.length === 0 ? [] : [['breaks', brokenText(answer.brokenLimits)] as [string, string]]),
    ...told(templateFigures, answer),
    ['vents', answer.quadrants.map(({ name, opening }) => `${oneLine(name)} ${opening}`).join(', ')],
    [
      'whole cores',
      `${cores.allowable} (${cores.rounding}): ${plain(tasksPerS(cores.workPerS))}, ${plain(watts(cores.powerW))}, hottest outlet ${plain(celsius(cores.hottestOutletC))}${cores.brokenLimits.length === 0 ? '' : `; breaks ${brokenText(cores.brokenLimits)}`}`,
    ],
    ...answer.quadrants.map(({ name, allowableCores, runningCores, cores: all }): [string, string] => [
      '',
      `${oneLine(name)}: ${allowableCores} of ${all} allowable, ${runningCores} run${allowableCores < runningCores ? ': more than allowable' : ''}`,
    ]),
    ...standbyLine(answer),
  ];
  const above = answer.abovePowerLimitW;
  const notes =
    above > 0 && feasible
      ? [
          `Note: the template takes ${plain(watts(above))} more than there is, because the state stored has a higher limit.\n`,
        ]
      : [];
  return `${table(rows)}${notes.join('')}\n${rackText(answer)}`;
}

/** Returns the row with the number of nodes that may run, as label and text. Returns no row if all nodes are on. */
function standbyLine({ blocks }: TemplateAnswer): [string, string][] {
  if (blocks.every(({ awakeNodes }) => awakeNodes === undefined)) return [];
  const sum = (of: (block: AnswerBlock) => number | undefined): number =>
    blocks.reduce((total, block) => total + (of(block) ?? 0), 0);
  const [on, all] = [sum(({ awakeNodes }) => awakeNodes), sum(({ nodeCount }) => nodeCount)];
  return [['nodes', `${on} of ${all} may run, ${all - on} on standby`]];
}

function howFar({ distance, outsideGrid }: TemplateAnswer): string {
  const { halfSteps } = distance;
  if (halfSteps === 0) return 'it is a state of the grid';
  const amount = halfSteps === null ? '' : `, ${significant(halfSteps, 3)} half steps at most`;
  return `${outsideGrid ? 'OUTSIDE the grid' : 'within the grid'}${amount}`;
}

/** Returns the table of allowable cores by rack and level as text. */
function rackText({ blocks }: TemplateAnswer): string {
  const racks = [...new Set(blocks.map(({ rack }) => rack))];
  const width = Math.max(...racks.map((rack) => oneLine(rack).length), 'rack'.length);
  const tableOf = (head: string, cell: (block: AnswerBlock) => string): string => {
    const lines = racks.map((rack) => {
      const own = blocks.filter((block) => block.rack === rack).sort((one, other) => one.level - other.level);
      return `${oneLine(rack).padEnd(width)}  ${own.map((block) => cell(block).padStart(7)).join('')}`;
    });
    return [`${'rack'.padEnd(width)}  ${head} / all, lowest level first`, ...lines, ''].join('\n');
  };
  const cores = tableOf('allowable cores', ({ allowableCores, cores: all }) => `${allowableCores}/${all}`);
  if (blocks.every(({ awakeNodes }) => awakeNodes === undefined)) return cores;
  const nodes = tableOf('nodes that may run', ({ awakeNodes, nodeCount }) => `${awakeNodes ?? 0}/${nodeCount ?? 0}`);
  return `${cores}\n${nodes}`;
}

function stateText({ arrivingWorkPerS, runningCores, powerLimitW }: TemplateAnswer['found']): string {
  return `${significant(arrivingWorkPerS)} tasks/s arriving; ${runningCores.join(', ')} cores running; ${plain(watts(powerLimitW))}`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${Number(value.toPrecision(6))}`;
}

function told<Of>(figures: readonly Figure<Of>[], of: Of): [string, string][] {
  return toldFigures(figures, 'summary', of).map((one) => [one.label, plainText(inOneLine(one))]);
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(12, ...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name.padEnd(width)}${value}\n`).join('');
}
