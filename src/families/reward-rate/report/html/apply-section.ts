import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { Facts } from '../facts.js';
import { celsius, gigahertz, watts, oneLine, percent, plain } from '../../../../reports/format.js';
import type { ReportInput } from '../input.js';
import { idleFraction, nodeRuns, type NodeRun, type WorkInTime } from '../plan-rows.js';
import { STANDBY_WORDS } from '../wording.js';
import { violationText } from '../../../../reports/wording.js';
import { absent } from '../../../../reports/html/section.js';
import { counted, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Plan in an operator's terms: set-points, then what every slot of every rack runs. */
export function applySection(input: ReportInput, facts: Facts): SectionOptions {
  const head = { id: 'apply', title: 'What to apply' };
  const { plan, record } = input;
  if (plan === null) return { ...head, body: [absent('there is no plan'), violations(input)] };
  return {
    ...head,
    body: [
      violations(input),
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
          quantity(celsius(setPointC)),
          quantity(celsius(record.evaluation?.cracInletC[c])),
          quantity(watts(record.evaluation?.cracHeatW[c])),
          quantity(watts(record.evaluation?.cracPowerW[c])),
        ]),
      }),
      markup`<p class="caption">Set-points are rounded here to a thousandth of a degree; the plan file holds them exactly.</p>\n`,
      rackTable(input, nodeRuns(input.instance, input.matrix.zones, plan)),
    ],
  };
}

function violations({ record: { result } }: ReportInput): Markup {
  if (result.violations.length === 0) return NOTHING;
  return markup`<div class="callout"><strong>Limits violated (${String(result.violations.length)})</strong><ul>${result.violations.map((violation) => markup`<li>${oneLine(violationText(violation))}</li>`)}</ul></div>\n`;
}

function rackTable({ instance }: ReportInput, runs: readonly NodeRun[]): Markup {
  const frequencies = new Map(instance.facility.nodeTypes.map((type) => [type.name, type.pStateFrequenciesGHz]));
  const racks = new Set(runs.map((run) => run.rack)).size;
  return markup`<details><summary>What every rack runs (${counted(racks, 'rack')})</summary>
${table({
  caption: 'By rack, from the lowest slot of each zone: what every core of these nodes runs.',
  columns: [
    { head: 'Rack' },
    { head: 'Zone' },
    { head: 'Slots' },
    { head: 'Nodes' },
    { head: 'Cores of each node', wide: true },
  ],
  rows: runs.map((run, i) => [
    // The rack's name once, at its first row: the eye finds the next rack by it.
    i > 0 && runs[i - 1]!.rack === run.rack ? '' : run.rack === '' ? 'unknown' : oneLine(run.rack),
    oneLine(run.zone),
    run.firstSlot === null
      ? 'unknown'
      : run.firstSlot === run.lastSlot
        ? String(run.firstSlot)
        : `${String(run.firstSlot)}–${String(run.lastSlot)}`,
    markup`${String(run.nodes)} × ${nameOf(run.nodeType)}`,
    run.standby !== undefined
      ? STANDBY_WORDS[run.standby]
      : run.works !== undefined
        ? run.works.map(
            (work, w) => markup`${w > 0 ? '; then ' : 'in turn: '}${workInTime(work, frequencies.get(run.nodeType))}`,
          )
        : run.coreSets.every(({ slices }) => slices.length === 0)
          ? 'all idle'
          : run.coreSets.map(
              (share, s) => markup`${s > 0 ? '; ' : ''}${coreSet(share, frequencies.get(run.nodeType))}`,
            ),
  ]),
})}</details>\n`;
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
