import type { BlockData } from './block-data.js';
import { BasisInverse } from './basis-inverse.js';
import { addRow, addRows } from './row-sums.js';

/**
 * Relative step between the costs of blocks of one type, to avoid ties, which could make the dual simplex method cycle.
 * Bounds use true costs, so this costs accuracy (1e-9), not validity.
 */
const COST_PERTURBATION = 1e-11;

/** Size of a price with the wrong sign, relative to the largest cost, above which it is not rounding. */
const WRONG_SIGN = 1e-11;

/**
 * The basis of a thermal LP: row 0 is the work, other rows are tight thermal rows, with as many basic columns as rows.
 * Rows are scaled to a largest entry of 1; the last column is the set-point. B blocks, C columns without it, k rows in
 * the basis.
 */
export class ThermalBasis {
  /** Number k of rows in the basis. */
  size = 0;
  /** Block whose thermal row is row r (row 0: -1). */
  readonly rows: Int32Array;
  /** Row of each block (or -1). */
  readonly rowPosition: Int32Array;
  /** Basic column p. */
  readonly columnsIn: Int32Array;
  /** Position of a column (or -1). */
  readonly position: Int32Array;
  readonly atUpper: Uint8Array;
  readonly inverse = new BasisInverse();
  /**
   * Number of columns including the set-point, the last one, in units of `setPointScaleC` so that its entries have
   * usual size.
   */
  readonly columnCount: number;
  readonly setPointScaleC: number;
  /** Price of row r. */
  readonly price0: Float64Array;
  /** Reduced cost by column. */
  readonly reduced: Float64Array;
  /** Multipliers of the rows in the last pivot row. */
  readonly multiplier: Float64Array;
  /** Scaled coefficients of the work. Next: of D busy, by row and by column. */
  readonly work: Float64Array;
  readonly workScale: number;
  readonly rowScale: Float64Array;
  readonly rowsOf: Float64Array;
  readonly columns: Float64Array;
  private readonly cost: Float64Array;
  private readonly greatestCost: number;
  private readonly firstColumn: number;
  private readonly column: Float64Array;
  private readonly entry: (row: number, position: number) => number;
  /** Thermal row violated in the last pivot row, or -1. */
  private brokenRow = -1;
  /** Sign of the multipliers of that row. */
  private readonly cutPrice: Float64Array;

  constructor(
    private readonly data: BlockData,
    outletRiseKPerW: Float64Array,
  ) {
    const count = data.blockCount;
    const columns = data.columnCount + 1;
    this.columnCount = columns;
    this.rows = new Int32Array(count + 1);
    this.rowPosition = new Int32Array(count);
    this.columnsIn = new Int32Array(count + 1);
    this.position = new Int32Array(columns);
    this.atUpper = new Uint8Array(columns);
    this.column = new Float64Array(count + 1);
    this.entry = (r, p) => this.entryOf(r, this.columnsIn[p]!);
    this.price0 = new Float64Array(count + 1);
    this.multiplier = new Float64Array(count + 1);
    this.reduced = new Float64Array(columns);
    this.cutPrice = new Float64Array(columns);
    this.workScale = data.workPerS.reduce((most, value) => Math.max(most, value), 0);
    this.firstColumn = data.workPerS.indexOf(this.workScale);
    this.work = new Float64Array(columns);
    data.workPerS.forEach((value, b) => (this.work[b] = value / this.workScale));
    this.cost = new Float64Array(columns);
    this.perturb(COST_PERTURBATION);
    this.greatestCost = data.busyW.reduce((most, value) => Math.max(most, value), 0);
    this.rowScale = new Float64Array(count);
    this.rowsOf = new Float64Array(count * columns);
    this.columns = new Float64Array(columns * count);
    const setPoint = data.columnCount;
    let scaleC = 0;
    for (let i = 0; i < count; i += 1) {
      let largest = 0;
      for (let b = 0; b < setPoint; b += 1) {
        largest = Math.max(largest, Math.abs(outletRiseKPerW[i * setPoint + b]! * data.busyW[b]!));
      }
      const scale = largest > 0 ? largest : 1;
      scaleC = Math.max(scaleC, scale);
      this.rowScale[i] = scale;
      for (let b = 0; b < setPoint; b += 1) {
        const entry = (outletRiseKPerW[i * setPoint + b]! * data.busyW[b]!) / scale;
        this.rowsOf[i * columns + b] = entry;
        this.columns[b * count + i] = entry;
      }
    }
    this.setPointScaleC = scaleC;
    for (let i = 0; i < count; i += 1) {
      const entry = scaleC / this.rowScale[i]!;
      this.rowsOf[i * columns + setPoint] = entry;
      this.columns[setPoint * count + i] = entry;
    }
  }

