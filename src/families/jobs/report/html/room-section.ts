import { oneLine, inUnit, joules, type Measured, type Shown, percent } from '../../../../reports/format.js';
import { counted, figure, markup, NOTHING, quantity, type Content } from '../../../../reports/html/markup.js';
import { BLUE } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import { clockFor, type JobsReportRequest, momentText, timeAxis } from './page-input.js';

/** Maximum number of set-point changes drawn. Our choice: more cannot be distinguished on 1,000 px. */
const MAX_CHANGES = 1000;

/**
 * Returns the section on the machine room's energy, set-points and hottest inlet; none if the instance asks for no
 * room.
 */
export function roomSections({ record: { result }, figures: { firstDay } }: JobsReportRequest): SectionOptions[] {
  const { room } = result;
  if (room === null) return [];
  const { idleJ, jobsJ, upsLossJ, coolingJ, otherJ, totalJ, untilS, setPoints, redLineC, hottest } = room;
  const parts = Object.entries({ idleJ, jobsJ, upsLossJ, coolingJ, otherJ });
  const { clock, ...across } = timeAxis(untilS, firstDay);
  const shown = setPoints.slice(0, MAX_CHANGES);
  const points: Series['points'] = [
    ...shown.map(({ fromS, setPointC }) => [fromS / clock.seconds, setPointC] as const),
    [untilS / clock.seconds, shown.length < setPoints.length ? null : (setPoints.at(-1)?.setPointC ?? null)],
  ];
  const left = setPoints.length - shown.length;
  return [
    {
      id: 'room',
      title: 'Energy of the room',
      body: [
        markup`<p>With idle nodes, UPS and cooling the room draws ${figure('room-totalJ', totalJ, joules)} from the start of the period to ${momentText(untilS, firstDay, clockFor(untilS))}, for a value of ${figure('room-valuePerMJ', room.valuePerMJ, perMJ)}. The hottest inlet is that of ${oneLine(hottest.zone)}, ${quantity({ digits: hottest.inletC.toFixed(3), unit: '°C' })} at ${momentText(hottest.atS, firstDay, clockFor(untilS))}; the red line is ${quantity({ digits: redLineC.toFixed(3), unit: '°C' })}.</p>\n`,
        table({
          caption: 'Energy of the room by part.',
          columns: [{ head: 'Part' }, { head: 'Energy', numeric: true }, { head: 'Share', numeric: true }],
          rows: parts.map(([part, energyJ]): Content[] => [
            PARTS[part as keyof typeof PARTS],
            figure(`room-${part}`, energyJ, joules),
            quantity(totalJ > 0 ? percent(energyJ / totalJ) : null),
          ]),
          foot: ['all', quantity(joules(totalJ)), ''],
        }),
        ...(setPoints.length < 2 ? [still(setPoints[0]?.setPointC)] : changes()),
      ],
    },
  ];

  function changes(): Content[] {
    return [
      seriesChart({
        id: 'set-points',
        title: 'Steps over time: set-point of the CRACs.',
        ...across,
        yName: 'set-point, °C',
        series: [{ name: 'set-point', colour: BLUE, points, step: true, plain: true }],
      }),
      markup`<p class="caption">Set-point of the CRACs, °C; it holds until the next step. ${counted(setPoints.length - 1, 'change')}.${left > 0 ? ` The last ${left} are not drawn: plan.json has all.` : ''}</p>\n`,
    ];
  }
}

function still(setPointC: number | undefined): Content {
  if (setPointC === undefined) return NOTHING;
  return markup`<p>The set-point of the CRACs is ${quantity({ digits: setPointC.toFixed(3), unit: '°C' })} throughout.</p>\n`;
}

/** Labels for the parts of the machine room's energy. */
const PARTS = {
  idleJ: 'idle nodes',
  jobsJ: 'jobs, beyond the idle power of their nodes',
  upsLossJ: 'losses of the UPS',
  coolingJ: 'cooling',
  otherJ: 'other loads',
} as const;

function perMJ(value: Measured): Shown | null {
  return inUnit(value, 'value/MJ');
}
