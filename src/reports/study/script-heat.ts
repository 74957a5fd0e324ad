/** Part of the page's script that draws the heat map for the chosen parameters and measure, as heat-section.ts does. */
export const SCRIPT_HEAT = String.raw`
const heatChoices = ['heat-class', 'heat-measure', 'heat-rows', 'heat-columns'].map(byId);
const drawHeat = () => {
  const data = page.heat;
  const [c, m, rowAxis, columnAxis] = heatChoices.map((select) => Number(select.value));
  const measure = Object.keys(data.measures)[m];
  const rows = data.axes[rowAxis];
  const columns = data.axes[columnAxis];
  const sums = rows.levels.map(() => columns.levels.map(() => ({ sum: 0, runs: 0 })));
  data.inClass.forEach((own, n) => {
    const value = data.measures[measure][n];
    if (own !== c || rows.at[n] === null || columns.at[n] === null || value === null) return;
    const entry = sums[rows.at[n]][columns.at[n]];
    entry.sum += value;
    entry.runs++;
  });
  const usedRows = rows.levels.flatMap((_, r) => (sums[r].some(({ runs }) => runs > 0) ? [r] : []));
  const usedColumns = columns.levels.flatMap((_, k) => (sums.some((row) => row[k].runs > 0) ? [k] : []));
  const shownRows = usedRows.slice(0, page.maxLevels.rows);
  const shownColumns = usedColumns.slice(0, page.maxLevels.columns);
  const left = usedRows.length - shownRows.length + usedColumns.length - shownColumns.length;
  const means = shownRows.flatMap((r) => shownColumns.flatMap((k) => (sums[r][k].runs === 0 ? [] : [sums[r][k].sum / sums[r][k].runs])));
  const least = Math.min(...means);
  const most = Math.max(...means);
  const positive = Math.min(...means.filter((mean) => mean > 0));
  const fraction =
    least >= 0 && most > page.decadesApart * positive
      ? (mean) => (mean <= 0 ? 0 : (Math.log10(mean) - Math.log10(positive)) / (Math.log10(most) - Math.log10(positive)))
      : (mean) => (most > least ? (mean - least) / (most - least) : 0.5);
  const digits = (mean) =>
    measure === 'feasible' || measure === 'failed'
      ? fixed(100 * mean, 1)
      : measure === 'gap'
        ? gapPercent(mean)
        : significant(mean, 4);
  const { name, unit } = data.classes[c];
  const rest = left === 0 ? '' : ' (' + left + ' further levels are left out; the CSV file has all)';
  const table = element('table');
  const caption = element('caption', page.measures[measure] + (measure === 'objective' && unit !== '' ? ', ' + oneLine(unit) : '') +
    ', by ' + oneLine(rows.name) + ' and ' + oneLine(columns.name) + ': ' + oneLine(name) + rest);
  caption.id = 'heat-caption';
  const head = element('tr');
  const heading = (scope, text) => {
    const cell = element('th');
    cell.scope = scope;
    cell.append(nameOf(text));
    return cell;
  };
  const corner = element('th');
  corner.scope = 'col';
  corner.append(nameOf(rows.name), ' ↓', element('br'), nameOf(columns.name), ' →');
  head.append(corner, ...shownColumns.map((k) => heading('col', String(columns.levels[k]))));
  const thead = element('thead');
  thead.append(head);
  const tbody = element('tbody');
  for (const r of shownRows) {
    const line = element('tr');
    line.append(heading('row', String(rows.levels[r])));
    for (const k of shownColumns) {
      const { sum, runs } = sums[r][k];
      const cell = element('td', runs === 0 ? '–' : undefined);
      if (runs === 0) cell.className = 'none';
      else {
        const { colour, ink } = heat(fraction(sum / runs));
        cell.style.background = colour;
        cell.style.color = ink;
        cell.title = runs + (runs === 1 ? ' run' : ' runs');
        const data = element('data', typeset(digits(sum / runs)));
        data.value = String(sum / runs);
        cell.append(data);
      }
      line.append(cell);
    }
    tbody.append(line);
  }
  table.append(caption, thead, tbody);
  byId('heat-map').replaceChildren(table);
};
if (heatChoices[0] !== null) for (const select of heatChoices) select.addEventListener('change', drawHeat);
`;