  /** Separates the costs of blocks of one type by this relative amount. Reduced costs are stale until `price`. */
  perturb(by = COST_PERTURBATION): void {
    this.data.busyW.forEach((value, b) => {
      this.cost[b] = value * (1 + by * (((b + 1) * 0.6180339887498949) % 1));
    });
  }

  /** Sets the price of the set-point, i.e. the worth of another kelvin, W/K. Reduced costs are stale until `price`. */
  setSlope(wattPerC: number): void {
    this.cost[this.columnCount - 1] = -wattPerC * this.setPointScaleC;
  }

  /** Returns to the initial basis: only the work row, with the block of most work. */
  reset(): void {
    this.position.fill(-1);
    this.rowPosition.fill(-1);
    this.size = 1;
    this.rows[0] = -1;
    this.columnsIn[0] = this.firstColumn;
    this.position[this.firstColumn] = 0;
    this.inverse.refresh(1, this.entry);
    this.atUpper.fill(0);
    this.price();
  }

  /**
   * Repairs prices that got the wrong sign when the worth of the set-point changed: the set-point leaves the basis with
   * the row of the worst price; if that is not enough, the initial basis is used. Prices and reduced costs are right
   * afterwards.
   */
  repair(): void {
    const setPoint = this.position[this.columnCount - 1]!;
    const row = this.wrongRow();
    if (row < 0) return;
    if (setPoint < 0) {
      this.reset();
      return;
    }
    this.position[this.columnCount - 1] = -1;
    this.size -= 1;
    const updated = this.inverse.remove(setPoint, row);
    this.moveLastColumn(setPoint);
    this.moveLastRow(row);
    if (!updated && !this.inverse.refresh(this.size, this.entry)) {
      this.reset();
      return;
    }
    this.price();
    if (this.wrongRow() >= 0) this.reset();
  }

  /** Returns the row with the worst price of the wrong sign; -1 if there is none beyond rounding. */
  private wrongRow(): number {
    let worst = WRONG_SIGN * this.greatestCost;
    let row = -1;
    for (let r = 1; r < this.size; r += 1) {
      if (this.price0[r]! > worst) {
        worst = this.price0[r]!;
        row = r;
      }
    }
    return row;
  }

  /** Computes row prices and reduced costs from the inverse. */
  price(): void {
    const count = this.columnCount;
    const { size, price0, reduced, cost } = this;
    const { values, stride } = this.inverse;
    for (let r = 0; r < size; r += 1) {
      let sum = 0;
      for (let p = 0; p < size; p += 1) sum += cost[this.columnsIn[p]!]! * values[p * stride + r]!;
      price0[r] = sum;
    }
    for (let b = 0; b < count; b += 1) reduced[b] = cost[b]! - price0[0]! * this.work[b]!;
    addRows(reduced, this.rowsOf, count, this.rows, price0, 1, size, -1);
  }

  /**
   * Computes the row of the leaving variable over the nonbasic columns, signed so that it is too large: a basic column
   * (position `leaving`), or minus the slack of thermal row `leavingRow`. Leaves the multipliers of the basis rows in
   * `multiplier`.
   */
  pivotRowInto(pivotRow: Float64Array, leaving: number, leavingRow: number, tooLarge: boolean): void {
    const count = this.columnCount;
    const { size, multiplier } = this;
    const { values, stride } = this.inverse;
    this.brokenRow = leavingRow;
    if (leavingRow >= 0) {
      const start = leavingRow * count;
      for (let r = 0; r < size; r += 1) {
        let sum = 0;
        for (let p = 0; p < size; p += 1) sum += this.rowsOf[start + this.columnsIn[p]!]! * values[p * stride + r]!;
        multiplier[r] = sum;
      }
    } else {
      for (let r = 0; r < size; r += 1) multiplier[r] = (tooLarge ? 1 : -1) * values[leaving * stride + r]!;
    }
    const ofWork = multiplier[0]!;
    for (let b = 0; b < count; b += 1) pivotRow[b] = ofWork * this.work[b]!;
    addRows(pivotRow, this.rowsOf, count, this.rows, multiplier, 1, size, 1);
    if (leavingRow >= 0) addRow(pivotRow, this.rowsOf, count, leavingRow, -1);
  }

