import { W_PER_KW } from '../../../../../models/units.js';

/**
 * Second part of the script of the atlas page. It has the state that is shown, and the controls that select a state.
 */
export const SCRIPT_STATE = String.raw`
const axesOf = (grid) => [grid.arrivingWorkPerS, ...grid.runningCores, grid.powerLimitW];
const axes = axesOf(page.grid);
const wholeAxes = axesOf(page.wholeGrid);
const last = axes.length - 1;
const shownStates = axes.reduce((count, axis) => count * axis.length, 1);
/** For each axis, index of the value of the state shown, from 0. */
let at = axes.map(() => 0);

const positionOf = (place) => place.reduce((index, k, axis) => index * axes[axis].length + k, 0);
const placeOf = (position) => {
  const place = axes.map(() => 0);
  for (let axis = last; axis >= 0; axis--) {
    place[axis] = position % axes[axis].length;
    position = Math.floor(position / axes[axis].length);
  }
  return place;
};
/** Returns the number of a state as the database counts it. */
const stateNumber = (place) =>
  place.reduce((index, k, axis) => index * wholeAxes[axis].length + wholeAxes[axis].indexOf(axes[axis][k]), 0);
/**
 * Returns the place (an index on each axis) of the state with this number in the database. If the page does not have
 * that state, returns the place of the nearest state that it has.
 */
const placeOfNumber = (number) => {
  const place = axes.map(() => 0);
  for (let axis = last; axis >= 0; axis--) {
    const value = wholeAxes[axis][number % wholeAxes[axis].length];
    number = Math.floor(number / wholeAxes[axis].length);
    axes[axis].forEach((one, k) => {
      if (Math.abs(one - value) < Math.abs(axes[axis][place[axis]] - value)) place[axis] = k;
    });
  }
  return place;
};

const axisText = (axis, value) => {
  if (axis === 0) return listed(value) + '\u00a0tasks/s';
  if (axis === last) return listed(value / ${W_PER_KW}) + '\u00a0kW';
  return typeset(fixed(value, 0)) + ' of ' + coresText(page.room.quadrants[axis - 1].cores);
};

const show = () => {
  const position = positionOf(at);
  axes.forEach((axis, k) => {
    const slider = byId('axis-' + k);
    const text = axisText(k, axis[at[k]]);
    slider.value = String(at[k]);
    slider.setAttribute('aria-valuetext', text);
    byId('axis-value-' + k).textContent = text;
  });
  const number = stateNumber(at);
  byId('atlas-number').value = String(number);
  byId('atlas-previous').disabled = position === 0;
  byId('atlas-next').disabled = position === shownStates - 1;
  draw(position);
  drawMap(position);
  try {
    history.replaceState(null, '', '#state-' + number);
  } catch {
    // Some browsers keep pages of files from naming their place.
  }
};

const goTo = (place) => {
  at = place;
  show();
};

/**
 * Returns the place (an index on each axis) of the state whose number ends the address. Null if the address names no
 * state.
 */
const placeOfAddress = () => {
  const match = /^#state-(\d+)$/.exec(location.hash);
  if (match === null) return null;
  const number = Number(match[1]);
  return number < page.summary.states ? placeOfNumber(number) : null;
};

const listen = () => {
  axes.forEach((_, k) => {
    byId('axis-' + k).addEventListener('input', (event) => {
      at[k] = Number(event.target.value);
      show();
    });
  });
  byId('atlas-previous').addEventListener('click', () => goTo(placeOf(Math.max(0, positionOf(at) - 1))));
  byId('atlas-next').addEventListener('click', () => goTo(placeOf(Math.min(shownStates - 1, positionOf(at) + 1))));
  byId('atlas-number').addEventListener('change', (event) => {
    const { value } = event.target;
    const number = Math.round(Number(value));
    // An emptied field has no number.
    if (value !== '' && Number.isFinite(number)) goTo(placeOfNumber(Math.min(page.summary.states - 1, Math.max(0, number))));
    else show();
  });
  addEventListener('hashchange', () => {
    const place = placeOfAddress();
    if (place === null) return;
    goTo(place);
    byId('templates').scrollIntoView();
  });
  byId('atlas-measure').addEventListener('change', () => drawMap(positionOf(at)));
  for (const id of ['atlas-levels', 'atlas-heat']) byId(id)?.addEventListener('change', () => draw(positionOf(at)));
};
`;
