import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { Facts } from '../facts.js';
import {
  celsius,
  gigahertz,
  inUnit,
  type Measured,
  watts,
  oneLine,
  percent,
  plain,
  type Shown,
} from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { idleFraction, nodeRuns, type NodeRun, type WorkInTime } from '../plan-rows.js';
import { STANDBY_WORDS } from '../wording.js';
import { absent } from '../../../../reports/html/section.js';
import { type Content, markup, nameOf, quantity, type Markup } from '../../../../reports/html/markup.js';
import { table } from '../../../../reports/html/table.js';

/** Returns a plan as an operator applies it: first the set-points, then what each slot of each rack runs. */
export function settings(input: ReportRequest, facts: Facts): Content[] {
  const { plan, record } = input;
  if (plan === null) return [absent('there is no plan')];
  return [
    table({
      caption: 'CRAC set-points (outlet temperature), return temperature, heat removed and power drawn.',
      columns: [
        { head: 'CRAC' },
        { head: 'Set-point', numeric: true },
        { head: 'Return', numeric: true },
        { head: 'Heat removed', numeric: true },
        { head: 'Power', numeric: true },
      ],
      rows: facts.setPoints.map(({ crac, setPointC }, c) => [
        oneLine(crac),
        quantity(setPoint(setPointC)),
        quantity(celsius(record.evaluation?.cracInletC[c])),
        quantity(watts(record.evaluation?.cracHeatW[c])),
        quantity(watts(record.evaluation?.cracPowerW[c])),
      ]),
    }),
    markup`<p class="caption">plan.json holds the set-points exactly. A CRAC that takes whole steps alone needs a plan for them (--set-point-step): one that is rounded up is too warm.</p>\n`,
    rackTable(input.instance, nodeRuns(input.instance, input.matrix.zones, plan)),
  ];
}

/** Returns a set-point with seven digits, for applying it by hand. Four digits could let inlets exceed their limit. */
export function setPoint(setPointC: Measured): Shown | null {
  return inUnit(setPointC, 'C', { digits: 7 });
}

interface AlikeRacks {
  readonly racks: string[];
  readonly runs: readonly NodeRun[];
}

/** Groups racks by what their slots run, in order of their first racks. Consecutive equal slots are merged. */
function alikeRacks(runs: readonly NodeRun[]): AlikeRacks[] {
  const byRack = new Map<string, NodeRun[]>();
  for (const run of runs) {
    const own = byRack.get(run.rack) ?? [];
    byRack.set(run.rack, own);
    const last = own.at(-1);
    const isNext = last?.lastSlot != null && run.firstSlot === last.lastSlot + 1;
    if (isNext && settingOf(last) === settingOf(run)) {
      own[own.length - 1] = { ...last, lastSlot: run.lastSlot, nodes: last.nodes + run.nodes };
    } else own.push(run);
  }
  const alike = new Map<string, AlikeRacks>();
  for (const [rack, own] of byRack) {
    const key = JSON.stringify(own.map((run) => [run.firstSlot, run.lastSlot, run.nodes, settingOf(run)]));
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { racks: [rack], runs: own });
    else known.racks.push(rack);
  }
  return [...alike.values()];
}

/** Returns a text that is equal for nodes with equal work. */
function settingOf({ nodeType, coreSets, works, standby }: NodeRun): string {
  return JSON.stringify([nodeType, coreSets, works, standby]);
}

/** Returns a table of what the nodes of every rack run. Racks with equal work share a row. */
export function rackTable(
  instance: Pick<RewardRateInstance, 'facility'>,
  runs: readonly NodeRun[],
  file = 'plan.csv',
): Markup {
  const frequencies = new Map(instance.facility.nodeTypes.map((type) => [type.name, type.pStateFrequenciesGHz]));
  const rows = alikeRacks(runs).flatMap(({ racks, runs: own }) =>
    own.map((run, n) => {
      const names = racks.map((rack) => (rack === '' ? 'unknown' : oneLine(rack))).join(', ');
      return [
        // The racks' names once, at their first row: the eye finds the next ones by it.
        n > 0 ? '' : racks.length > 1 ? `${names} (${racks.length} racks)` : names,
        markup`<span class="nb">${slotsOf(run)}</span>`,
        markup`<span class="nb">${String(run.nodes)} × ${nameOf(run.nodeType)}</span>`,
        workOf(run, frequencies.get(run.nodeType)),
      ];
    }),
  );
  const columns = [{ head: 'Racks' }, { head: 'Slots' }, { head: 'Nodes' }, { head: 'Cores of each node', wide: true }];
  const caption = `What the cores of every node run, from the lowest slot up; of each rack where several are named. ${file} has it zone by zone.`;
  return table({ caption, columns, rows });
}

function slotsOf({ firstSlot, lastSlot }: NodeRun): string {
  if (firstSlot === null) return 'unknown';
  return firstSlot === lastSlot ? String(firstSlot) : `${firstSlot}–${String(lastSlot)}`;
}

function workOf({ standby, works, coreSets }: NodeRun, frequenciesGHz: readonly number[] | undefined): Content {
  if (standby !== undefined) return STANDBY_WORDS[standby];
  if (works !== undefined) {
    return works.map((work, w) => markup`${w > 0 ? '; then ' : 'in turn: '}${workInTime(work, frequenciesGHz)}`);
  }
  if (coreSets.every(({ slices }) => slices.length === 0)) return 'all idle';
  return coreSets.map((share, s) => markup`${s > 0 ? '; ' : ''}${coreSet(share, frequenciesGHz)}`);
}

function workInTime({ share, coreSets }: WorkInTime, frequenciesGHz: readonly number[] | undefined): Markup {
  const sets = coreSets.every(({ slices }) => slices.length === 0)
    ? 'all idle'
    : coreSets.map((set, s) => markup`${s > 0 ? ', ' : ''}${coreSet(set, frequenciesGHz)}`);
  return markup`${plain(percent(share))} of the time ${sets}`;
}

function coreSet({ count, slices }: CoreShare, frequenciesGHz: readonly number[] | undefined): Markup {
  if (slices.length === 0) return markup`${String(count)} idle`;
  const parts = slices.map(({ taskType, pState, fraction }) => {
    const clock = gigahertz(frequenciesGHz?.[pState]);
    const speed = clock === null ? `P${String(pState)}` : `P${String(pState)}, ${plain(clock)}`;
    const time = fraction === 1 ? '' : ` for ${plain(percent(fraction))} of the time`;
    return `${oneLine(taskType)} (${speed})${time}`;
  });
  const idle = idleFraction(slices);
  if (idle > 0) parts.push(`idle for ${plain(percent(idle))} of the time`);
  return markup`${String(count)} × ${parts.join(' + ')}`;
}