  /**
   * Makes a pivot and updates inverse and prices. @param leaving position, or -1 with `leavingRow` @param enters
   * column, or -1 with the leaving row @returns false if the basis would be singular to working precision
   */
  exchange(pivotRow: Float64Array, leaving: number, leavingRow: number, enters: number, leavesRow: number): boolean {
    const { inverse, multiplier, price0, reduced } = this;
    const step = enters >= 0 ? reduced[enters]! / pivotRow[enters]! : -price0[leavesRow]! / multiplier[leavesRow]!;
    for (let r = 0; r < this.size; r += 1) price0[r]! += step * multiplier[r]!;
    for (let b = 0; b < this.columnCount; b += 1) reduced[b]! -= step * pivotRow[b]!;
    if (enters >= 0) for (let r = 0; r < this.size; r += 1) this.column[r] = this.entryOf(r, enters);
    let updated: boolean;
    if (leaving >= 0) {
      this.position[this.columnsIn[leaving]!] = -1;
      if (enters >= 0) {
        this.columnsIn[leaving] = enters;
        this.position[enters] = leaving;
        updated = inverse.replaceColumn(leaving, this.column);
      } else {
        this.size -= 1;
        updated = inverse.remove(leaving, leavesRow);
        this.moveLastColumn(leaving);
        this.moveLastRow(leavesRow);
      }
    } else if (enters >= 0) {
      this.rows[this.size] = leavingRow;
      this.rowPosition[leavingRow] = this.size;
      this.columnsIn[this.size] = enters;
      this.position[enters] = this.size;
      price0[this.size] = -step;
      this.size += 1;
      updated = inverse.add(this.column, multiplier, this.entryOf(this.size - 1, enters));
    } else {
      this.rowPosition[this.rows[leavesRow]!] = -1;
      this.rows[leavesRow] = leavingRow;
      this.rowPosition[leavingRow] = leavesRow;
      price0[leavesRow] = -step;
      updated = inverse.replaceRow(leavesRow, multiplier);
    }
    if (updated) return true;
    if (!inverse.refresh(this.size, this.entry)) return false;
    this.price();
    return true;
  }

  /**
   * Writes the cut F >= cut[0] + cut[1] m + cut[2] T + sum_q cut[3 + q] lower_q, valid for every m, T and lower bounds:
   * the Lagrangian of the last prices at true costs. With `feasible` false: that of the last pivot row's multipliers
   * without costs, where it must not exceed 0.
   */
  cutInto(cut: Float64Array, offset: number, marginC: Float64Array, feasible: boolean): void {
    const count = this.data.columnCount;
    const { size, cutPrice } = this;
    const ofRow = feasible ? this.price0 : this.multiplier;
    const work = ofRow[0]!;
    let constant = feasible ? this.data.idleTotalW : 0;
    let perC = 0;
    for (let b = 0; b < count; b += 1) cutPrice[b] = (feasible ? this.data.busyW[b]! : 0) - work * this.work[b]!;
    const last = feasible || this.brokenRow < 0 ? size : size + 1;
    for (let r = 1; r < last; r += 1) {
      const i = r < size ? this.rows[r]! : this.brokenRow;
      // A price above 0 is a rounding error: any price of the right sign is valid.
      const price = Math.min(0, r < size ? ofRow[r]! : -1);
      if (price === 0) continue;
      addRow(cutPrice, this.rowsOf, this.columnCount, i, -price);
      constant += (price * marginC[i]!) / this.rowScale[i]!;
      perC -= price / this.rowScale[i]!;
    }
    cut.fill(0, offset, offset + 3 + this.data.quadrantCount);
    for (let b = 0; b < count; b += 1) {
      const price = cutPrice[b]!;
      if (price > 0) cut[offset + 3 + this.data.quadrant[b]!]! += price;
      else constant += price * this.data.upper[b]!;
    }
    cut[offset] = constant;
    cut[offset + 1] = work / this.workScale;
    cut[offset + 2] = perC;
  }

  /** Writes the prices of that cut: of the work, W per task/s, then by thermal row (B), W/K, at least 0. */
  pricesInto(prices: Float64Array, offset: number, feasible: boolean): void {
    const { size } = this;
    const ofRow = feasible ? this.price0 : this.multiplier;
    prices.fill(0, offset, offset + 1 + this.data.blockCount);
    prices[offset] = ofRow[0]! / this.workScale;
    const last = feasible || this.brokenRow < 0 ? size : size + 1;
    for (let r = 1; r < last; r += 1) {
      const i = r < size ? this.rows[r]! : this.brokenRow;
      prices[offset + 1 + i]! -= Math.min(0, r < size ? ofRow[r]! : -1) / this.rowScale[i]!;
    }
  }

  private entryOf(r: number, column: number): number {
    return r === 0 ? this.work[column]! : this.rowsOf[this.rows[r]! * this.columnCount + column]!;
  }

  /** Moves the last column to the place of one that left; `size` is already less. */
  private moveLastColumn(at: number): void {
    if (at === this.size) return;
    this.columnsIn[at] = this.columnsIn[this.size]!;
    this.position[this.columnsIn[at]] = at;
  }

  private moveLastRow(at: number): void {
    this.rowPosition[this.rows[at]!] = -1;
    if (at === this.size) return;
    this.rows[at] = this.rows[this.size]!;
    this.rowPosition[this.rows[at]] = at;
    this.price0[at] = this.price0[this.size]!;
  }
}
