/**
 * Part of the page's script that shows the table of runs page by page, sorts and filters rows, and offers command lines
 * and CSV files. Cells are written as in runs-table.ts, CSV as in src/reports/csv.ts.
 */
export const SCRIPT_RUNS = String.raw`
const total = page.rows;
const columns = page.columns.map(({ name, one, of, at, values }) => ({
  name,
  value: of !== undefined ? (n) => of[at[n]] : values !== undefined ? (n) => values[n] : () => one,
}));
const digitsOf = {
  text: String,
  ending: String,
  key: String,
  number: (value) => significant(value, 4),
  four: (value) => significant(value, 4),
  gap: gapPercent,
  whole: (value) => (Number.isInteger(value) ? fixed(value, 0) : significant(value, 4)),
};
const cellText = (value, show) => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (show === 'ending') return page.endings[value] ?? value;
    return show === 'key' ? value.slice(0, page.keyDigits) : value;
  }
  return typeset(digitsOf[show](value));
};
const textAt = (n, { column, show }) => cellText(columns[column].value(n), show);

let sorted = { by: null, falling: false };
let selection = Array.from({ length: total }, (_, n) => n);
let start = 0;
let opened = null;

const filters = all('[data-filter]');
const matches = () => {
  const words = oneLine(byId('filter-text').value).toLowerCase().split(' ').filter((word) => word !== '');
  const chosen = filters.flatMap((select) => (select.selectedIndex === 0 ? [] : [[page.shown[Number(select.dataset.filter)], select.value]]));
  return (n) => {
    if (!chosen.every(([column, value]) => oneLine(textAt(n, column)) === value)) return false;
    if (words.length === 0) return true;
    const text = oneLine(page.shown.map((column) => textAt(n, column)).join(' ') + ' ' + (page.messages[n] ?? '')).toLowerCase();
    return words.every((word) => text.includes(word));
  };
};
/** Compares two values for sorting: numbers by size, texts alphabetically, missing values last. */
const compared = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
};
const select = () => {
  const fits = matches();
  selection = [];
  for (let n = 0; n < total; n++) if (fits(n)) selection.push(n);
  const { by, falling } = sorted;
  if (by !== null) {
    const { value } = columns[page.shown[by].column];
    selection.sort((m, n) => {
      const [a, b] = [value(m), value(n)];
      if (a === null || b === null) return Number(a === null) - Number(b === null) || m - n;
      return (falling ? -1 : 1) * compared(a, b) || m - n;
    });
  }
  start = 0;
  opened = null;
  show();
};
const detail = (n) => {
  const row = element('tr');
  row.className = 'detail';
  const cell = element('td');
  cell.colSpan = page.shown.length + 1;
  if (page.messages[n] !== undefined) {
    const said = element('p');
    said.append(element('bdi', page.messages[n]));
    cell.append(said);
  }
  const lines = [page.repeat + ' ' + columns[page.key].value(n)];
  if (page.commands[n] !== null) lines.unshift(page.commands[n]);
  for (const line of lines) {
    const paragraph = element('p');
    const code = element('code', line);
    code.dir = 'ltr';
    const copy = element('button', 'Copy');
    copy.type = 'button';
    copy.setAttribute('aria-label', 'Copy this command line of run ' + (n + 1));
    copy.addEventListener('click', () => copied(code, copy));
    paragraph.append(code, ' ', copy);
    cell.append(paragraph);
  }
  row.append(cell);
  return row;
};
const copied = async (code, button) => {
  getSelection().selectAllChildren(code);
  let done = false;
  try {
    await navigator.clipboard.writeText(code.textContent);
    done = true;
  } catch {
    // Pages of files have no clipboard in some browsers: what is selected is copied the old way.
    done = document.execCommand('copy');
  }
  button.textContent = done ? 'Copied' : 'Selected: press Ctrl+C';
};
const rowOf = (n) => {
  const row = element('tr');
  const head = element('th');
  head.scope = 'row';
  const button = element('button', String(n + 1));
  button.type = 'button';
  button.className = 'open';
  button.setAttribute('aria-label', 'Run ' + (n + 1) + ': command line');
  button.setAttribute('aria-expanded', String(opened === n));
  button.addEventListener('click', () => {
    opened = opened === n ? null : n;
    show();
    byId('runs-table').querySelector('[aria-label^="Run ' + (n + 1) + ':"]').focus();
  });
  head.append(button);
  row.append(head);
  for (const column of page.shown) {
    const cell = element('td');
    const text = textAt(n, column);
    if (column.show === 'text' || column.show === 'ending') {
      cell.append(nameOf(text));
    } else if (column.show === 'key') {
      const code = element('code', text);
      code.className = 'nb';
      cell.append(code);
    } else {
      cell.className = 'num';
      cell.textContent = text;
    }
    row.append(cell);
  }
  return row;
};
const show = (count = page.rowsShown) => {
  const rows = selection.slice(start, start + count);
  byId('runs-table').tBodies[0].replaceChildren(...rows.flatMap((n) => (opened === n ? [rowOf(n), detail(n)] : [rowOf(n)])));
  const runs = (value) => typeset(String(value)) + (value === 1 ? ' run' : ' runs');
  byId('runs-count').textContent =
    rows.length === 0
      ? 'No run of ' + typeset(String(total)) + ' agrees with the selection'
      : 'Rows ' + typeset(String(start + 1)) + '–' + typeset(String(start + rows.length)) + ' of ' + runs(selection.length) +
        (selection.length === total ? '' : ' selected of ' + typeset(String(total)));
  byId('runs-before').disabled = start === 0;
  byId('runs-after').disabled = start + count >= selection.length;
  byId('csv-shown').disabled = selection.length === total && sorted.by === null;
};
const sortBy = (by) => {
  sorted = { by, falling: sorted.by === by && !sorted.falling };
  for (const button of all('[data-sort]')) {
    const isBy = Number(button.dataset.sort) === by;
    button.closest('th').setAttribute('aria-sort', isBy ? (sorted.falling ? 'descending' : 'ascending') : 'none');
  }
  select();
};

const csvField = (value) => {
  if (value === null) return '';
  if (typeof value !== 'string') return String(Object.is(value, -0) ? 0 : value);
  if (value === '') return '""';
  const isFormula = /^'*[=+\-@\t\r]/.test(value) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  const text = isFormula ? "'" + value : value;
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
};
const download = (rows) => {
  const lines = [columns.map(({ name }) => name), ...rows.map((n) => columns.map(({ value }) => value(n)))];
  const text = lines.map((line) => line.map(csvField).join(',') + '\r\n').join('');
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = page.name.replace(/[^\w.-]+/g, '-') + '.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

if (byId('runs-table') !== null) {
  for (const button of all('[data-sort]')) button.addEventListener('click', () => sortBy(Number(button.dataset.sort)));
  byId('runs-filters').addEventListener('submit', (event) => event.preventDefault());
  byId('runs-filters').addEventListener('reset', () => setTimeout(select));
  byId('filter-text').addEventListener('input', select);
  for (const one of filters) one.addEventListener('change', select);
  const leaf = (by) => {
    start += by;
    opened = null;
    show();
  };
  byId('runs-before').addEventListener('click', () => leaf(-page.rowsShown));
  byId('runs-after').addEventListener('click', () => leaf(page.rowsShown));
  byId('csv-all').addEventListener('click', () => download(Array.from({ length: total }, (_, n) => n)));
  byId('csv-shown').addEventListener('click', () => download(selection));
  let before = 0;
  addEventListener('beforeprint', () => {
    before = start;
    start = 0;
    show(page.maxPrinted);
  });
  addEventListener('afterprint', () => {
    start = before;
    show();
  });
  show();
}
`;
