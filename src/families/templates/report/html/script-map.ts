import { J_PER_KJ, W_PER_KW } from '../../../../../models/units.js';

/**
 * Fourth part of the script of the atlas page. It has the map by arriving work and power limit, and starts the script.
 */
export const SCRIPT_MAP = String.raw`
const MEASURES = {
  setPointC: { text: (value) => fixed(value, 1), unit: '\u00a0°C' },
  tasksPerJ: { text: (value) => significant(value * ${J_PER_KJ}, 3), unit: '\u00a0tasks/kJ' },
  workPerS: { text: (value) => significant(value, 3), unit: '\u00a0tasks/s' },
  powerW: { text: (value) => fixed(value / ${W_PER_KW}, 1), unit: '\u00a0kW' },
};
const SHORT = {
  work: 'work', saturated: 'cores', power: 'power', outlet: 'outlet', none: 'none',
  'infeasible-power': 'no: power', 'infeasible-outlet': 'no: outlet',
};
const isInfeasible = (position) => page.bindings[columns.binding[position]].startsWith('infeasible');
const ranges = {};
/**
 * Returns the least and the greatest value of a measure over all feasible states. With this range, a colour of the map
 * means the same value whatever state is selected.
 */
const rangeOf = (measure) => {
  if (ranges[measure] === undefined) {
    let [least, most] = [Infinity, -Infinity];
    columns[measure].forEach((value, position) => {
      if (isInfeasible(position)) return;
      least = Math.min(least, value);
      most = Math.max(most, value);
    });
    ranges[measure] = [least, most];
  }
  return ranges[measure];
};

const cellAt = (a, p) => byId('map-' + a + '-' + p);
const mapPosition = (a, p) => positionOf([a, ...at.slice(1, last), p]);

const buildMap = () => {
  const [works, limits] = [axes[0], axes[last]];
  const table = byId('atlas-map');
  const make = (kind, text, scope) => {
    const element = document.createElement(kind);
    element.textContent = text;
    if (scope) element.scope = scope;
    return element;
  };
  const head = table.createTHead().insertRow();
  head.append(make('td', ''));
  works.forEach((value) => head.append(make('th', listed(value), 'col')));
  const body = table.createTBody();
  for (let p = limits.length - 1; p >= 0; p--) {
    const row = body.insertRow();
    row.append(make('th', listed(limits[p] / ${W_PER_KW}) + '\u00a0kW', 'row'));
    works.forEach((_, a) => {
      const button = make('button', '');
      button.type = 'button';
      button.id = 'map-' + a + '-' + p;
      button.addEventListener('click', () => goTo([a, ...at.slice(1, last), p]));
      button.addEventListener('keydown', (event) => {
        const [right, up] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
        if (right === undefined) return;
        event.preventDefault();
        const toWork = Math.min(works.length - 1, Math.max(0, a + right));
        const toLimit = Math.min(limits.length - 1, Math.max(0, p + up));
        goTo([toWork, ...at.slice(1, last), toLimit]);
        cellAt(toWork, toLimit).focus();
      });
      row.insertCell().append(button);
    });
  }
};

const drawMap = () => {
  const measure = byId('atlas-measure').value;
  const shown = MEASURES[measure];
  axes[0].forEach((work, a) => {
    axes[last].forEach((limitW, p) => {
      const position = mapPosition(a, p);
      const cell = cellAt(a, p);
      const name = page.bindings[columns.binding[position]];
      const infeasible = isInfeasible(position);
      const chosen = a === at[0] && p === at[last];
      cell.className = infeasible ? 'hatched' : '';
      cell.tabIndex = chosen ? 0 : -1;
      cell.setAttribute('aria-pressed', String(chosen));
      let text = SHORT[name];
      cell.style.background = '';
      cell.style.color = '';
      if (shown !== undefined && !infeasible) {
        const value = columns[measure][position];
        const [least, most] = rangeOf(measure);
        const { colour, ink } = heat(most > least ? (value - least) / (most - least) : 0.5);
        cell.style.background = colour;
        cell.style.color = ink;
        text = typeset(shown.text(value));
      }
      cell.textContent = text;
      cell.title =
        listed(work) + ' tasks/s, ' + listed(limitW / ${W_PER_KW}) + ' kW: ' + (infeasible ? 'infeasible (' + text + ')' : text + (shown ? shown.unit : ''));
    });
  });
  const scale = byId('atlas-map-scale');
  const [least, most] = shown === undefined ? [Infinity, -Infinity] : rangeOf(measure);
  scale.hidden = !(most >= least);
  if (!scale.hidden) {
    byId('atlas-map-least').textContent = typeset(shown.text(least));
    byId('atlas-map-most').textContent = most > least ? typeset(shown.text(most)) + shown.unit : shown.unit + ' throughout';
  }
};

(async () => {
  try {
    columns = await unpacked();
    buildMap();
    listen();
    byId('atlas-fields').disabled = false;
    const asked = placeOfAddress();
    byId('atlas').hidden = false;
    goTo(asked ?? placeOfNumber(page.firstState));
    if (asked !== null) byId('apply').scrollIntoView();
    byId('atlas-waiting').hidden = true;
    document.documentElement.dataset.atlas = 'ready';
  } catch (error) {
    byId('atlas-waiting').textContent =
      'The templates could not be shown (' + error.message + '). A browser of 2023 or later is needed.';
  }
})();
`;
